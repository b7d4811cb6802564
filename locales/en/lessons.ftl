### The lessons in lessons/, each in a section of its own: its title, its summary, and the sentences of its moves.
### `*...*` is what went wrong. Values are from the outcome of the move:
### $client the client that moves
### $command the command of its request
### $reply the reply
### $until the end of the lease that it states or, as it leaves, has stated
### $clock what its clock shows
### $wake when it goes on
### $value the value of the lock's key after the move
### $writer the client whose value was in the key before the move
### $owner the client whose value is in the key after the move
### $believers the clients that act as the holder
### $others those of them that did not move
### $leaseholders the clients whose leases are valid
### $lapsed those whose leases have ended by this move
### $ended when the first of those ended
### $victims the client whose valid lock was removed
### $overwritten the client whose update was overwritten unseen
### $stuck the clients that are in a deadlock
### $server the server of the move
### $servers the servers that were asked
### $asked how many of them there are
### $yes how many of them granted the request
### $node the server or the client that is cut off or rejoins
### $time the true time after the move
### $elapsed the seconds that it took

## The three moves with which several lessons begin
opening-sets = { $client } sends { $command }. The key does not exist, so the reply is { $reply }: { $client } holds the lock until { $until }.
opening-crashes = { $client } crashes before it releases the lock. The key keeps the value { $value }.
opening-expires = The time is now { $time }. The value { $value } is in the past, so the lock has expired. The key still exists: nothing deletes it.

## D1
d1-title = The deadlock
d1-summary = The holder crashes and its key stays. The other clients only ask whether the key exists, so none of them ever gets the lock.
d1-c1-setnx = { $client } sends { $command }. The key exists, so the reply is { $reply }, and { $client } starts over. *The lock is shut, and nobody is in it*.
d1-time = { $elapsed } seconds pass. SETNX sets no time to live, so at { $time } the key still exists, with the value { $value }.
d1-c1-setnx-2 = { $client } tries again with a new time, { $command }, and the reply is { $reply } again. Its program never reads { $value }, the time in the key.
d1-c2-setnx = { $client } sends { $command }, and the reply is { $reply }. *{ $stuck } will try for ever*: their programs never read the time in the key, and only { $writer } would have deleted the key, but { $writer } has crashed.

## D2
d2-title = The DEL race
d2-summary = Two clients read the value of the same expired lock. Each deletes the key and sets it again, and both believe that they hold the lock.
d2-c1-setnx = { $client } sends { $command }. The key that { $writer } left still exists, so the reply is { $reply }.
d2-c1-get = { $client } reads { $reply }. Its clock shows { $clock }, so the lock has expired. Its next command will be DEL.
d2-c2-get = { $client } reads { $reply } as well, and its next command will be DEL, too. Neither client knows of the other.
d2-c1-del = { $client } deletes the expired lock. The reply { $reply } is the number of deleted keys.
d2-c1-setnx-2 = { $client } sends { $command }, and the reply is { $reply }: { $client } holds the lock until { $until }. So far nothing is wrong.
d2-c2-del = { $client } read the expired value earlier and sends { $command } only now. The reply is { $reply }. DEL does not compare the value: *the lock that it deleted was the lock of { $victims }*.
d2-c2-setnx = { $client } sends { $command }, and the reply is { $reply } again. *{ $believers } now both believe that they hold the lock*. The key shows only the last writer, { $owner }.

## D3
d3-title = Taking over with GETSET
d3-summary = GETSET writes the new value and returns the old one in a single step. A client learns from it whether the lock was still the expired one when it wrote.
d3-c4-get = { $client } reads { $reply }. Its clock shows { $clock }, so the lock has expired. It will not delete the key.
d3-c4-getset = { $client } sends { $command } and receives the old value, { $reply }. That is the expired value, so no other client took the lock over first: { $client } holds the lock until { $until }.
d3-c4-del = { $client } has done its work. Its clock shows { $clock }, and its lease ends only at { $until }, so the key is still its own. It sends { $command }, and the reply is { $reply }.

## D3-rival
d3-rival-title = Taking over against a rival
d3-rival-summary = Two clients read the value of the same expired lock. Only the first GETSET returns the expired value. The other client learns that it has lost, and starts over.
d3-rival-c5-get = { $client } reads { $reply }. Its clock shows { $clock }, so the lock has expired.
d3-rival-c4-get = { $client } reads { $reply } as well. Both clients now know that the lock has expired.
d3-rival-c5-getset = { $client } sends { $command } first and receives the expired value, { $reply }: { $client } holds the lock until { $until }.
d3-rival-c4-getset = { $client } sends { $command } and receives { $reply }, which has not expired: { $others } was first, and { $client } starts over. But { $client } has overwritten the key: { $owner } is its last writer, and { $others } holds the lock. Their clocks agree, so the value is the same.
d3-rival-c4-get-2 = { $client } reads { $reply }. Its clock shows { $clock }, so the lock has not expired. { $client } waits until { $wake }.
d3-rival-c4-get-3 = { $client } reads { $reply } again and waits until { $wake }. As long as the lock has not expired, it sends no GETSET.
d3-rival-c5-del = { $client } compares its clock with the end of its lease: { $clock } is before { $until }. It sends { $command }, and the reply is { $reply }.
d3-rival-c4-setnx = { $client } sends { $command }. The key no longer exists, so the reply is { $reply }: { $client } holds the lock until { $until }.

