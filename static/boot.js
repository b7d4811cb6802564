// Starts the page's wasm. A file of its own, because a strict Content-Security-Policy refuses inline scripts.
// `<html data-wasm>` says how it went: `running`, set by the wasm itself, or `failed` in a browser that cannot run it.

try {
  const page = await import("./setnx-playground.js");
  await page.default();
  page.run_page();
} catch (error) {
  document.documentElement.dataset.wasm = "failed";
  throw error;
}
