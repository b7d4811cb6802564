"""A lock on one Redis server for work that may be done twice. redis-py 4 or later."""
import secrets
import time

import redis

LEASE_MS = 10_000

RELEASE = """if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])"""

RENEW = """if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])"""


def take(server: redis.Redis, key: str):
    """The token and the end of the lease, or None where another client has the lock."""
    token = secrets.token_hex(16)  # new for every attempt
    sent = time.monotonic()  # the lease counts from before the command is sent
    if not server.set(key, token, nx=True, px=LEASE_MS):
        return None
    return token, sent + LEASE_MS / 1000


def renew(server: redis.Redis, key: str, token: str):
    """The new end of the lease, or None where the lock is lost: stop the work."""
    sent = time.monotonic()
    if server.eval(RENEW, 1, key, token, LEASE_MS) == 0:
        return None
    return sent + LEASE_MS / 1000


def release(server: redis.Redis, key: str, token: str) -> bool:
    """False where the lease was over: another client may have worked at the same time. Say so, and check the work."""
    return server.eval(RELEASE, 1, key, token) == 1


def main():
    server = redis.Redis()
    held = take(server, "lock.foo")
    if held is None:
        return print("another client has the lock")
    token, until = held
    # Work in small pieces, and look at the clock before each: until is this client's own limit.
    if time.monotonic() < until:
        print("working")
    if not release(server, "lock.foo", token):
        print("the lease was over before the work was")


if __name__ == "__main__":
    main()
