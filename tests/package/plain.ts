// The elements in TypeScript without a framework. A line that is expected to be an error fails the check when it is none.

import type { LockBroken, PlaygroundErrorCode, RedisAnswer, RedisData } from "setnx-playground";
import { upgrade } from "setnx-playground/upgrade.js";
import "setnx-playground";

const prompt = document.createElement("redis-prompt");
prompt.source = "SET key value";
const live = await prompt.ready;
const { text, data, error, cut } = await live.run("GET key");

const answer: RedisAnswer = { text, data, error, cut };
const reply: RedisData | undefined = answer.data;
if (reply instanceof Error) console.log(reply.message);
prompt.reset();

prompt.clients = 3;
prompt.theme = prompt.readonly ? "dark" : "auto";
prompt.session = null;
const length: RedisData | undefined = await prompt.call("STRLEN", "key");
const replies = await prompt.pipeline([["SET", "key", new Uint8Array([1])], ["INCRBY", "n", 5n]]);
console.log(length, replies.length);
// @ts-expect-error: there is no such theme.
prompt.theme = "blue";
// @ts-expect-error: a word is no list.
await prompt.call("MGET", ["a", "b"]);
// @ts-expect-error: it is read only.
prompt.transcript = "";
// @ts-expect-error: a line is a text.
await prompt.run(1);

prompt.addEventListener("redis-reply", ({ detail }) => detail.client.startsWith("C"));
window.addEventListener("lock-broken", ({ detail }) => tell(detail));
document.addEventListener("playground-error", ({ detail }) => explain(detail.code));
// @ts-expect-error: a reply has no such field.
document.addEventListener("redis-reply", ({ detail }) => detail.position);

function tell({ position, property }: LockBroken): string {
  return property === "two-leases" ? `${position}` : "";
}

function explain(code: PlaygroundErrorCode): boolean {
  // @ts-expect-error: there is no such code.
  if (code === "absent") return false;
  return code === "network";
}

const timeline = document.querySelector("lock-timeline");
if (timeline) {
  timeline.schedule = "v1;D2";
  await timeline.seek(timeline.length - 1);
  // @ts-expect-error: a timeline runs no lines.
  await timeline.run("PING");
}

upgrade("pre > code.language-redis");
// @ts-expect-error: selectors are a text.
upgrade(["pre"]);