## D3-wait
d3-wait-title = A lock that has not expired
d3-wait-summary = The holder is alive and working. The other client reads a time in the future, waits, and gets the lock after the release.
d3-wait-c4-setnx = { $client } sends { $command } while { $others } is working. The key exists, so the reply is { $reply }.
d3-wait-c4-get = { $client } reads { $reply }. Its clock shows { $clock }, so the lock has not expired. { $client } does not touch the key and waits until { $wake }.

## D-once
d-once-title = A caller that does not wait
d-once-summary = A caller that must not block tries once and returns.

## D-patient
d-patient-title = A caller that waits for a while
d-patient-summary = The holder keeps the lock for longer than the caller is willing to wait.
d-patient-c2-setnx = { $client } tries once more with { $command }, and the reply is { $reply }. Its clock shows { $clock }: it has waited long enough, and gives up.

## D4
d4-title = The late DEL
d4-summary = A holder stalls until its lease is over, and another client takes over the lock. Then the first client sends DEL and deletes a lock that is no longer its own.
d4-time = { $lapsed } stalls for { $elapsed } seconds. Its lease ended at { $ended }, but { $lapsed } has not looked at its clock and still believes that it holds the lock.
d4-c2-getset = { $client } takes over the lock with { $command }. The old value is { $reply }, which has expired, so { $client } holds the lock until { $until }. Only this lease is valid, but *{ $believers } now both believe that they hold the lock*: { $others } has not looked at its clock.
d4-c1-del = { $client } has finished its work and sends { $command }. The reply is { $reply }. *The lock that it deleted was the lock of { $victims }*.
d4-c3-setnx = { $client } sends { $command }. The key does not exist, so the reply is { $reply }. *{ $believers } now both believe that they hold the lock*, and both leases are valid.

## D4-guarded
d4-guarded-title = A release that checks the clock
d4-guarded-summary = The same stall. This time the holder compares its clock with the end of its lease before it sends DEL. The lease is over, so it sends nothing.
d4-guarded-c1-step = { $client } has finished its work and first compares its clock with the end of its lease: { $clock } is not before { $until }. The key may belong to another client, so { $client } sends nothing. { $believers } keeps the lock.
d4-guarded-c3-get = { $client } reads { $reply }. Its clock shows { $clock }, so the lock has not expired. { $client } waits until { $wake }, and only { $believers } holds the lock.
d4-guarded-c2-del = { $client } compares its clock with the end of its lease as well: { $clock } is before { $until }. It sends { $command }, and the reply is { $reply }.
d4-guarded-c3-setnx = { $client } sends { $command }, and the reply is { $reply }: { $client } holds the lock until { $until }, and no other client believes that it does.

## S5
s5-title = A stall between the check and the DEL
s5-summary = The holder compares its clock with the end of its lease, and stalls before it sends DEL. When the DEL arrives, the check is out of date.
s5-c1-read = { $client } has done its work and compares its clock with the end of its lease: { $clock } is before { $until }. It prepares { $command } and stalls before it sends it.
s5-c1-del = { $client } goes on after its stall and sends { $command }. The reply is { $reply }. *The lock that it deleted was the lock of { $victims }*. Its check was correct at the time of the check.
s5-c3-setnx = { $client } sends { $command }, and the reply is { $reply }. *The leases of { $leaseholders } are valid at once*.

## S5-get
s5-get-title = A stall between GET and DEL
s5-get-summary = The holder compares the value instead of the clock. That does not help: GET and DEL are still two steps.
s5-get-c1-get = { $client } has done its work and sends { $command }. The reply { $reply } is the value that it wrote, so the key is still its own. Its next command will be DEL.
s5-get-c1-del = { $client } read its own value before the stall, and now sends { $command }. The reply is { $reply }. *The lock that it deleted was the lock of { $victims }*.

