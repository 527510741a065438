"""Sites of scripts/lab: DNS, HTTP and FTP servers on every address, and a record of the connections to them."""

import asyncio
import dataclasses
import ipaddress
import itertools
import socket
import struct
import threading

# Ports of web servers, and of services that an attacker may want to reach on a private address. FTP is on port 21.
PORTS = [80, 22, 443, 2121, 6379, 8080, 9200]


@dataclasses.dataclass(frozen=True)
class Hit:
    """A connection that a server accepted."""

    address: ipaddress.IPv4Address | ipaddress.IPv6Address
    port: int
    host: str
    path: str

    def is_private(self):
        return not self.address.is_global


@dataclasses.dataclass(frozen=True)
class Site:
    """A site. `pages` has for each path a status, header fields and a body, or a function that returns them; `""` is for
    all other paths."""

    name: str
    pages: dict

    def url(self, path="/"):
        return f"http://{self.name}{path}"


class Lab:
    def __init__(self):
        self.hits, self.addresses, self.sites, self.ftp = [], {}, {}, {}
        self._numbers = itertools.count(10)
        ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self._serve(ready)), daemon=True).start()
        assert ready.wait(10), "the servers did not start"

    def name(self, *answers):
        """A new name with these addresses: a tuple for each DNS answer; the last one is repeated. Without any, the name does
        not exist."""
        name = f"n{next(self._numbers)}.t.test"
        self.addresses[name] = list(answers)
        return name

    def public(self):
        """A new public address."""
        number = next(self._numbers)
        return f"93.184.{number // 256}.{number % 256}"

    def site(self, pages):
        """A new site at a new public address."""
        site = Site(self.name((self.public(),)), pages)
        self.sites[site.name] = site
        return site

    def ftp_site(self, reply):
        """The name of a new FTP site with this reply to EPSV or PASV."""
        address = self.public()
        self.ftp[address] = reply
        return self.name((address,))

    async def _serve(self, ready):
        loop = asyncio.get_running_loop()
        await loop.create_datagram_endpoint(lambda: Dns(self.addresses), local_addr=("127.0.0.1", 53))
        for port in [*PORTS, 21]:
            listener = socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=4096)
            await asyncio.start_server(self._ftp if port == 21 else self._http, sock=listener)
        ready.set()
        await asyncio.Event().wait()

    def _hit(self, writer, host="", path=""):
        address, port = writer.get_extra_info("sockname")[:2]
        address = ipaddress.ip_address(address)
        hit = Hit(getattr(address, "ipv4_mapped", None) or address, port, host, path)
        self.hits.append(hit)
        return hit

    async def _http(self, reader, writer):
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        except (OSError, EOFError, asyncio.TimeoutError):
            self._hit(writer)
            writer.close()
            return
        lines = head.decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        host, path = fields.get("host", ""), lines[0].split(" ")[1]
        self._hit(writer, host, path)
        site = self.sites.get(host.split(":")[0])
        page = site.pages.get(path, site.pages.get("")) if site else (200, {}, "User-agent: *\nDisallow: /secret\n")
        status, more, body = page() if callable(page) else page or (404, {}, "")
        fields = {"Content-Type": "text/html", "Content-Length": len(body), "Connection": "close", **more}
        text = f"HTTP/1.1 {status} X\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        writer.write(f"{text}\r\n{body}".encode())
        writer.close()

    async def _ftp(self, reader, writer):
        address = self._hit(writer).address
        replies = {"USER": "331 name", "PASS": "230 in", "RETR": "150 coming", "QUIT": "221 bye"}
        writer.write(b"220 lab\r\n")
        while line := (await reader.readline()).decode("latin-1").strip():
            reply = replies.get(line.split(" ")[0], "200 yes")
            if line in ("EPSV", "PASV"):
                reply = self.ftp.get(str(address), "")
                reply = reply if reply.startswith("229" if line == "EPSV" else "227") else "500 no"
            writer.write(f"{reply}\r\n".encode())
        writer.close()


class Dns(asyncio.DatagramProtocol):
    """Answers A and AAAA queries for known names; other names do not exist."""

    def __init__(self, addresses):
        self.addresses, self.asked = addresses, {}

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, client):
        labels, at = [], 12
        while length := data[at]:
            labels.append(data[at + 1 : at + 1 + length].decode("latin-1").lower())
            at += 1 + length
        kind, name = struct.unpack(">H", data[at + 1 : at + 3])[0], ".".join(labels)
        answers = self.addresses.get(name) or self.addresses.get("*." + ".".join(labels[1:]))
        records = b""
        if answers:
            turn = self.asked[name, kind] = self.asked.get((name, kind), -1) + 1
            packed = [ipaddress.ip_address(text).packed for text in answers[min(turn, len(answers) - 1)]]
            wanted = [address for address in packed if len(address) == {1: 4, 28: 16}.get(kind)]
            for address in wanted:
                records += b"\xc0\x0c" + struct.pack(">HHIH", kind, 1, 0, len(address)) + address
            count, code = len(wanted), 0x8180
        else:
            count, code = 0, 0x8183
        head = data[:2] + struct.pack(">5H", code, 1, count, 0, 0)
        self.transport.sendto(head + data[12 : at + 5] + records, client)
