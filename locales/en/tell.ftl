### What happens in a world, in sentences and labels. Code fills in:
### $all the clients of the violation
### $answers how many servers have replied
### $asked how many were asked
### $client the client that moves
### $clients how many clients there are
### $clock what its clock shows
### $command the command of its request
### $depth moves of the longest schedules that were looked at
### $elapsed the seconds that a move took
### $full the command in full
### $lapsed the clients whose leases have ended by this move
### $leases how many leases long
### $line a line of the program
### $most how many may hold the lock at once
### $moves how many moves a schedule has
### $node the server or the client that is meant
### $one the first of them
### $other the second of them
### $property the title of the property
### $reply the reply
### $role the role whose program allows so many
### $rounds how many rounds
### $said what the server replies, or what no program has
### $seconds a number of seconds
### $server the server of the move
### $server-clock what the clock of the server shows
### $servers the servers that were asked
### $state what the client is doing
### $states how many states were looked at
### $thread-wake when its second thread goes on
### $time an instant
### $until the end of the lease that it states or, as it leaves, has stated
### $wake when it goes on
### $who the clients that never get the lock
### $why the reason, a sentence
### $word a value of the program, or an error of the server
### $yes how many of them granted the request

## general

moved-lease-ended = The lease of { $lapsed } has ended.
moved-key-expired = The key has expired and no longer exists.
moved-reply-unawaited = No client waits for this reply any more.
moved-server-fails = Server { $server } fails. Requests on their way to it are lost.
moved-server-syncs = Server { $server } syncs: what it holds now survives a restart.
moved-server-clock = The clock of server { $server } is set to { $server-clock }. The true time is { $time }.
moved-write-arrives = A write of the primary reaches server { $server }.
moved-promoted = Server { $server } is promoted: it takes the writes from now on, with what it has.
moved-cut-off = { $node } is cut off. No message passes between it and those that are not.
moved-rejoins = { $node } is connected with the others again.
moved-crashes = { $client } crashes. It loses its registers and its place in the program.
moved-restarts = { $client } restarts at the first line of its program, with empty registers.
moved-pauses = { $client } is paused. Time goes on.
moved-resumes = { $client } resumes. Its clock shows { $clock }.
moved-time = The time advances by { $elapsed } s, to { $time }.
moved-clock = The clock of { $client } is set to { $clock }. The true time is { $time }.
moved-typed = You send { $full }, and the reply is { $reply }.
moved-thread-sends = The second thread of { $client } sends { $command }, and the reply is { $reply }.
moved-thread-sent = The second thread of { $client } sends { $command }. The command has not arrived yet.
moved-thread-runs = The second thread of { $client } runs. It sends nothing yet.
moved-holds-no-longer = { $client } is no longer the holder.
moved-thread-sleeps = It sleeps until { $thread-wake }.
moved-reply-lost = The reply of server { $server } to { $client } is lost. What it executed stays executed.
moved-only-reply-lost = The reply to { $client } is lost. What the server executed stays executed.
moved-command-lost = The command of { $client } to server { $server } is lost before it arrives.
moved-only-command-lost = The command of { $client } is lost before it arrives.
moved-answer-lost = The answer of the store to { $client } is lost.
moved-request-lost = The request of { $client } to the store is lost before it arrives.
moved-recovers-all = Server { $server } restarts with all that it held.
moved-recovers-synced = Server { $server } restarts with what it held when it last synced.
moved-recovers-nothing = Server { $server } restarts with nothing.
moved-waits-no-longer = { $client } has waited long enough, and goes on. Number of replies so far: { $answers }.
moved-sends-to-several = { $client } sends { $command } to { $servers } at once.
moved-asks-several = { $client } sends { $command } to { $servers }. Yes from { $yes } of { $asked }.
moved-computes = { $client } reads its clock, { $clock }, and computes { $command }. It has not sent the command yet.
moved-reads-clock = { $client } sends nothing. Its clock shows { $clock }.
moved-sends = { $client } sends { $command }. The command has not arrived yet.
moved-sends-in-vain = { $client } sends { $command }. The command is lost before it arrives.
moved-store-executes = The store executes { $command } of { $client }. The answer is { $reply }.
moved-blocks = The server has no element for { $command }. { $client } waits there until one is pushed.
moved-server-executes = Server { $server } executes { $command } of { $client }. The reply is { $reply }.
moved-only-server-executes = The server executes { $command } of { $client }. The reply is { $reply }.
moved-receives = { $client } receives the reply { $reply } from server { $server }.
moved-only-receives = { $client } receives the reply { $reply }.
moved-asks-store = { $client } asks the store to { $command }; the answer is { $reply }.
moved-sends-and-receives = { $client } sends { $command }, and the reply is { $reply }.
then-holds = { $client } holds the lock until { $until }.
then-works = It works until { $wake }.
then-waits = It waits until { $wake }.
then-gives-up = It gives up.
then-state = It { $state }.
then-ended = Its program has ended.
then-starts-over = It starts over.