## S6
s6-title = A loser shortens the lock
s6-summary = A GETSET is computed early and arrives late. It loses the race, but it leaves an old time in the key, so the winner’s lock seems to expire too soon.
s6-c1-read = { $client } reads its clock, { $clock }, and computes { $command } from it. It has not sent the command yet.
s6-c1-send = { $client } sends { $command }. The command will arrive late.
s6-c2-getset = { $client } takes over the lock with { $command }. The old value is { $reply }, which has expired, so { $client } holds the lock until { $until }, as the key says.
s6-c1-exec = Only now does the server execute { $command } of { $client }. The old value, and so the reply, is { $reply }. The key now says { $value }, which is earlier.
s6-c1-recv = { $client } receives { $reply }, which has not expired: it has lost, and starts over. The value that it wrote stays in the key.
s6-c1-get = { $client } reads { $reply }. Its clock shows { $clock }, so to { $client } the lock has expired. But { $believers } holds the lock, and its lease is valid.
s6-c1-getset = { $client } sends { $command } and receives { $reply }, which has expired. *The leases of { $leaseholders } are valid at once*. All clocks are right; one message was late.

## S6b
s6b-title = A loser lengthens the lock
s6b-summary = This time the loser writes a later time. The winner does not find its own value any more, so it does not release: the lock is held by nobody, and nobody can get it.
s6b-c4-getset = { $client } sends { $command } and receives { $reply }, which has not expired: it has lost. The key now says { $value }.
s6b-c5-get = { $client } has done its work and sends { $command }. The reply { $reply } is not the value that it wrote, so { $client } takes the lock for another client’s and does not delete the key.
s6b-c5-step = { $client } sends nothing more. Nobody holds the lock, and nobody can take it over before { $value }.
s6b-c4-get = { $client } reads { $reply }, the time that it wrote itself, and waits until { $wake }. *The lock is shut, and nobody is in it*.

## S7
s7-title = A clock that runs ahead
s7-summary = The contender’s clock is ahead by at least the time that is left in the key. To the contender, a valid lock has expired.
s7-c2-get = { $client } reads { $reply }. The true time is { $time }, but its own clock shows { $clock }: to { $client }, the lock has expired.
s7-c2-getset = { $client } sends { $command } and receives { $reply }, which has expired by its clock. *The leases of { $leaseholders } are valid at once*.

## S7-behind
s7-behind-title = A clock that runs behind
s7-behind-summary = The holder’s clock is behind. The time that it writes is already in the past, so its lock has expired from the start.
s7-behind-c1-setnx = { $client } reads its clock, { $clock }, and sends { $command }. The reply is { $reply }, so { $client } believes that it holds the lock. It trusts its clock until that shows { $until }; but the true time is { $time }, and { $value } is past.
s7-behind-c2-get = { $client } reads { $reply }. Its clock is right and shows { $clock }, so the lock has expired.
s7-behind-c2-getset = { $client } takes over the lock with { $command }. The old value is { $reply }, which has expired. *The leases of { $leaseholders } are valid at once*, each by its holder’s own clock.

## S8
s8-title = Starved by its own GETSET
s8-summary = A contender polls with GETSET and never reads first. Each try writes a later time into the lock of a crashed client, and so the contender never gets it.
s8-c4-getset = { $client } sends { $command } and receives { $reply }, which has not expired, so { $client } does not get the lock. But the key now says { $value }.
s8-c4-getset-2 = { $client } sends { $command } and receives { $reply }: the time that it wrote itself. That has not expired, so { $client } does not get the lock. The key now says { $value }, and *the lock is shut, and nobody is in it*.
s8-c4-getset-3 = And once more: it reads { $reply }, which it wrote itself, and writes { $value }. It goes on so for as long as { $client } polls more often than a lease lasts.

## S9
s9-title = A nil reply, misread
s9-summary = Between GET and GETSET another client takes over the lock and releases it. GETSET then returns nil. A program that takes nil for “not expired” leaves a lock that belongs to nobody.
s9-c1-getset = { $client } sends { $command } and receives { $reply }: the key did not exist, so nobody held the lock. But this program starts over, and its value { $value } stays in the key.

## S9-taken
s9-taken-title = A nil reply, understood
s9-taken-summary = The same moves, with a program that knows the meaning of nil: nobody held the lock, so the client has it now.
s9-taken-c1-getset = { $client } sends { $command } and receives { $reply }: the key did not exist, so nobody held the lock. { $client } holds it until { $until }.

## B-equal
b-equal-title = “Equal to” the time
b-equal-summary = This program takes the sentence literally: a lock has expired when its time equals the current time. No client looked in that second, so none ever gets the lock.
b-equal-c1-get = { $client } reads { $reply }. Its clock shows { $clock }, which is not equal, so { $client } waits until { $wake }. *The two will never be equal again*: the clock only goes forward.

## B-both
b-both-title = The last second, counted twice
b-both-summary = The holder counts the last second as its own, and the contender counts the same second as expired. In that second both believe that they hold the lock.
b-both-c2-get = { $client } reads { $reply }. Its clock shows { $clock }: the value is not in the future, so { $client } counts it as expired.
b-both-c2-getset = { $client } sends { $command } and receives { $reply }. *The leases of { $leaseholders } are valid at once*, for this one second.

