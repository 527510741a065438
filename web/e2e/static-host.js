/** A web host that serves the static tester from a folder of its site, and does nothing else. */

import { readdir, readFile } from "node:fs/promises";
import http from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** Not the root: the tester works in any folder. */
const FOLDER = "/tools/robots/";

const IMMUTABLE = "public, max-age=31536000, immutable";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

export class StaticHost {
  /** The origin of a service that the document names, as if it was built so. Empty: none. */
  service = "";

  #compressed = new Map();

  /** Serves the files of `folder`. */
  static async start(folder) {
    const host = new StaticHost();
    host.folder = folder;
    host.server = http.createServer(async (request, response) => {
      const { pathname } = new URL(request.url, "http://host");
      if (!pathname.startsWith(FOLDER)) return response.writeHead(404).end();
      const name = normalize(`/${pathname.slice(FOLDER.length) || "index.html"}`);
      try {
        const file = host.#withService(await readFile(join(folder, name)), name);
        const type = TYPES[extname(name)] ?? "text/plain; charset=utf-8";
        const compressed = host.#compressed.get(name);
        const body = compressed ?? file;
        const headers = { "content-type": type, "content-length": body.length };
        if (compressed) headers["content-encoding"] = "br";
        if (compressed && name.startsWith("/assets/")) headers["cache-control"] = IMMUTABLE;
        response.writeHead(200, headers).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise((listening) => host.server.listen(0, "127.0.0.1", listening));
    host.address = `http://127.0.0.1:${host.server.address().port}`;
    host.path = FOLDER;
    return host;
  }

  /** From now on the files are sent as most hosts do: with brotli, and those with a hash in their name to be kept. */
  async compressAll() {
    for (const name of await readdir(this.folder, { recursive: true }))
      if (extname(name) !== "" && !name.endsWith(".png"))
        this.#compressed.set(
          `/${name}`,
          brotliCompressSync(await readFile(join(this.folder, name))),
        );
  }

  #withService(file, name) {
    if (this.service === "" || !name.endsWith("index.html")) return file;
    const text = file.toString().replace("connect-src ", `connect-src ${this.service} `);
    const setting = 'name="maycrawl-service" content="';
    return Buffer.from(text.replace(setting, setting + this.service));
  }

  close() {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(closed));
  }
}
