### The names of the lock programs in programs/, each by the name of its file.

setnx = SETNX alone
setnx-del = SETNX, DEL on an expired lock
getset-blind = GETSET takeover, release without a check
getset = GETSET takeover, release checks the clock
getset-get = GETSET takeover, release checks the value
getset-eq = GETSET takeover, expired when “=” the time
getset-lt = GETSET takeover, expired when “<” the time
getset-late = GETSET takeover, last second counted twice
getset-poll = GETSET takeover without reading first
getset-nil = GETSET takeover that misreads nil
px-blind = SET NX PX, release without a check
px-get = SET NX PX, release checks the token
px-write = SET NX PX, and a store without fencing
incr = SET NX PX, then a fencing token from INCR
fence-write = A fencing token with the lock, shown on write
fence-read = A fencing token with the lock, shown on read and write
once = SETNX, tried once
patient = SETNX, given up after five seconds
expire = SETNX, then EXPIRE
expire-multi = SETNX and EXPIRE in a transaction
expire-nx = SETNX and EXPIRE NX in a transaction
px-name = SET NX PX with the client’s name as the token
px = SET NX PX, release compares and deletes
px-monotonic = SET NX PX, measured on a monotonic clock
px-watch = SET NX PX, release by WATCH
px-delex = SET NX PX, release by DELEX (Redis 8.4)
px-repeat = SET NX PX, repeated when no reply comes
px-again = SET NX PX, DEL repeated when no reply comes
px-again-token = SET NX PX, a comparing release repeated when no reply comes
px-own = SET NX PX, which knows its own token
deleted = No lock: somebody deletes the key
renew-blind = A lease renewed without a check
renew-get = A lease renewed after a GET
renew = A lease renewed in one step
renew-hung = A lease renewed while the work hangs
wait = SET NX PX, then WAIT for a replica
wait-read = SET NX PX, WAIT, then GET
redlock = Redlock
redlock-unchecked = Redlock without the check of the time
redlock-kept = Redlock with one token for all attempts
claim = SET NX PX, and a store that is claimed
semaphore = A semaphore: a script counts two holders at most
readers-writer = Readers who share, and a writer alone
own = Your own program

## The groups of the programs, with what those of a group have in common.

group-takeover = SETNX, and the time at which the lock ends
group-takeover-about = The documentation’s lock. The value says until when it is held, and whoever finds it expired takes it over.
group-expire = SETNX, then EXPIRE
group-expire-about = The time to live comes with a second command, so a client may crash between the two.
group-px = SET NX PX
group-px-about = One command takes the lock and sets its lease. The programs differ in how they release it.
group-renewal = Renewal
group-renewal-about = The holder extends its lease while it works. The programs differ in what they check first.
group-stores = Stores and fencing tokens
group-stores-about = A lease may end before the work does. Here the work writes to a store, which may turn a late write away.
group-servers = Replicas and several servers
group-servers-about = The lock stands on more than one server, so that one of them may fail.
group-several = Locks for several clients at once
group-several-about = A semaphore lets in as many clients as a number says. Readers share a lock, and a writer has it alone.