## B-less
b-less-title = “Older than” the time
b-less-summary = A lock has expired when its time is before the current time. Contenders wait one second more, and the lock is safe at this boundary.
b-less-c2-get = { $client } reads { $reply }. Its clock shows { $clock }: the value is not in the past yet, so { $client } waits until { $wake }.

## P1
p1-title = SET NX PX, released without a check
p1-summary = The server now deletes the key when its time to live ends. A holder that stalls past its lease still deletes any key that it finds.
p1-c1-set = { $client } sends { $command }, and the reply is { $reply }: { $client } holds the lock until { $until }. The server deletes the key when its time to live ends.

## P2
p2-title = SET NX PX, released after a check
p2-summary = The holder reads its own token, and then sends DEL. The key expires between the two commands.
p2-c1-get = { $client } has done its work and sends { $command }. The reply { $reply } is its own token, so its next command will be DEL.
p2-c1-del = { $client } read its own token before the stall, and now sends { $command }. The reply is { $reply }. *The lock that it deleted was the lock of { $victims }*.

## P3
p3-title = SET NX PX, compare and delete
p3-summary = The release compares the token and deletes the key in one step. A stalled holder can no longer remove the lock of another; it may still believe that it holds its own.
p3-c1-compare-and-delete = { $client } sends { $command }. The key has another token, so the reply is { $reply }, and the key stays.
p3-c3-set = { $client } sends { $command }, and the reply is { $reply }: the lock of { $believers } has held.

## P3-delex
p3-delex-title = Compare and delete in one command
p3-delex-summary = Redis 8.4 has DELEX with IFEQ, and Valkey 9 has DELIFEQ: one command for what the script compare-and-delete does. With DELEX, too, no client removes the lock of another.
p3-delex-c1-delex = { $client } sends { $command }. The key has another token, so the reply is { $reply }, and the key stays: the lock of { $believers } has held.
p3-delex-c2-delex = { $client } releases its lock. The key has its token, so the reply is { $reply }, and the key is gone.
p3-delex-c3-delex = { $client } sends { $command }. The key has its token, so the reply is { $reply }: DELEX answers as the script does.

## P4
p4-title = The stalled writer
p4-summary = A holder that stalls past its lease may still write afterwards, over the data of the next holder. No kind of release prevents this.
p4-c1-write = { $client } goes on after its stall, still believes that it holds the lock, and asks the store to { $command }. The answer is { $reply }. *The update of { $overwritten } is lost*.

## P4-fenced
p4-fenced-title = The stalled writer, fenced off
p4-fenced-summary = Each time the lock is granted, the client also receives a number that only grows: a fencing token. The store refuses a write whose token is lower than one that it has seen.
p4-fenced-c1-set = { $client } sends { $command } as one transaction. The replies are { $reply }: the lock, and the fencing token.
p4-fenced-c2-set = { $client } sends { $command }. The replies are { $reply }: the lock, and the next fencing token. { $others } has stalled past its lease.
p4-fenced-c1-write = { $client } goes on after its stall and asks the store to { $command }. The store has seen a higher fencing token, so the answer is { $reply }. No update is lost.

## P5
p5-title = A fencing token that comes too late
p5-summary = The fencing token is issued in a step of its own, after the lock. A client that stalls between the two gets the higher token.
p5-c1-incr = { $client } sends { $command }, and the reply is { $reply }. The lease of { $client } has ended, and yet its fencing token is higher than that of { $leaseholders }.
p5-c1-write = { $client } asks the store to { $command }. The store has not seen a higher fencing token, so the answer is { $reply }. *The update of { $overwritten } is lost*.

## P6
p6-title = A fencing token that is shown too late
p6-summary = The store sees the fencing token only on a write. The newer client reads before the older client writes.
p6-c1-write = { $client } asks the store to { $command }. The store has not seen a higher fencing token, so the answer is { $reply }.
p6-c2-write = { $client } asks the store to { $command }. It read the store before { $overwritten } wrote. The answer is { $reply }. *The update of { $overwritten } is lost*, although the fencing tokens came in the right order.

## P6-read
p6-read-title = A fencing token that is shown on read
p6-read-summary = The same moves, but each read shows the fencing token as well.
p6-read-c2-read = { $client } asks the store to { $command }; the answer is { $reply }. The store remembers the higher fencing token.
p6-read-c1-write = { $client } asks the store to { $command }. The store has seen a higher fencing token, so the answer is { $reply }.

## A1
a1-title = A store that is claimed
a1-summary = The other answer to the stalled writer. Each holder claims the store with its token, and the store takes writes with that token alone. The tokens need no order, but the store must be able to compare.
a1-c2-claim = { $client } asks the store to { $command }, and the answer is { $reply }. From now on the store refuses every other token.
a1-c1-write = { $client } goes on after its stall and asks the store to { $command }. The answer is { $reply }: the token is not the one that claimed the store last.

