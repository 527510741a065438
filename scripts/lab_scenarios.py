"""The scenarios of scripts/lab, with one sentence each. It runs inside the network namespace."""

import concurrent.futures
import contextlib
import hashlib
import http.client
import ipaddress
import itertools
import json
import os
import re
import sqlite3
import subprocess
import sys
import time
import urllib.parse

from lab_sites import Lab

MAYCRAWL, WORK = os.environ["MAYCRAWL"], os.environ["WORK"]
PORT = 18080
# Seconds for one fetch. Some FTP sites of the lab never send the file.
DEADLINE = "3"
LAB = Lab()
CLIENTS = (f"127.1.{n // 250}.{n % 250 + 1}" for n in itertools.count())

PRIVATE = [
    "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "198.18.0.1",
    "192.0.2.1", "240.0.0.1",
]
PRIVATE_6 = [
    "::1", "::ffff:10.0.0.1", "fc00::1", "fe80::1", "fec0::1", "64:ff9b::a00:1", "2002:a00:1::1", "2001:db8::1",
]
OTHER_SPELLINGS = ["2130706433", "0x7f.1", "017700000001", "127.1", "localhost", "localhost.", "metadata.google.internal"]
OPEN = (200, {}, "User-agent: *\nDisallow: /private\n")


def to(url):
    return 302, {"Location": url}, ""


def run(*args, stdin="", store="memory"):
    """Runs the command and returns its status."""
    command = [MAYCRAWL, *args, "--store", store]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1, 2), f"{args}: status {done.returncode}: {done.stderr}"
    return done.returncode


@contextlib.contextmanager
def service(*more, store="memory"):
    command = [MAYCRAWL, "serve", "--listen", f"127.0.0.1:{PORT}", "--store", store, "--log-format", "off"]
    command += ["--timeout", DEADLINE, *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline().startswith("maycrawl answers"), "the service did not start"
        yield
    finally:
        process.kill()
        process.wait()


def ask(method, path, body=None, client="127.0.0.1", timeout=60, tries=100):
    """Sends a request from this address and returns status and body. It tries again while the service is busy."""
    for turn in range(1, tries + 1):
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=timeout, source_address=(client, 0))
        with contextlib.closing(connection):
            fields = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, json.dumps(body) if body is not None else None, fields)
            answer = connection.getresponse()
            text = answer.read().decode()
        if answer.status not in (429, 503) or turn == tries:
            return answer.status, text
        time.sleep(0.3)


def decision(url):
    """True if the service allows the URL."""
    status, text = ask("GET", f"/v1/check?url={url}&agent=GPTBot")
    assert status == 200, text
    return json.loads(text)["allowed"]


def each(function, rows, at_once=4):
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(function, rows))


def since(mark, wanted):
    return [hit for hit in LAB.hits[mark:] if wanted(hit)]


# Private addresses.


def literals():
    """URLs that name a private address."""
    yield from (f"http://{address}/" for address in PRIVATE + OTHER_SPELLINGS)
    yield from (f"http://[{address}]/" for address in PRIVATE_6)
    yield from (f"http://10.0.0.1:{port}/" for port in (8080, 6379, 9200))
    yield "http://10.0.0.1/private/sitemap.xml"


def names():
    """URLs with names that resolve to a private address."""
    yield from (f"http://{LAB.name((address,))}/" for address in PRIVATE + PRIVATE_6)
    # A public address in addition; a private address from the second answer on.
    yield f"http://{LAB.name((LAB.public(), '10.0.0.1', 'fc00::1'))}/"
    yield f"http://{LAB.name((LAB.public(),), ('10.0.0.1',))}/"


def redirects():
    """URLs of sites whose robots.txt or page redirects to a private address."""
    for target in ["http://10.0.0.1/x", "http://[::ffff:127.0.0.1]/x", f"http://{LAB.name(('10.0.0.1',))}/x"]:
        last = LAB.site({"": to(target)})
        yield last.url()
        yield LAB.site({"": to(LAB.site({"": to(last.url())}).url())}).url()
        yield LAB.site({"/robots.txt": OPEN, "": to(target)}).url()


def ftp():
    """URLs of FTP sites that direct the data connection to a private address."""
    replies = ["227 ok (10,0,0,1,31,144)", "227 ok (127,0,0,1,0,22)", "229 ok (|||22|)", "229 ok (|1|10.0.0.1|8080|)"]
    yield from (f"ftp://{LAB.ftp_site(reply)}/x" for reply in replies)
    yield "ftp://10.0.0.1/x"


