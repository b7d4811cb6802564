### Playing: free runs, branches, programs, challenges, links.
### $time an instant
### $least the smallest number
### $most the largest number
### $length characters of a link
### $limit the most that it may have
### $property the title of the property

free-summary = Your own run. No move has been made yet: choose the first one.
program = Your program
run-program = Begin a run with it
program-runs = This is the program that runs.
unbegun = The edited program has not begun: moves, search and link are about the one that runs.
unbegun-here = The edited program has not begun: what stands below is about the one that runs.
program-ready = Changed, and without a mistake. Ctrl+Enter begins a run with it.
judge-program = Run it and search
program-to-judge = Changed, and without a mistake. Ctrl+Enter runs it, and the search judges it.
complete = Complete
continuations = What can follow here
no-continuation = Nothing can be completed here.
insert = Insert a statement
start-from = Start from a known program
free = Free play
go-on = Go on from here
search = Search
part-comes = What this needs is being fetched …
to-search = Back to the search
to-program = Back to the program
search-comes = The search is being fetched …
settings = Settings
branches = Branches
keys-title = Keys
step = Step
crash = Crash
restart = Restart
pause = Pause
resume = Resume
read = Read
send = Send
execute = Execute
receive = Receive
parts = Parts of a step
clocks = Clocks
faults = Faults
time-out = Stop waiting
meanwhile = Second thread
lose = Lose message
fail = Fail
restart-synced = Restart as last synced
restart-empty = Restart empty
sync = Sync
replicate = Replicate
promote = Promote
cut-off = Cut off
rejoin = Rejoin
servers = Servers
replicas = Replicas of one server
between-sides = Messages between two sides
wait = wait
are-lost = are lost
slower = Set the clock back:
faster = Set the clock ahead:
time = Time
second = + 1 s
until = To { $time }
amount = Advance the time by seconds
amount-short = seconds
no-amount = Enter a number of seconds, such as 12 or 0.5.
first-branch = First run
branch = Branch
breaks = breaks the lock
rename = Name
remove = Remove
name = Name of the branch
last-branch = The only run cannot be removed.
algorithm = Algorithm
how-many = Clients
lease = Lease (s)
start = Starts at t =
start-value = lock.foo at the start
no-key = no such key
clock-ahead = clock ahead (s)
different = different, see below
new-run = Changing a setting starts a new run.{" "}
restore = Back to the previous run
whole-number = Enter a whole number from { $least } to { $most }.
no-algorithm = There is no such algorithm.
no-clock = Enter a number of seconds; a negative number sets the clock back.
keys-where = While the drawing has the focus:
key-step = one move forward, one move back
key-parts = what is drawn at this move, part by part
key-undo = take your last move back
key-ends = to the beginning, to the end
key-play = play, pause
key-client = step that client
key-crash = crash it
key-tick = a second passes
key-lesson = the previous lesson, the next lesson
key-help = this list
key-tab = leave the drawing
goals = Challenges
goals-about = Reach the goal with moves or with a program of your own. Commands that you type do not count. Each challenge starts a new run.
goal = Challenge:{" "}
hint = Hint
no-more-hints = there are no more hints
next-goal = Next challenge
goal-won = won:{" "}
end-goal = Leave the challenge
share = Share
link-too-long = This run is too long for a link: { $length } characters of { $limit }. Save it as a text file, which has all its moves.
copy-link = Copy link
link = Link to this run
copied = The link is on the clipboard, and in the address bar.
not-copied = The browser does not let this page copy. Copy the link from the field above.
pairs = Side by side
pairs-about = The same moves under two algorithms, in two timelines that step together.
against = These moves under another algorithm
choose = choose one
end-pair = One timeline again
no-difference = Both do the same so far.
differs = First difference:{" "}
differs-here = From here on the two differ.{" "}
not-there = This side cannot make the move:{" "}
files = As a file
text-file = Text
script-file = redis-cli script
unsaved = This browser or this page does not allow the file to be made.
lane = Open in the prompt
lane-label = The keyspace at this moment; what you type becomes a move
# Where a branch left its parent, and how many moves it has of its own.
# $after (Number)
# $own (Number)
branch-left = leaves after move { $after }, { $own } of its own
# $number (Number)
has-left = This move opens branch { $number }. The run that you left is kept under Branches.
to-left = Back to it
# $moves (Number)
moves-in-all = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
 }
# $number (Number)
move-number = Move { $number }
# What stands before the first move of a run that has some.
# $moves (Number)
before-first = A run of { $moves ->
    [one] 1 move
   *[other] { $moves } moves
 }. Step through it, or play it.
# The same, where a search has found the run.
# $property (Phrase)
# $moves (Number)
before-found = { $property }: the search found a run of { $moves ->
    [one] 1 move
   *[other] { $moves } moves
 } that leads to it. Step through it, or play it.
# How far a link was played.
# $moves (Number)
played = Played before it: { $moves ->
    [one] 1 move
   *[other] { $moves } moves
 }.
# $moves (Phrase) how many
# $known (Number)
won-shorter = Won in { $moves }: shorter than any way known here, which takes { $known }!
# $moves (Phrase)
won-shortest = Won in { $moves }: the shortest way known.
# $moves (Phrase)
# $known (Number)
won = Won in { $moves }; the shortest known is { $known }.
