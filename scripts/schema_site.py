"""A site on loopback for scripts/schema-fuzz: a robots.txt, whoever asks. Says where it is."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILE = b"User-agent: *\nDisallow: /private\nAllow: /private/open$\nSitemap: /sitemap.xml\nDissallow: /x\n"


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(FILE)))
        self.end_headers()
        self.wfile.write(FILE)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
