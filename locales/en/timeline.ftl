### The timeline's controls and labels.

lessons = Lesson
start-over = Start over
back = Back
step = Step
play = Play
pause = Pause
replay = Replay
nothing-to-play = There is no move to play yet
speed = Speed
moves = Moves done
at-start = This is the beginning
at-end = This is the end
nothing-made = No move follows yet: choose one
primary = primary
replica = replica
down = down
cut-off = cut off
program-of = Program of{" "}
now-at = is here
second-at = : its second thread is here
servers = Servers
time = Time
value = Value
owner = Last writer
believers = Believe they hold the lock
leases = Valid leases
expired = expired
nobodys = from outside
store = store
clients = What each client does and remembers
clock = clock
legend = What do the signs mean?
legend-call = A command, in the lane of the client that sends it; the arrow is its way to the server. Below it the reply, and its way back.
legend-value = The key's value, in the colour of the client that wrote it, while its lease is valid.
legend-lapsed = The key is still there, but the lease behind it is over: a dashed edge.
legend-belief = The client believes that it holds the lock.
legend-past = The client still believes that it holds the lock, but its lease is over.
legend-lease = The client's lease is valid, until the client's own clock reaches the time that is written at its end.
legend-pause = The client is paused.
legend-cross = The client crashes, or stops on an error.
legend-ring = The client goes on by itself and sends nothing.
legend-on-way = A message on its way: it arrives where the line ends.
legend-cut = Cut off: messages between it and the others do not cross.
legend-answers = The servers, and what each one answered: yes or no.
legend-second = A command of the client's second thread.
legend-broken = The lock is broken here, and while the rows are tinted.
legend-both = Two clients act at once, but only one lease is valid.
go-there = Go there
close = Close
before = Before
after = After
changed = {" "}(changed)
ladder = Moves, one a row. Arrow keys step, Space plays, Home goes to the start, Enter shows the move in full
rows = Moves
what-happens = What happens
time-is = t ={" "}
breaks = The lock is broken here
both-act = Two clients act here
stops = stops
timed-out = waits no longer
says-yes = {" "}says yes
says-no = {" "}says no
reply-is = reply{" "}
what-next = What happens next?
more = More
goes-on = goes on
cannot-move = no move
ended-broken = Broken.
ended-both = Two clients act, and one lease is valid.
limit = Every lease has this limit: a client that stalls does not know that its time is up. No update was lost here; what keeps the data safe is a store that refuses an older fencing token.
ended-well = The lock holds: nothing is broken in this run.
repaired-by = What repairs it:{" "}
kept-safe-by = What keeps the data safe:{" "}
next-lesson = Next:{" "}
reported = Reported of real programs:{" "}
# $moves (Number)
break-it = Try to break it yourself ({ $moves } moves will do)
# $count (Number)
forks = Other branches from here: { $count }
# $time (String)
lease-ends = the lease ends at { $time }
# $shown (Number)
# $moves (Number)
printed = The first { $shown } of { $moves } moves are printed.
# $name (String)
faults-of = Other moves of { $name }
inside = Programs, and what each client knows
# $moves (Number)
begin = Make the first of { $moves } moves
# A move and its time.
# $number (Number)
# $time (String)
move-at = Move { $number }, t = { $time }
# Which move the cursor is at.
# $cursor (Number)
# $moves (Number)
move-of = move { $cursor } of { $moves }
# $asked (String)
# $shown (String)
unknown-lesson = There is no lesson “{ $asked }”, so this is { $shown }.
# $asked (String)
# $shown (String)
# $near (String) one that may be meant
unknown-lesson-near = There is no lesson “{ $asked }”, so this is { $shown }. Did you mean { $near }?