## P7
p7-title = A counter that is forgotten
p7-summary = The server that counts the fencing tokens restarts with nothing. A stalled holder and the next one then have the same token.
p7-s0-up = Server { $server } restarts with nothing: the counter of the fencing tokens is gone.
p7-c2-set = { $client } sends { $command }, and the replies are { $reply }: the lock, and the same fencing token that { $others } has.

## P7-claimed
p7-claimed-title = A claim that needs no counter
p7-claimed-summary = The same restart. The store takes writes with the token that claimed it last, and no counter is asked.

## E1
e1-title = SETNX, then EXPIRE
e1-summary = The key gets its time to live in a second command. A client that crashes between the two leaves a lock that never expires: a common bug.
e1-c1-setnx = { $client } sends { $command }, and the reply is { $reply }. The key has no time to live yet: that takes a second command.
e1-c1-crash = { $client } crashes before it sends EXPIRE. The key stays, and nothing will ever remove it.
e1-c2-setnx = { $client } sends { $command }, and the reply is { $reply }. It waits, and will ask again. *The key has no time to live, so { $stuck } will never get the lock*.

## E2
e2-title = SETNX and EXPIRE in a transaction
e2-summary = Both commands in one transaction leave no gap. But EXPIRE runs even when SETNX is refused: every poll prolongs the lock, also that of a client that has crashed.
e2-c2-setnx = { $client } sends { $command }, and the replies are { $reply }. SETNX is refused, and EXPIRE is not: the key lives for a whole lease longer.
e2-c2-setnx-2 = { $client } polls again, and again it prolongs the lock. *The lock is shut, and nobody is in it*, for as long as somebody polls more often than a lease lasts.

## E2-nx
e2-nx-title = EXPIRE only where there is none
e2-nx-summary = With the option NX, which Redis has from version 7.0 on, EXPIRE changes no time to live that is there already. A poll then prolongs nothing.
e2-nx-c2-setnx = { $client } sends { $command }, and the replies are { $reply }. Both are refused: the key keeps its time to live.
e2-nx-c2-setnx-2 = The key has expired by itself, so this time the replies are { $reply }. { $client } holds the lock until { $until }.

## T1
t1-title = A name instead of a token
t1-summary = The value in the key names the client, and is the same for each of its attempts. A release that arrives late removes the lock that the same client has taken anew.
t1-c1-read = { $client } has done its work. It computes the command of its release, { $command }.
t1-c1-send = { $client } sends { $command }. The command is delayed on its way.
t1-time = The time is now { $time }. The key has expired, and the old command has still not arrived.
t1-c1-set = { $client } sends { $command }, with the same name as before, and the reply is { $reply }. It holds the lock until { $until }.
t1-c1-exec = Now the old command arrives. The value in the key is the expected name, so the key is deleted, and the reply is { $reply }. { $client } does not learn of it.

## T1-token
t1-token-title = A new token for each attempt
t1-token-summary = The same moves with a token that is new for each attempt. The late release finds another token, and removes nothing.
t1-token-c1-set = { $client } sends { $command }, with a new token, and the reply is { $reply }. It holds the lock until { $until }.
t1-token-c1-exec = Now the old command arrives. The value in the key is { $value }, not the old token, so the reply is { $reply }, and the key stays.
t1-token-c2-set = { $client } sends { $command }, and the reply is { $reply }: one client has the lock.

## N1
n1-title = A reply that is lost
n1-summary = The server sets the key, and its reply is lost. The client repeats its request and is refused: it has locked itself out until the key expires. Nothing is broken; time is lost.
n1-c1-exec = The server executes { $command }, and the reply is { $reply }: the key belongs to { $client }, which does not know it yet.
n1-c1-timeout = { $client } has waited long enough. Nobody replied, so it will repeat the request as it was, with the same token.
n1-c1-set = { $client } sends { $command } again, and the reply is { $reply }: its own key is in its way. It waits until { $wake }.
n1-c2-set = { $client } is refused as well. The key is the only thing that holds the lock, and it expires by itself.

## N1-own
n1-own-title = A client that knows its own token
n1-own-summary = The same loss. This client keeps its token while it repeats the request, reads the key when it is refused, and finds that the lock is its own, since its first request.
n1-own-c1-get = { $client } reads { $reply }, its own token: its first request was executed. So it holds the lock until { $until }, counted from that request.

## N2
n2-title = A release whose reply is lost
n2-summary = The server deletes the key, and its reply is lost. The client repeats its DEL, and by then the key belongs to another.
n2-c1-exec = The server executes the release of { $client }, and the reply is { $reply }: the lock is free. { $client } does not know it yet.
n2-c1-timeout = { $client } has waited long enough. It cannot tell whether its release was executed, so it will send it again.
n2-c1-del = { $client } sends { $command } again, and the reply is { $reply }: *the lock that it deleted was the lock of { $victims }*.
n2-c3-set = { $client } sends { $command }, and the reply is { $reply }. *The leases of { $leaseholders } are valid at once*.

