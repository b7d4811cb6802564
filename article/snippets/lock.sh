#!/bin/sh
# A lock on one Redis server for work that may be done twice. redis-cli 3.2 or later.
key=lock.foo
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n') # new for every attempt

release='if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])'
renew='if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])'

# The lease counts from before the command is sent.
sent=$(date +%s)
[ "$(redis-cli SET "$key" "$token" NX PX 10000)" = OK ] || {
  echo "another client has the lock"
  exit 1
}

# Work in small pieces, and look at the clock before each: sent + 10 is this client's own limit.
[ "$(date +%s)" -lt $((sent + 10)) ] && echo working

# 0 to renew: the lock is lost, so stop the work.
sent=$(date +%s)
[ "$(redis-cli EVAL "$renew" 1 "$key" "$token" 10000)" = 1 ] || echo "the lock is lost"

# 0 to release: the lease was over, and another client may have worked at the same time.
[ "$(redis-cli EVAL "$release" 1 "$key" "$token")" = 1 ] || echo "the lease was over before the work was"
