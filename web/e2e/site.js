/** A site on loopback, whose robots.txt a walk changes while it goes. */

import http from "node:http";

export class Site {
  /** When and for what it was asked. */
  requests = [];
  /** Other paths, and what lies there. */
  files = {};
  #answer;

  static async open(file, status = 200) {
    const site = new Site();
    site.serves(file, status);
    site.server = http.createServer((request, response) => {
      site.requests.push(request.url);
      const { body, status } = site.#answer;
      const other = site.files[request.url];
      if (other !== undefined) return response.end(other);
      if (request.url !== "/robots.txt") return response.writeHead(404).end();
      response.writeHead(status, { "content-type": "text/plain", "content-length": body.length });
      response.end(body);
    });
    await new Promise((listening) => site.server.listen(0, "127.0.0.1", listening));
    site.port = site.server.address().port;
    site.origin = `http://127.0.0.1:${site.port}`;
    return site;
  }

  /** From now on. Text goes out as UTF-8, bytes as they are. */
  serves(file, status = 200) {
    this.#answer = { body: Buffer.from(file), status };
  }

  close() {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(closed));
  }
}