## N2-token
n2-token-title = A release that may be repeated
n2-token-summary = The same loss. The script compares the token, so the second release deletes nothing.
n2-token-c1-eval = { $client } sends { $command } again. The key has another token, so the reply is { $reply }. Here that is no error: the first release was executed.

## O1
o1-title = A key that somebody deletes
o1-summary = Somebody deletes the key by hand, or a server that is out of memory evicts it. The holder does not learn of it.
o1-outside = No program repairs this. Keep locks on a server that evicts no keys, and let nobody delete them by hand.
o1-c3-del = { $client } is somebody at a prompt, or stands for the server that evicts. *The lock that it deleted was the lock of { $victims }*.

## O2
o2-title = Two programs on one key
o2-summary = C1 runs an older program, which deletes without a check. The others compare, and that does not help them.
o2-outside = No program repairs this alone: all that use the key have to compare. Give each lock a key of its own.
o2-c2-set = { $client } runs a program that compares. The key has expired, so the reply is { $reply }: { $client } holds the lock until { $until }.
o2-c1-del = { $client } sends { $command } after its stall, and the reply is { $reply }: *the lock that it deleted was the lock of { $victims }*.

## P3-watch
p3-watch-title = A release by WATCH
p3-watch-summary = WATCH, GET, and DEL in a transaction compare and delete without a script. If the key changes or expires in between, EXEC returns nil and nothing is deleted.
p3-watch-c1-watch = { $client } has done its work. It asks the server to watch the key.
p3-watch-c1-get = { $client } reads { $reply }, its own token. Its next command is the transaction with DEL.
p3-watch-c2-set = The key has expired, and { $client } takes the lock.
p3-watch-c1-del = { $client } sends { $command }. The watched key has changed, so EXEC replies { $reply }, and nothing is deleted: { $believers } keeps its lock.

## W1
w1-title = A blind renewal
w1-summary = A second thread of the holder prolongs the lock every few seconds. It does not ask whose lock it is.
w1-c1-meanwhile = The second thread of { $client } begins: it will prolong the lock before the lease ends.
w1-time = { $believers } has stalled, both its threads, and its lease has ended. The key has expired.
w1-c1-meanwhile-2 = The second thread of { $client } wakes and sends { $command }. The reply is { $reply }, so it thinks that it has kept its lock; it has prolonged that of another client. *The leases of { $leaseholders } are valid at once*.

## W2
w2-title = A renewal after a check
w2-summary = The second thread reads the token first. Between its GET and its PEXPIRE the key expires, and another client takes the lock.
w2-c1-meanwhile = The second thread of { $client } sends { $command }. The reply { $reply } is its own token, so its next command will be PEXPIRE.
w2-c1-meanwhile-2 = The second thread of { $client } sends { $command } only now, and the reply is { $reply }. *The leases of { $leaseholders } are valid at once*.

## W3
w3-title = A renewal that compares in one step
w3-summary = The second thread compares and prolongs in one step, as a script does. When the lock is not its own any more, it knows, and stops.
w3-c1-meanwhile = The second thread of { $client } sends { $command }, and the reply is { $reply }. The lease of { $client } now ends at { $until }.
w3-c1-meanwhile-2 = After a stall the second thread of { $client } sends { $command }. The key has expired, so the reply is { $reply }: { $client } knows that it has lost the lock, and stops.
w3-c2-set = { $client } takes the lock. Nobody else believes that it holds it.

## W4
w4-title = A watchdog that stalls, too
w4-summary = The thread that renews the lease stops together with its client. No renewal arrives, and the client does not know that its lease is over.
w4-c2-set = { $client } takes the lock, and *{ $believers } both believe that they hold it*. A renewal shortens the wait for a holder that has crashed; it does not mend a stall.

## W5
w5-title = A watchdog that outlives the work
w5-summary = The work hangs, and the second thread goes on renewing. Nothing has crashed, and yet nobody else ever gets the lock.
w5-outside = No command repairs this: a client has to limit how often it renews its lease.
w5-c2-set = { $client } is refused: { $believers } still holds the lock, and does nothing with it.
w5-time = The time is now { $time }.

## W6
w6-title = A renewal that arrives too late
w6-summary = The request of the second thread is delayed. When it arrives, another client has the lock.
w6-c1-exec = The old request of { $client } arrives only now, and the reply is { $reply }: it has prolonged the lock of another client.

## W6-token
w6-token-title = A renewal that compares the token
w6-token-summary = The same delay. The script compares the token, so the late renewal changes nothing, and the lock of the crashed client ends with its lease.
w6-token-c1-exec = The old request of { $client } arrives only now. The key has another token, so the reply is { $reply }, and the lock is not prolonged.

