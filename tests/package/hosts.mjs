// The files for hosts, each in the server that it is for: the server takes its file, and sends what the guide promises.
// Called with the folder of the files for hosts and the folder that holds the published one.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const [hosts, published] = process.argv.slice(2);
const version = readdirSync(published).find((name) => name.startsWith("v"));
const PROMISED = {
  "access-control-allow-origin": "*",
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};
const TYPES = {
  "embed.js": "text/javascript",
  "setnx-playground_bg.wasm": "application/wasm",
  "embed.html": "text/html",
  "integrity.json": "application/json",
};

const read = (name) => readFileSync(join(hosts, name), "utf8");
const BROTLI_STATIC = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/** For each server its program, the folder of its files, the settings around the file for hosts, and its arguments. */
const SERVERS = {
  nginx: {
    brotli: existsSync(BROTLI_STATIC),
    settings(folder, root, port) {
      // The line for brotli stands there as a comment, since not every nginx has the module.
      const file = this.brotli ? read("nginx.conf").replace("# brotli_static on;", "brotli_static on;") : read("nginx.conf");
      writeFileSync(join(folder, "hosts.conf"), file);
      const load = this.brotli ? `load_module ${BROTLI_STATIC};` : "";
      writeFileSync(
        join(folder, "server.conf"),
        `${load} daemon off; pid ${folder}/pid; error_log stderr; events {}
        http { access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
          server { listen 127.0.0.1:${port}; root ${root}; include ${folder}/hosts.conf; } }`,
      );
    },
    start: (folder) => ["nginx", "-e", "stderr", "-c", join(folder, "server.conf")],
    check: (folder) => ["nginx", "-t", "-e", "stderr", "-c", join(folder, "server.conf")],
  },
  apache2: {
    brotli: true,
    settings(folder, root, port) {
      writeFileSync(join(root, "setnx-playground", ".htaccess"), read("htaccess"));
      const modules = ["mpm_event", "authz_core", "dir", "env", "headers", "mime", "rewrite"];
      const load = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
      writeFileSync(
        join(folder, "server.conf"),
        `${load.join("\n")}\nServerRoot ${folder}\nServerName localhost\nListen 127.0.0.1:${port}\nPidFile ${folder}/pid\nErrorLog ${folder}/errors\nTypesConfig /etc/mime.types\nDocumentRoot ${root}\n<Directory ${root}>\nAllowOverride All\nRequire all granted\n</Directory>\n`,
      );
    },
    start: (folder) => ["apache2", "-DFOREGROUND", "-f", join(folder, "server.conf")],
    check: (folder) => ["apache2", "-t", "-f", join(folder, "server.conf")],
  },
  caddy: {
    brotli: true,
    settings(folder, root, port) {
      writeFileSync(
        join(folder, "server.conf"),
        `{\nadmin off\nauto_https off\n}\n${read("Caddyfile")}\nhttp://127.0.0.1:${port} {\nroot * ${root}\nimport setnx-playground\n}\n`,
      );
    },
    start: (folder) => ["caddy", "run", "--adapter", "caddyfile", "--config", join(folder, "server.conf")],
    check: (folder) => ["caddy", "validate", "--adapter", "caddyfile", "--config", join(folder, "server.conf")],
  },
};

/** A port that was free a moment ago. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const get = (port, path, encoding) =>
  new Promise((resolve, reject) => {
    const headers = { "accept-encoding": encoding, connection: "close" };
    request({ host: "127.0.0.1", port, path, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on("error", reject)
      .end();
  });

/** Asks until the server listens. */
async function first(port, path, child) {
  for (let tries = 0; ; tries++) {
    try {
      return await get(port, path, "identity");
    } catch (error) {
      assert.equal(child.exitCode, null, "the server has ended");
      assert.ok(tries < 200, `the server does not answer: ${error}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function test(name, { settings, start, check, brotli }) {
  const folder = mkdtempSync(join(tmpdir(), `setnx-hosts-${name}-`));
  const root = join(folder, "root");
  mkdirSync(join(root, "setnx-playground"), { recursive: true });
  cpSync(join(published, version), join(root, "setnx-playground", version), { recursive: true });
  // A server that root starts reads the files as another user.
  spawnSync("chmod", ["-R", "a+rX", folder]);
  const port = await freePort();
  settings.call({ brotli }, folder, root, port);
  const [program, ...checks] = check(folder);
  const checked = spawnSync(program, checks, { encoding: "utf8" });
  assert.equal(checked.status, 0, `${name} refuses its file: ${checked.stderr}`);
  const [server, ...args] = start(folder);
  const child = spawn(server, args, { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: folder } });
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  try {
    const at = (file) => `/setnx-playground/${version}/${file}`;
    await first(port, at("embed.js"), child);
    for (const [file, type] of Object.entries(TYPES)) {
      const plain = readFileSync(join(published, version, file));
      const encodings = [["identity", undefined, (body) => body], ["gzip", "gzip", gunzipSync]];
      if (brotli) encodings.push(["gzip, deflate, br", "br", brotliDecompressSync]);
      for (const [asked, encoding, decode] of encodings) {
        const what = `${name}: ${file}, asked for ${asked}`;
        const { status, headers, body } = await get(port, at(file), asked);
        assert.equal(status, 200, what);
        assert.equal(headers["content-encoding"], encoding, what);
        assert.equal(headers["content-type"].split(";")[0], type, what);
        if (encoding) assert.match(headers.vary ?? "", /accept-encoding/i, what);
        assert.deepEqual(decode(body), plain, what);
        for (const [header, value] of Object.entries(PROMISED)) assert.equal(headers[header], value, `${what}: ${header}`);
      }
    }
  } catch (error) {
    console.error(said, existsSync(join(folder, "errors")) ? readFileSync(join(folder, "errors"), "utf8") : "");
    throw error;
  } finally {
    child.kill();
    await new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve()));
    rmSync(folder, { recursive: true });
  }
}

for (const [name, server] of Object.entries(SERVERS)) await test(name, server);

// Netlify's and Cloudflare's file has the same headers.
const lines = read("_headers").split("\n").filter((line) => line.startsWith("  "));
const pairs = lines.map((line) => line.trim().split(/: (.*)/).slice(0, 2)).map(([header, value]) => [header.toLowerCase(), value]);
assert.deepEqual(Object.fromEntries(pairs), PROMISED);