def sitemaps():
    """URLs of sites whose robots.txt, index or redirect names a sitemap at a private address."""
    private = "http://10.0.0.1/sitemap.xml"
    index = f"<sitemapindex><sitemap><loc>{private}</loc></sitemap></sitemapindex>"
    robots = (200, {}, f"User-agent: *\nDisallow:\nSitemap: {private}\n")
    yield LAB.site({"/robots.txt": robots}).url()
    yield LAB.site({"/robots.txt": OPEN, "": (200, {}, index)}).url("/sitemap.xml")
    yield LAB.site({"/robots.txt": OPEN, "": to(private)}).url("/sitemap.xml")


def all_urls():
    return [*literals(), *names(), *redirects(), *ftp(), *sitemaps()]


def no_private_connection(ask, urls):
    """Calls `ask` with all `urls`, and checks the connections that were made."""
    mark = len(LAB.hits)
    ask(urls)
    private = since(mark, lambda hit: hit.is_private())
    assert not private, f"{len(private)} connections to private addresses, such as {private[0]}"
    # Without any connection the check would prove nothing, so every site with a public address must be reached.
    reached = {str(hit.address) for hit in LAB.hits[mark:]}
    for url in urls:
        for address in LAB.addresses.get(urllib.parse.urlsplit(url).hostname, [()])[0]:
            is_public = ipaddress.ip_address(address).is_global and ipaddress.ip_address(address).version == 4
            assert not is_public or address in reached, f"{url} was not asked for: the lab is broken"


def canary_sees():
    mark = len(LAB.hits)
    run("check", "--allow-private", "http://10.0.0.1/secret")
    assert since(mark, lambda hit: hit.is_private()), "the lab does not see connections to private addresses"


def check_command():
    no_private_connection(lambda urls: run("check", "--timeout", DEADLINE, stdin="\n".join(urls)), all_urls())


def inspect_command():
    urls = [url for url in all_urls() if not url.startswith("ftp")]
    no_private_connection(lambda urls: run("inspect", *urls), urls)


def sitemap_command():
    urls = ["http://10.0.0.1/", *list(names())[::6], *redirects(), *sitemaps()]
    no_private_connection(lambda urls: each(lambda url: run("sitemap", url), urls), urls)


def check_call():
    def asked(urls):
        parts = [(next(CLIENTS), urls[at : at + 16]) for at in range(0, len(urls), 16)]
        with service():
            each(lambda part: ask("POST", "/v1/check", {"urls": part[1]}, part[0]), parts, 8)

    no_private_connection(asked, all_urls())


def sitemap_call():
    def asked(urls):
        with service():
            each(lambda url: ask("POST", "/v1/sitemap", {"url": url}, next(CLIENTS)), urls)

    urls = ["http://10.0.0.1/", "http://[::1]/", *list(names())[:1], *list(redirects())[::3], *sitemaps()]
    no_private_connection(asked, urls)


# Disallowed stays disallowed.


def forced_refreshes():
    times = []

    def page():
        now = time.monotonic()
        times[:] = [*(at for at in times if now - at < 10), now]
        return (429, {"Retry-After": "60"}, "") if len(times) > 20 else (200, {}, "User-agent: *\nDisallow: /\n")

    site = LAB.site({"": page})
    with service():
        assert not decision(site.url("/secret")), "the file disallows everything"
        for _ in range(25):
            ask("POST", "/v1/robots/refresh", {"origin": site.url("")}, tries=1)
        assert not decision(site.url("/secret")), "allowed after 25 refreshes"


SPELLINGS = ["/a/../private/x", "/%2e%2e/private/x", "/./private/x", "/a\\..\\private\\x", "/a/%2E%2E/private/x"]


def private_pages(spell):
    """Calls `spell` for each spelling on a site that disallows /private, and checks that /private was not requested."""
    seen = []
    for spelling in SPELLINGS:
        site = LAB.site({"/robots.txt": OPEN, "": (200, {}, "<title>page</title>")})
        mark = len(LAB.hits)
        spell(site, spelling)
        hits = since(mark, lambda hit, name=site.name: hit.host == name)
        assert hits, f"{spelling}: the site was not asked at all: the lab is broken"
        seen += [f"{spelling}: GET {hit.path}" for hit in hits if hit.path.startswith("/private")]
    assert not seen, "; ".join(seen)


