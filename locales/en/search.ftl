### The search and its table.
### $assumptions what may happen, as a list
### $verdict what the search found, in sentences
### $client the name of a client
### $seconds a number of seconds
### $states a number of states
### $count a number of what the message names
### $all how many there are

about = Is there any schedule that breaks the lock? The search looks through all of them, the shortest first, with the settings of this run.
one = Ask about one lock
own = Can two clients hold this lock at once? If one crashes, is it stuck?
conditions = What counts as broken, and what may happen
breaks = It is broken when
rounds = Rounds of each client
any = any number
allowed = What may happen
search = Search
stop = Stop
begun = The search has begun.
stopped = Stopped. Nothing was found so far.
play = Play it
# A question that the last one has left out.
with-crashes = Search with crashes: does nobody ever get in again?
otherwise = The page that made the link had another answer.
table = Algorithms and assumptions
table-about = The length of the shortest schedule that breaks each lock, or “none” with the number of all states. Choose a cell to see it.
caption = Shortest schedules that break a lock
judges = The search judges the program that runs, in every schedule with { $assumptions }.
not-mended = Not yet. { $verdict }
never-in = Not yet: { $client } does not get a lease, although the lock is free.
no-work = Not yet: { $client } does not work for { $seconds } s within its lease.
never-out = Not yet: { $client } does not come to the end of its program.
let-in-late = Not yet: { $client } gets in only when the lease before it has run out. The lock was not given back.
open = Not yet: the search could not look at everything. { $verdict } Compare moments with now alone.
mended = Won: no schedule breaks it, in all { $states } states of three searches, and each client still gives the lock to the next.
survival = What a lock survives
survival-about = Each column lets one thing happen, as often as it likes, to two clients, and to three where two find nothing. A cell says what breaks in the fewest moves, that nothing does, or how far the search came. Except where a client stalls, a holder ends its work before its own clock ends its lease, but time may pass between two commands of a release. Choose a cell to play it and to see what else breaks.
algorithm = Algorithm and release
none = none, { $count } states
# Between a row's name and its column's.
colon = :{" "}
moves = { $count } moves
unasked = does not apply
unfinished = unfinished
waiting = …
counted = { $count } of { $all } cells are searched.
save = Save the table as
