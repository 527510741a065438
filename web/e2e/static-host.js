/** A web host that serves the static tester from a folder of its site, and does nothing else. */

import { readFile } from "node:fs/promises";
import http from "node:http";
import { extname, join, normalize } from "node:path";

/** Not the root: the tester works in any folder. */
const FOLDER = "/tools/robots/";

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

  /** Serves the files of `folder`. */
  static async start(folder) {
    const host = new StaticHost();
    host.server = http.createServer(async (request, response) => {
      const { pathname } = new URL(request.url, "http://host");
      if (!pathname.startsWith(FOLDER)) return response.writeHead(404).end();
      const name = normalize(`/${pathname.slice(FOLDER.length) || "index.html"}`);
      try {
        const file = host.#withService(await readFile(join(folder, name)), name);
        const type = TYPES[extname(name)] ?? "text/plain; charset=utf-8";
        response.writeHead(200, { "content-type": type, "content-length": file.length }).end(file);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise((listening) => host.server.listen(0, "127.0.0.1", listening));
    host.address = `http://127.0.0.1:${host.server.address().port}`;
    host.path = FOLDER;
    return host;
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
