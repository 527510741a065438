/** A site on loopback. A test can change its robots.txt. */

import http from "node:http";

/** Ports of earlier sites. The service still caches the robots.txt of their origins. */
const usedPorts = new Set();

export class Site {
  /** The paths of all requests. */
  requests = [];
  /** The content of other paths: a text, or `{fields, body}`. */
  files = {};
  #answer;
  /** Other responses for robots.txt, by a pattern of the User-Agent. */
  #answersTo = [];

  static async open(file, status = 200, fields = {}) {
    const site = new Site();
    site.respondWith(file, status, fields);
    site.server = http.createServer((request, response) => {
      site.requests.push(request.url);
      const agent = request.headers["user-agent"] ?? "";
      const own = site.#answersTo.find(({ pattern }) => pattern.test(agent));
      const { body, status, fields } = own?.answer ?? site.#answer;
      const other = site.files[request.url];
      if (typeof other === "object") return response.writeHead(200, other.fields).end(other.body);
      if (other !== undefined) return response.end(other);
      if (request.url !== "/robots.txt") return response.writeHead(404).end();
      const defaults = { "content-type": "text/plain", "content-length": body.length };
      response.writeHead(status, { ...defaults, ...fields });
      response.end(body);
    });
    site.port = await listen(site.server);
    site.origin = `http://127.0.0.1:${site.port}`;
    return site;
  }

  /** Sets the next responses for robots.txt. Text is sent as UTF-8, bytes unchanged. */
  respondWith(file, status = 200, fields = {}) {
    this.#answer = { body: Buffer.from(file), status, fields };
  }

  /** Sets the next responses for robots.txt to a User-Agent that matches the pattern. */
  respondTo(pattern, file, status = 200, fields = {}) {
    this.#answersTo.push({ pattern, answer: { body: Buffer.from(file), status, fields } });
  }

  close() {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(closed));
  }
}

/** Listens on a port that no earlier site has used, and returns it. */
async function listen(server) {
  for (;;) {
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address();
    if (!usedPorts.has(port)) {
      usedPorts.add(port);
      return port;
    }
    await new Promise((closed) => server.close(closed));
  }
}
