// The elements in React's JSX.

import { useRef } from "react";
import type { RedisPromptElement } from "setnx-playground/react";
import "setnx-playground/react";

export const Answer = () => (
  <redis-prompt clients={2} check onredis-reply={({ detail }) => console.log(detail.text)}>
    <pre>{"redis> SET stock 3\nOK\n"}</pre>
  </redis-prompt>
);

export function Lesson() {
  const prompt = useRef<RedisPromptElement>(null);
  return (
    <section>
      <redis-prompt
        ref={prompt}
        className="wide"
        lang="zh"
        source={"SET key value"}
        session="one"
        clients={2}
        rows="8"
        controls="none"
        check
        onredis-reply={({ detail }) => prompt.current?.run(detail.line)}
        onplayground-ready={() => {}}
      />
      <lock-timeline lesson="D2" controls="steps" theme="dark" readonly onlock-step={({ detail }) => detail.position + 1}>
        v1;setnx
      </lock-timeline>
      {/* @ts-expect-error: a prompt has no steps. */}
      <redis-prompt controls="steps" />
      {/* @ts-expect-error: a number is one. */}
      <redis-prompt clients="two" />
      {/* @ts-expect-error: a prompt has no lesson. */}
      <redis-prompt lesson="D2" />
      {/* @ts-expect-error: a step has no line. */}
      <lock-timeline onlock-step={({ detail }) => detail.line} />
    </section>
  );
}