## line

tick = time passes
# $ahead (String) how far it is ahead: +3 s
skewed = its clock is set to { $ahead }
# $command (String)
sends = sends { $command }
# $command (String)
computes = computes { $command }
# $command (String)
executed = executed: { $command }
crash = crash
restarted = restarts
paused = is paused
resumed = resumes
receives = receives the reply
sends-nothing = sends nothing

## label

label-paused = paused
# $ahead (String) how far it is ahead: +3 s
label-clock = clock { $ahead }
timed-out = waits no longer
lost = lost
failed = fails
synced = syncs
replicated = gets a write
promoted = promoted
cut-off = cut off
rejoined = rejoins
# $writes (Number)
lacks = { $writes ->
    [one] lacks 1 write
   *[other] lacks { $writes } writes
 }
# $client (String)
written-by = written by { $client }
# $time (String)
until = until { $time }
# $token (String)
token = fencing token { $token }
recovers-synced = restarts as last synced
recovers-nothing = restarts empty

## status

fault-not-number = { $client }stopped at line { $line }: { $word } is not a number
fault-overflow = { $client }stopped at line { $line }: the number does not fit in 64 bits
fault-circle = { $client }stopped at line { $line }: its program loops without sending a command
fault-refused = { $client }stopped at line { $line }: the server refused the command: { $word }
not-begun = has not begun
tries = tries to get the lock
# $time (String)
waits-until = waits until { $time }
status-paused = is paused
awaits-reply = waits for the reply
holds = holds the lock
# $time (String)
holds-past-lease = believes that it holds the lock, but its lease ended at { $time }
releasing = releases the lock
finished = has finished
given-up = has given up
crashed = has crashed

## refusal

# $limit (Number)
not-schedule-full = a run has at most { $limit } moves
# $limit (Number)
not-branches-full = there are already { $limit } branches: remove one first
# $limit (Number)
not-typed-full = a run has at most { $limit } typed commands
not-a-client = there is no { $client }
not-crashed = { $client } has crashed
not-while-it-waits = { $client } waits until { $time }
not-while-it-works = { $client } works until { $time }
not-finished = { $client } has finished
not-given-up = { $client } has given up
not-while-paused = { $client } is paused
not-unpaused = { $client } is not paused
not-while-it-runs = { $client } is still running
not-twice-computed = { $client } has already computed its command
not-uncomputed = { $client } has not computed its next command
not-before-reply = { $client } waits for the reply
not-before-an-element = { $client } waits at the server until an element is pushed
not-unsent = { $client } has sent no command
not-twice-executed = the server has already executed the command of { $client }
not-unexecuted = the server has not executed the command of { $client } yet
not-before-its-time = { $client } waits for replies until { $time }
not-ever = { $client } waits for the reply as long as it takes
not-a-thread = { $client } has no second thread now
not-across-the-network = { $node } is on the other side of the network
not-twice-cut-off = { $node } is cut off already
not-rejoined = { $node } is not cut off
not-a-server = there is no { $node }
not-down = { $node } is down
not-running = { $node } is still running
not-twice-synced = { $node } has synced all that it holds
not-a-replica = { $node } is not a replica
not-a-write = { $node } already has every write
not-the-same-server-clock = the clock of { $node } already shows this time
not-the-same-clock = the clock of { $client } already shows this time
not-so-wrong = a clock can be wrong by about thirty years at most
not-a-command = this is not a command: it is empty, too long, or has an open quote
not-so-much-work = this command takes too long here
not-no-time = time advances by at least a millisecond
not-past-the-end-of-time = time cannot advance past the year 9999

## names

nobody = nobody
# What stands between names in a table.
between-names = ,{" "}
# Names in a row, as a sentence has them. A space here is left out beside a letter of Chinese.
list-between = ,{" "}
list-last = {" "}and{" "}
# The same before the last of several clauses.
clauses-last = {" "}and{" "}
# The reader, as the sender of a command.
you = you

## deadlock

