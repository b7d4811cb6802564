export default {
  title: "Locks",
  // Addresses from the root up: where the site lies elsewhere, `base` says where, and the line below begins with it.
  head: [["script", { type: "module", src: "/v0.1.0/embed.js", "data-upgrade": "div.language-redis" }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => ["redis-prompt", "lock-timeline"].includes(tag) } } },
};