## K2
k2-title = A clock that is set back
k2-summary = The clock of the holder is set back while it works. By that clock its lease lasts longer than the key.

## K2-monotonic
k2-monotonic-title = A lease on a monotonic clock
k2-monotonic-summary = The same clock is set back, but the program reads another one, which nobody can set.
k2-monotonic-skew = The wall clock of { $client } is set back. Its program measures on the monotonic clock of the machine, so nothing changes for it.
k2-monotonic-release = Its work is done by the monotonic clock too. { $client } sends { $command } within its lease, and the reply is { $reply }.

## F1
f1-title = A failover that loses the lock
f1-summary = The server answers before its replica has the write. It fails, the replica is promoted, and the lock is gone.
f1-c1-set = { $client } sends { $command }, and the reply is { $reply }. The write has not reached the replica yet.
f1-s1-promote = Server { $server } is promoted. It never received the write, so it knows of no lock.

## F2
f2-title = WAIT before going in
f2-summary = The client asks by WAIT how many replicas have its write, and goes in only when one has. With one replica, the failover now keeps the lock: if two clients try once each, no schedule loses it. If they try again, none of up to 10 moves does; longer ones were not searched.
f2-c1-wait = { $client } sends { $command }, and the reply is { $reply }: the replica has the write. { $client } holds the lock until { $until }.
f2-c2-set = { $client } sends { $command }. The promoted replica has the key, so the reply is { $reply }.

## F2-other
f2-other-title = The other replica is promoted
f2-other-summary = WAIT says how many replicas have the write, not which one will be promoted. The one that has it cannot be reached when the server fails. Sentinel prefers the replica with the most data, so in this schedule that had to go wrong as well.
f2-other-outside = No program repairs this. As long as the write has not reached every replica, one without the lock may be promoted.
f2-other-s1-cut = Server { $node }, the only replica that has the write, is cut off.
f2-other-s2-promote = Server { $server } is promoted. It is the best of those that can be reached, and it lacks the write.
f2-other-c2-wait = { $client } sends { $command }, and the reply is { $reply }: a replica has its write, too. *The leases of { $leaseholders } are valid at once*.

## F3
f3-title = WAIT says 0
f3-summary = No replica has the write in time. The client must not go in, and it must release: its key is there all the same.
f3-c1-wait = { $client } sends { $command }, and the reply is { $reply }: no replica has the write. So { $client } must not go in.
f3-c1-compare-and-delete = { $client } gives back what it has taken: it sends { $command }, and the reply is { $reply }. It waits until { $wake } and tries again.

## F5
f5-title = WAIT asked of the new primary
f5-summary = The failover comes between SET and WAIT. The new primary does not have the key, and for a client that has written nothing to it, it counts every replica.
f5-c1-wait = { $client } sends { $command } to the new primary. It has written nothing there, so no replica lacks a write of it, and the reply is { $reply }. It holds the lock until { $until }.

## F5-read
f5-read-title = A GET after WAIT
f5-read-summary = The same failover. The client reads the key after WAIT, and does not find its token.
f5-read-c1-get = { $client } sends { $command }, and the reply is { $reply }: this server does not have its key. So it must not go in.

## F6
f6-title = An old primary that still takes writes
f6-summary = A replica is promoted, and the old primary does not know of it. It executes a request that was on its way.
f6-s1-promote = Server { $server } is promoted. The old primary still runs and does not know of it.

## F6-wait
f6-wait-title = An old primary, and WAIT
f6-wait-summary = The same failover. The client goes in only when WAIT counts a replica that has its write.
f6-wait-c1-wait = { $client } sends { $command }. The new primary has no replica, so the reply is { $reply }, and { $client } must not go in.

## F4
f4-title = A server that forgets
f4-summary = The server restarts with what it had last written to disk. The lock is younger than that. Either every write is synced at once, or the server comes back only after the longest lease.
f4-outside = No program repairs this. The server has to sync every write, or to stay down after a restart until the longest lease has passed.
f4-c2-set = { $client } sends { $command }, and the reply is { $reply }: the server knows of no lock. *The leases of { $leaseholders } are valid at once*.

## K1
k1-title = The clock of the server jumps
k1-summary = Times to live in Redis go by the wall clock. Somebody sets the clock of the server, and the key expires at once.
k1-outside = No program repairs this: the clock of a server must not jump. A store that refuses older fencing tokens would keep the data safe.
k1-c2-set = { $client } sends { $command }. For the server the key has expired, so the reply is { $reply }. *The leases of { $leaseholders } are valid at once*.