deadlock = From here on { $who } will never get the lock, unless a clock is set back, the server forgets, or you type a command. { $why }
deadlock-only-existence = A try only asks whether the key exists, and nobody deletes it.
deadlock-never-equal = A try takes the lock only in the second in which the clock equals the time in the key. That second is past.

## property

two-believers = Two clients believe that they hold the lock
two-believers-broken = { $all } both believe that they hold the lock, from t = { $time } on.
several-believers-broken = { $all } all believe that they hold the lock, from t = { $time } on.
two-leases = Two leases are valid at once
# How many may hold the lock at once, as their programs have it: one number for all, or several.
many-believers = More than { $most } clients believe that they hold the lock
many-leases = More than { $most } leases are valid at once
unlike-believers = More clients believe that they hold it than the program of one of them allows: { $most }
unlike-leases = More leases are valid at once than the program of one holder allows: { $most }
any-number-of-holders = any number
holders-of-role = { $most } ({ $role })
two-leases-broken = The leases of { $all } are valid at once from t = { $time } on.
removed-lock = A client deletes the lock of another
removed-lock-broken = { $one } deleted the lock of { $other } at t = { $time }.
lost-update = An update is lost
lost-update-broken = At t = { $time } { $one } overwrote data of { $other } that it had not read: the update of { $other } is lost.
shut = The lock is shut, and nobody is in it
shut-broken = At t = { $time } the lock is shut, and nobody is in it: the key turns { $one } away, and the lease of everyone who was granted it is over.
held-idle = A holder prolongs its lease and does nothing
held-idle-broken = At t = { $time } { $one } has prolonged its lease again and again, and has not used the store for { $leases } times its length. Nobody else gets in, though nothing has crashed.
nobody-ever = Nobody ever gets in again
nobody-gets-in = Nobody gets the lock
nobody-gets-in-broken = Up to t = { $time } { $all } tried in { $rounds } rounds. At every refusal the key did not exist or was past its time, and nobody got the lock.

## assumption

bound-clocks-set = clients’ clocks are set while they run
bound-server-clocks-set = servers’ clocks are set while they run
assume-crash = Clients crash
assume-restart = Crashed clients restart
assume-gap = A gap between clock and execution
assume-transit = Messages take time
assume-lose = Messages get lost
assume-overrun = Holders work past their lease
assume-apart = Clocks differ by up to 1 s
assume-forget = Servers restart with nothing
assume-fail-over = Replicas lag and are promoted
assume-part = The network parts
assume-clock-set = A client’s clock is set 12 s ahead or back
assume-server-clock-set = A server’s clock is set 12 s ahead or back
bound-crash = clients crash
bound-no-crash = no crash
bound-restart = clients crash and restart
bound-gap = a gap between reading the clock and execution
bound-transit = messages that take time
bound-no-transit = messages that arrive at once
bound-lose = messages get lost
bound-no-lose = no message is lost
bound-overrun = holders may work past their lease
bound-no-overrun = holders stop before their lease ends
bound-forget = servers restart with nothing
bound-fail-over = replicas lag and are promoted
bound-part = a network that parts
bound-no-failure = servers that do not fail
bound-clocks-alike = clocks alike
# $count (Number)
bound-clocks-apart = clocks up to { $count } s apart
# $count (Number)
bound-clients = { $count ->
    [1] one client
   *[other] { $count } clients
 }
bound-any-rounds = any number of rounds
# $count (Number)
bound-rounds = { $count ->
    [1] one round each
   *[other] { $count } rounds each
 }
# $count (Number)
bound-attempts = { $count ->
    [1] one attempt each
   *[other] { $count } attempts each
 }
# $count (Number)
bound-servers = { $count } servers
# $client (String)
# $seconds (String)
clock-behind = { $client } is { $seconds } s behind
# $client (String)
# $seconds (String)
clock-ahead = { $client } is { $seconds } s ahead

## verdict

