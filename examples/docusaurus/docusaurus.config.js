export default {
  title: "Locks",
  // A site of its own says here where it lies.
  url: "https://example.org",
  baseUrl: "/",
  themes: ["@docusaurus/theme-classic"],
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/" }]],
  scripts: [{ src: "/v0.1.0/embed.js", type: "module", "data-upgrade": "pre.language-redis" }],
  themeConfig: { navbar: { title: "Locks" } },
};