def spelled_pages():
    private_pages(lambda site, spelling: run("inspect", site.url(spelling)))


def spelled_sitemaps():
    with service():
        private_pages(lambda site, spelling: ask("POST", "/v1/sitemap", {"url": site.url(spelling)}))


def outages():
    seen = []
    for policy in ["google-2021", "google-2026"]:
        state = {"is_up": True}
        robots = (200, {"Cache-Control": "max-age=300"}, "User-agent: *\nDisallow: /\n")

        def page(state=state, robots=robots):
            return robots if state["is_up"] else (503, {"Retry-After": "600"}, "")

        site = LAB.site({"/": (200, {}, "a cached page"), "": page})
        store = f"{WORK}/{policy}.sqlite"
        steps = [(True, store, []), (False, store, ["--refresh"])]
        steps += [(False, kept, ["--refresh", "--probe-5xx"]) for kept in (store, "memory")]
        for is_up, kept, flags in steps:
            state["is_up"] = is_up
            if run("check", "--unreachable=disallow", "--policy", policy, *flags, site.url("/secret"), store=kept) != 1:
                seen.append(f"{policy}: allowed with {' '.join(flags)}, {kept.split('/')[-1]}")
    assert not seen, "; ".join(seen)


def age(store, seconds):
    """Makes the entries of a store older. Their times are integers of eight bytes, in milliseconds since 1970."""
    now = time.time() * 1000
    with contextlib.closing(sqlite3.connect(store)) as database, database:
        for origin, value in database.execute("SELECT origin, value FROM entry").fetchall():
            magic, payload = value[:4], bytearray(value[20:])
            for at in range(len(payload) - 8):
                written = int.from_bytes(payload[at + 1 : at + 9], "big")
                if payload[at] == 0xCF and abs(written - now) < 600_000:
                    payload[at + 1 : at + 9] = (written - seconds * 1000).to_bytes(8, "big")
            checksum = hashlib.sha256(payload).digest()[:16]
            database.execute("UPDATE entry SET value = ? WHERE origin = ?", (magic + checksum + payload, origin))


PROVOKERS = {
    "inspect": lambda url: ask("POST", "/v1/inspect", {"url": url, "agents": ["GPTBot"]}),
    "sitemap": lambda url: ask("POST", "/v1/sitemap", {"url": url}),
    "check": lambda url: ask("POST", "/v1/check", {"urls": [url], "agents": ["GPTBot"]}),
}


def firewalls():
    """A firewall blocks an address after one suspicious request. The stored files have just expired."""
    wrong, robots = [], (200, {}, "User-agent: *\nDisallow: /secret\n")

    def firewall(is_strict):
        state = {"is_up": False, "is_blocked": False}

        def page(is_attack):
            # A strict one blocks an address that asks for robots.txt again.
            state["is_blocked"] |= state["is_up"] and (is_attack or is_strict)
            return (403, {}, "blocked") if state["is_blocked"] else robots

        return state, LAB.site({"/attack": lambda: page(True), "": lambda: page(False)})

    for policy in ["google-2021", "google-2026", "rfc9309"]:
        store = f"{WORK}/firewall-{policy}.sqlite"
        sites = {way: firewall(way == "check") for way in PROVOKERS}
        for _, site in sites.values():
            assert run("check", site.url("/secret"), "--agent", "GPTBot", store=store) == 1, "the file disallows it"
        age(store, 24 * 3600 + 60)
        with service("--policy", policy, store=store):
            for way, (state, site) in sites.items():
                state["is_up"] = True
                PROVOKERS[way](site.url("/attack"))
                mark, until = len(LAB.hits), time.monotonic() + 3
                while time.monotonic() < until:
                    if decision(site.url("/secret")):
                        wrong.append(f"{policy}, {way}: allowed")
                        break
                    time.sleep(0.3)
                asked = since(mark, lambda hit, name=site.name: hit.host == name and hit.path == "/robots.txt")
                assert way == "check" or asked or state["is_blocked"], f"{way}: the site was not asked: the lab is broken"
                # An inspection or a walk asks for robots.txt itself, before or after it sets the firewall off: then the
                # file is renewed, or the last copy is in force.
                text = ask("GET", f"/v1/check?url={site.url('/secret')}&agent=GPTBot")[1]
                is_copy = '"last-copy"' in text and "403" in text
                if not is_copy and (way == "check" or '"basis":"file"' not in text):
                    wrong.append(f"{policy}, {way}: {text}")
    assert not wrong, "; ".join(wrong)