broken-at-start = { $property }: this is so at the start.
broken-by-one-move = { $property }: a schedule of one move leads to it. There is no shorter one.
broken-by-moves = { $property }: a schedule of { $moves } moves leads to it, and no shorter one does.
holds-in-all-states = No schedule leads to “{ $property }”, in all { $states }.
lock-for-all = This lock may be held by as many clients at once as there are here: { $clients }. So this says nothing about “{ $property }”, in all { $states }. Only more clients than may hold it can break that.
refused-unclearly = In { $states } no client is refused by a key that another has, or it is not clear which key refuses it. So this says nothing about “{ $property }”.
nothing-to-break = No program here has “{ $said }”, so this says nothing about “{ $property }”, in all { $states }.
nobody-in = Nobody gets in at all, in any of { $states }, so this says nothing about “{ $property }”.
unfinished-before-the-way-back = Not known: the search for “{ $property }” reached { $states } in schedules of up to { $depth }, not all that there are, and may not use more memory. So it cannot tell. Try fewer clients, fewer rounds, or one fault less.
unfinished = Unfinished: no schedule leads to “{ $property }” in { $states } and in all schedules of up to { $depth }, and the search may not use more memory. Try fewer clients, fewer rounds, or one fault less.
no-replay = No answer: the search found a schedule that does not replay, also after it had begun again without its shortcuts. That is a fault of this search, not of the lock. It had reached { $states }, in schedules of up to { $depth }.
# $line (String)
a-client-stops = In one schedule a client stops by itself, at line { $line }.
# $line (String)
# $said (String)
a-client-is-refused = In one schedule a client stops at line { $line }, where the server replies “{ $said }”.
# $clocks (String)
clocks-at-start = At its start { $clocks }.
began-again = A first schedule did not replay, which is a fault of this search, so it began again without its shortcuts.
# $bounds (String)
looked-through = Looked through: { $bounds }.
# What stands between two sentences.
between-sentences = {" "}
# What stands between the thousands of a number.
thousands = ,
# $causes (String)
large = What makes it large: { $causes }.
# $count (String)
large-servers = { $count } states of the servers
# $count (String)
large-client = { $count } of a client
# $count (String)
# $name (String)
large-key = { $count } values or more of the key { $name }
# $count (String)
# $name (String)
large-register = { $count } or more of the register { $name }
# $count (String)
large-messages = up to { $count } messages of a client at once
# $count (String)
large-writes = up to { $count } writes that a replica lacks
# $states (Phrase)
# $depth (Phrase)
# $speed (String)
progress-with-speed = { $states }, all schedules of up to { $depth }, { $speed } states a second
# $states (Phrase)
# $depth (Phrase)
progress = { $states }, all schedules of up to { $depth }
# $progress (Phrase)
# $large (String)
progress-large = { $progress }. { $large }
# $states (Number)
# $count (String) the same with its thousands apart
states-of = { $states ->
    [one] one state
   *[other] { $count } states
 }
# $moves (Number)
moves-of = { $moves ->
    [one] one move
   *[other] { $moves } moves
 }
bound-any-time = any time
# $seconds (String)
bound-time = up to t = { $seconds }
bound-milliseconds = to the millisecond
bound-deadlines = by whole seconds, to each deadline and to the millisecond after it
bound-seconds = by whole seconds only
release-del = DEL
release-clock-and-del = clock check and DEL in one step
release-clock-then-del = clock check, then DEL
release-get-then-del = GET and compare, then DEL
release-compare-and-delete = compare and delete in one step
row-setnx-del = SETNX, DEL of an expired lock
row-fencing = Fencing tokens, shown on read and write
# An algorithm, and how it releases the lock.
# $name (String)
# $what (String)
row-named = { $name }, { $what }
column-as-told = No further assumption
column-takes-later = Contenders take over at <
column-stops-later = Holders stop at <=
column-clocks-apart = Clocks 1 s apart
column-margin = Clocks 1 s apart, a margin of 1 s
column-together = At once: takeover at <, stop at <=, clocks 1 s apart, a gap
column-two-inside = Two inside, leases aside: no lock prevents it

## hazard

hazard-nothing = Nothing goes wrong
hazard-crash = crashes
hazard-restart = crashes and restarts
hazard-stall = stalls
hazard-clocks-apart = has a clock that differs
hazard-clock-set = has its clock set
hazard-delay = delays messages
hazard-loss = loses messages
hazard-partition = parts
hazard-forget = restarts with nothing
hazard-fail-over = fails over
hit-client = A client
hit-network = The network
hit-server = A server
# $hit (Phrase)
# $hazard (Phrase)
hazard-of = { $hit } { $hazard }
may-nothing = Steps and time alone
may-partition = what is sent between the sides is lost
scope-wide = , 3 clients
scope-clients = , 2 clients
scope-one-round = , 2 clients with one round each
# What broke, in two words: the heads of a table say the rest.
brief-two-leases = leases overlap
brief-lost-update = update lost
brief-removed-lock = lock deleted
brief-nobody-ever = shut for good
# $broken (Phrase)
# $moves (Number)
outcome-broken = { $broken }, { $moves } moves
between-outcomes = ;{" "}
survives = none found
# $moves (Number)
outcome-open = not known: nothing in { $moves } moves
