### Challenges, comparisons, links, exports, and what stands around lessons.

## Groups of lessons

group-told = From the documentation
group-left-out = Not in the documentation
group-successors = Newer locks: SET NX PX
group-programs = What real programs do
group-servers = Several servers, and servers that fail


## Challenges and their hints, from the vaguest on

goal-first = Lead C1 through the lock: let it take the lock, work, and give it back.
hint-first-1 = Press Step in the row of C1. Or give the drawing the focus and press 1.
hint-first-2 = Its work takes three seconds, and time stands still until you let it pass: press + 1 s three times, or t.
hint-first-3 = One more Step, and C1 deletes the key. A wrong move is taken back with Ctrl+Z.
goal-forever = Make the lock impossible to get, for ever.
hint-forever-1 = No client here reads the time in the key. Which client would delete the key?
hint-forever-2 = A client can do more than wait and work.
goal-clock = Make two leases valid at once, with the help of a clock.
hint-clock-1 = With which time does a contender compare the value in the key?
hint-clock-2 = A lease lasts ten seconds, and the key says one second more.
goal-not-its-own = Make C1 delete a lock that is not its own.
hint-not-its-own-1 = C1 deletes the key without a check.
hint-not-its-own-2 = When C1 has done its work, the key must belong to C2. How can C2 get the lock before?
goal-mend-clock = Mend the release, so that no schedule lets a client delete the lock of another.
hint-mend-clock-1 = Press Search below the program, and look at the schedule that is found. What does the client not know when it sends DEL?
hint-mend-clock-2 = Up to the end of its lease the key is its own. Here nothing comes between reading the clock and the command.
goal-late-token = Lose an update, although each write shows a fencing token.
hint-late-token-1 = The store refuses a lower fencing token. Which client should have the higher one?
hint-late-token-2 = A client gets the lock first, and the fencing token in a later step.
goal-two-holders = The lock has expired at the start. Make two clients hold it, each with a valid lease.
hint-two-holders-1 = This needs no crash and no wrong clock, only an order of moves.
hint-two-holders-2 = A client may read a value, and act on it when it is out of date.
goal-stall = Make C1 delete a lock that is not its own, although it checks its clock first and all clocks are right.
hint-stall-1 = The check and the DEL are not one step.
hint-stall-2 = Each step has parts, which can be made one by one.
goal-mend-token = Mend this release, although a client may stall between reading its clock and its command.
hint-mend-token-1 = A look at the clock is of no use when the command arrives late. What else tells the client that the key is its own?
hint-mend-token-2 = The comparison and DEL have to be one step of the server. A script is one: the editor knows EVAL.
goal-shorter = Make two leases valid at once, although all clocks are right.
hint-shorter-1 = A client that loses the race writes to the key all the same.
hint-shorter-2 = A client reads its clock before it sends the time. How late may the command arrive?
goal-starve = Although all clocks are right, shut C4 out of a lock that nobody holds any more.
hint-starve-1 = A holder may have left while its key is still there.
hint-starve-2 = C3 reads its clock before it sends DEL, and each step has parts. Each try of C4 writes a time into the key.

## Comparisons

compare-fix = Taking over with DEL and SETNX, or with GETSET
compare-release = A release without a check, or after a check of the clock
compare-boundary = Expired when “<=” the current time, or when “<”
compare-boundary-both = “<=” for the contender alone, or for the holder as well
compare-boundary-equal = Expired when “<=” the current time, or when “=”
compare-nil = A nil reply misread, or understood
compare-token = A fencing token shown on write, or on read as well

## Links

plays-otherwise = The page that made this link showed other replies or verdicts for these moves. Here they are computed anew.
judged-anew = This link is from the first release, which judged some moves otherwise. Here they are judged anew.
# $number (Number)
# $part (String)
# $why (Phrase)
unusable-part = Part { $number } of the link, “{ $part }”, cannot be used: { $why }.
# $why (Phrase) a sentence
unusable-program = The program cannot be used: { $why }
link-version = this page understands links of versions v1 and v2
link-no-start = there is no lesson and no algorithm of that name
link-not-understood = this cannot be part of a link
link-outside-limits = this setting is outside its limits
link-no-setting = settings must come before the first move, and a lesson has settings of its own
link-no-branch = there is no such branch
# $moves (Number)
link-past-end = this branch ends at move { $moves }

## A run as a text

# $start (String)
# $lease (String)
run-begins = The run begins at t = { $start }. The lease is { $lease } s.
# $value (String)
value-at-start = At the start the key holds { $value }, written by no client of this run.
# $skew (String)
clock-ahead = {"    "}its clock is { $skew } s ahead
broken-properties = Broken properties:

## A run as a script

script-about = Commands for a real Redis server, in the order in which the server of this run executed them.
script-connections = Open one redis-cli for each name before ">", and type each line into the one that it names.
script-replies = The expected reply stands directly below each command.
script-keys = The keys must not exist at the start. Use a server with no data that anybody needs.
script-time = Virtual time is left out: the commands contain the times that the clients computed.
script-typed = Some commands are your own. They may depend on the time, or on features that this page does not have, and then their replies may differ.
script-send = To send all of them on one connection: sed -n 's/^[A-Za-z0-9]*> //p' FILE | redis-cli --no-raw
# $server (String)
script-version = The server must be { $server } or later: it has commands that no server of Redis 7.0 knows.
script-servers = A name like C1.B is a client of server B. Start the servers so, each with its own port:
script-remarks = Lost messages, a parted network, failures, clocks and replicas are remarks: no script can bring them about.
# $who (String)
# $command (String)
# $reply (String)
script-wait = { $who } sends { $command }, and the reply is { $reply }: a real server would have to have real replicas.
# $key (String)
script-gone = { $key } is gone by now. Wait until it expires, or send this command instead:
# $key (String)
script-changed = { $key } has got another value without a command. Send this one instead:

## What a TLA+ module cannot say

# $what (Phrase)
unsaid = The TLA+ module has no place for this: { $what }.
unsaid-programs = clients with different programs
unsaid-moments = moments that are added or subtracted
unsaid-replicas = several replicas, or one that is never promoted
unsaid-value = a value at the start
unsaid-clocks-set = a clock that is wrong from the start, or that of a replica
unsaid-bound-time = a bound on time
unsaid-thread = a second thread
unsaid-network-parts = messages that wait while the network is parted
unsaid-chosen-servers = a command to chosen servers
unsaid-register = a register beside other values
unsaid-expiry = another expiry than the lease
unsaid-option = an option of SET
unsaid-command = a command
unsaid-two-keys = two keys
unsaid-token = a token that is kept
unsaid-wait = a wait that is computed
unsaid-multi = MULTI
unsaid-store = the store
unsaid-computed = a value that is computed
