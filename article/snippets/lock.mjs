// A lock on one Redis server for work that may be done twice. ioredis 5.
import { randomBytes } from "node:crypto";
import Redis from "ioredis";

const LEASE_MS = 10_000;

const RELEASE = `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("DEL", KEYS[1])`;

const RENEW = `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call("PEXPIRE", KEYS[1], ARGV[2])`;

/** The token and the end of the lease, or null where another client has the lock. */
async function take(server, key) {
  const token = randomBytes(16).toString("hex"); // new for every attempt
  const sent = performance.now(); // the lease counts from before the command is sent
  const reply = await server.set(key, token, "PX", LEASE_MS, "NX");
  return reply === "OK" ? { token, until: sent + LEASE_MS } : null;
}

/** The new end of the lease, or null where the lock is lost: stop the work. */
async function renew(server, key, token) {
  const sent = performance.now();
  const reply = await server.eval(RENEW, 1, key, token, LEASE_MS);
  return reply === 1 ? sent + LEASE_MS : null;
}

/** False where the lease was over: another client may have worked at the same time. Say so, and check the work. */
async function release(server, key, token) {
  return (await server.eval(RELEASE, 1, key, token)) === 1;
}

export { take, renew, release };

if (process.argv[1] === import.meta.filename) {
  const server = new Redis();
  const held = await take(server, "lock.foo");
  if (!held) console.log("another client has the lock");
  else {
    // Work in small pieces, and look at the clock before each: until is this client's own limit.
    if (performance.now() < held.until) console.log("working");
    if (!(await release(server, "lock.foo", held.token))) console.log("the lease was over before the work was");
  }
  server.disconnect();
}