# Other sites are not affected.


def reflected_sitemap():
    seen = []
    for way in ["command", "service"]:
        other = LAB.site({"/robots.txt": OPEN, "": (200, {}, "http://x.test/private-line\n")})
        site = LAB.site({"/robots.txt": OPEN, "": to(other.url("/private/sitemap.xml"))})
        mark, url = len(LAB.hits), site.url("/sitemap.xml")
        if way == "command":
            run("sitemap", url)
        else:
            with service():
                ask("POST", "/v1/sitemap", {"url": url})
        hits = since(mark, lambda hit, name=other.name: hit.host == name and hit.path.startswith("/private"))
        seen += [f"{way}: GET {hit.path}" for hit in hits]
    assert not seen, "; ".join(seen)


def wildcard():
    address = LAB.public()
    LAB.addresses["*.wild.t.test"] = [(address,)]
    urls = [f"http://w{number}.wild.t.test/" for number in range(1000)]
    with service():
        mark = len(LAB.hits)
        pool = concurrent.futures.ThreadPoolExecutor(1)
        asking = pool.submit(ask, "POST", "/v1/check", {"urls": urls}, timeout=8)
        concurrent.futures.wait([asking], 3)
        hits = since(mark, lambda hit: str(hit.address) == address)
    pool.shutdown(cancel_futures=True)  # the service has ended, so there is no answer
    asking.exception()
    assert hits, "the address was not reached at all: the lab is broken"
    assert len(hits) <= 100, f"{len(hits)} requests in 3 seconds"


# Information that clients may get.


def refused_and_failed():
    # Port 81 is closed everywhere.
    names = {"a private address": LAB.name(("10.7.7.7",)), "a closed port": LAB.name((LAB.public(),))}
    names["no such name"] = LAB.name()
    assert len({len(name) for name in names.values()}) == 1, "names of one length"

    def seen(name):
        status, text = ask("GET", f"/v1/check?url=http://{name}:81/", client=next(CLIENTS))
        text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z|\d+ (s|ms|min) ago|just now", "TIME", text)
        return status, text.replace(name, "NAME")

    with service():
        answers = dict(zip(names, each(seen, names.values())))
        status, metrics = ask("GET", "/metrics")
    assert len(set(answers.values())) == 1, json.dumps(answers, indent=1)
    assert status != 200 or "refused" not in metrics, "/metrics counts refused addresses for everyone"


SCENARIOS = [
    ("the lab sees a connection to a private address", canary_sees),
    ("`maycrawl check` connects to no private address", check_command),
    ("`maycrawl inspect` connects to no private address", inspect_command),
    ("`maycrawl sitemap` connects to no private address", sitemap_command),
    ("POST /v1/check connects to no private address", check_call),
    ("POST /v1/sitemap connects to no private address", sitemap_call),
    ("25 forced refreshes of a site with a rate limit do not turn disallowed into allowed", forced_refreshes),
    ("`maycrawl inspect` requests no disallowed page, however its path is spelled", spelled_pages),
    ("POST /v1/sitemap requests no disallowed sitemap, however its path is spelled", spelled_sitemaps),
    ("--probe-5xx does not turn an outage into allowed", outages),
    ("a firewall that a stranger sets off (inspect, sitemap, check) opens no site", firewalls),
    ("a sitemap that redirects to another site's disallowed file is not read", reflected_sitemap),
    ("1,000 names of one address do not make 1,000 requests to it in a few seconds", wildcard),
    ("a refused address and one that fails give the same bytes", refused_and_failed),
]

failed = 0
for sentence, scenario in SCENARIOS:
    began = time.monotonic()
    try:
        scenario()
    except Exception as error:  # a failed scenario does not stop the others
        failed += 1
        print(f"FAIL: {sentence}: {error if isinstance(error, AssertionError) else repr(error)}", flush=True)
    else:
        print(f"ok: {sentence} ({time.monotonic() - began:.1f} s)", flush=True)
print(f"{len(SCENARIOS) - failed} passed, {failed} failed")
sys.exit(failed > 0)
