"""A site on loopback for scripts/schema-fuzz: a robots.txt, and a sitemap at every other path. Prints its URL."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILE = "User-agent: *\nDisallow: /private\nAllow: /private/open$\nSitemap: {0}/sitemap.xml\nDissallow: /x\n"
SITEMAP = "<urlset><url><loc>{0}/a</loc></url><url><loc>nothing</loc></url></urlset>"


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        text = FILE if self.path == "/robots.txt" else SITEMAP
        body = text.format(SITE_URL).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
SITE_URL = f"http://127.0.0.1:{server.server_port}"
print(SITE_URL, flush=True)
server.serve_forever()
