// What a box says before its engine does: locales/en/embed.ftl and its like.

import { languageOf } from "./dom.js";

// <generated: cargo xtask elements>
export const PHRASES = {
  en: {
    type: "Type a command",
    loading: "Loading…",
    waiting: (lines) => `Loading… ${lines} waiting`,
    start: "Start",
    again: "Try again",
    why: "For the author",
    failed: "This box could not be started, so what was written here stays as it is.",
    crashed: "The engine has stopped on an error of its own. What stood in this box is lost; it can start afresh.",
    long: "This text is too long to be run here, so it stands as it was written.",
    kept: (name) => `${name} is not in this playground, so this text stays as it was written.`,
    keptSession: "An earlier text of this session could not be run here, so this text stays as it was written.",
    keptAbove: " The lines before it have been run below.",
  },
  zh: {
    type: "输入命令",
    loading: "正在加载…",
    waiting: (lines) => `正在加载…，有 ${lines} 行在等待`,
    start: "开始",
    again: "重试",
    why: "给网页作者",
    failed: "这里的交互框没能启动，原有的文字保持不变。",
    crashed: "引擎因自身的错误停止了运行，这个框里的内容已经丢失，但可以重新开始。",
    long: "这段文字太长，不能在这里运行，因此按原样显示。",
    kept: (name) => `这里不能执行 ${name}，因此原文保持不变。`,
    keptSession: "同一会话中前面的内容无法在这里执行，因此原文保持不变。",
    keptAbove: "它之前的各行已在下面执行。",
  },
};
// </generated>

/** The language of a box: the one around it, or English. */
export const tongueOf = (box) => {
  const [primary] = languageOf(box).toLowerCase().split(/[-_]/);
  return primary in PHRASES ? primary : "en";
};