## R1
r1-title = Redlock without faults
r1-summary = Five servers know nothing of each other. A client asks all of them, and holds the lock when more than half say yes before the lease is over.
r1-c1-set = { $client } sends { $command } to { $servers } at once. { $yes } of { $asked } say yes, so it holds the lock until { $until }.
r1-c2-set = { $client } asks the same five. { $yes } of { $asked } say yes, so it must give back whatever it got.
r1-c2-compare-and-delete = { $client } sends { $command } to all of them. It got none, so none deletes anything. It waits until { $wake }.

## R2
r2-title = A server of the majority forgets
r2-summary = One client has the lock on three servers of five. One of the three restarts without its data, and the next client finds a majority, too.
r2-outside = No program repairs this. A server that has lost its data has to stay down until the longest lease has passed.
r2-c1-set = { $client } asks all five. Those that it can reach say yes; for the others it waits.
r2-c1-timeout = { $client } waits no longer. { $yes } servers have said yes, a majority, so it holds the lock until { $until }.
r2-c2-set = { $client } asks all five. { $yes } of { $asked } say yes: the two that were cut off, and the one that forgot. *The leases of { $leaseholders } are valid at once*.

## R3
r3-title = A stall while acquiring
r3-summary = The replies of a majority come after the lease is over. The last check, of the time that all this took, rejects them.
r3-c1-exec-r2 = Server { $server } says { $reply } as well: a majority has granted the lock. The replies are still on their way.
r3-time = { $elapsed } s pass before the replies arrive. The keys have expired.
r3-c1-timeout = { $client } counts { $yes } yes, a majority. But its clock shows { $clock }, and the lease that it asked for is over: it does not go in.

## R3-unchecked
r3-unchecked-title = The same without the check
r3-unchecked-summary = A program that counts its lease from the last reply, and not from its request, goes in on keys that have expired.
r3-unchecked-c1-timeout = { $client } counts { $yes } yes, a majority, and goes in until { $until }. *The leases of { $leaseholders } are valid at once*.

## R4
r4-title = A stall after the check
r4-summary = The check of the time has passed when the client stalls. As with every lease, two clients then believe that they hold the lock.
r4-c2-set = { $yes } of { $asked } say yes to { $client }, since the keys have expired. *{ $believers } both believe that they hold the lock*. Five servers do not mend what one cannot.

## R5
r5-title = A split vote
r5-summary = Three clients ask at the same time, and none gets a majority. Each gives back what it has, and waits. Here all wait one second, so they may meet again; a real client waits a random time.
r5-c1-set = { $yes } of { $asked } say yes to { $client }: no majority. Its next command gives them back.
r5-c2-set = { $yes } of { $asked } say yes to { $client }: no majority either.
r5-c3-set = { $yes } of { $asked } says yes to { $client }. Nobody has a majority.
r5-c1-compare-and-delete = { $client } sends { $command } to { $servers }. { $yes } of them had its token. It waits until { $wake }.

## R6
r6-title = A reply that never comes
r6-summary = A server sets the key, and its reply is lost. The client has no majority and gives up; it must release there as well, though it heard nothing.
r6-c1-timeout = { $client } waits no longer. { $yes } servers have said yes: no majority.
r6-c1-compare-and-delete = { $client } sends { $command } to { $servers }, to those that never answered, too. { $yes } delete its key: one more than had said yes.
r6-c2-set = { $yes } of { $asked } say yes to { $client }. A release on only the servers that had answered would have left one locked until its time ran out.

## R7
r7-title = One token for several attempts
r7-summary = A client draws its token once and uses it for every attempt. A release of the first attempt arrives during the second one, finds the same token, and deletes a lock that is in use.
r7-c1-set = { $client } stalled before it sent { $command }. { $yes } of { $asked } say yes, but its lease, counted from when it read its clock, is over: it does not go in.
r7-c1-send = { $client } sends { $command } to { $servers }. The release is delayed on its way to all of them.
r7-time = The time is now { $time }. The keys have expired, and the releases have still not arrived.
r7-c1-set-2 = { $client } tries again with the same token: it sends { $command }, and { $yes } of { $asked } say yes. It holds the lock until { $until }.
r7-c1-exec = The old release arrives at server { $server }. It finds its token in the key, so the key is deleted, and the reply is { $reply }.
r7-c2-set = { $yes } of { $asked } say yes to { $client }, a majority. *The leases of { $leaseholders } are valid at once*.

## R7-token
r7-token-title = Redlock with a new token for each attempt
r7-token-summary = The same delays. The second attempt has a token of its own, so the late releases find another token, and delete nothing.
r7-token-c1-set = { $client } tries again with a new token: it sends { $command }, and { $yes } of { $asked } say yes. It holds the lock until { $until }.
r7-token-c1-exec = The old release arrives at server { $server }. The value in the key is { $value }, not the old token, so the reply is { $reply }, and the key stays.
r7-token-c2-set = { $yes } of { $asked } say yes to { $client }: one client has the lock.
