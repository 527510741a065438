"""Tests of the step for GitHub workflows and of the hooks: what they download, build and post.

A server on loopback plays the releases and the API of GitHub. scripts/packaging-test runs these tests.
"""
import hashlib
import http.server
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAYCRAWL = os.environ["MAYCRAWL"]
VERSION = subprocess.run([MAYCRAWL, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
HOST = re.search(r"^host: (.*)$", subprocess.run(["rustc", "-vV"], capture_output=True, text=True).stdout, re.M)[1]
NAME = f"maycrawl-{VERSION}-{HOST}"
TOKEN = "secret-token-of-the-test"
# Everything that means something to a shell, to Markdown or to GitHub.
HOSTILE = """\
User-agent: *
Disallow: /$(touch pwned)/`touch pwned`/<img src=x>/@octocat|x\\|y https://evil.example/#1
User-agent: www.evil.example
User-agent: https://evil.example
User-agent: @octocat
User-agent: <img/src=x>
User-agent: [x](https://evil.example)
Disallow: /
Sitemap: https://evil.example/`@octocat`|<b>
"""


def archive(command):
    """The bytes of an archive with this command."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as tar:
        entry = tarfile.TarInfo(f"{NAME}/maycrawl")
        entry.size, entry.mode = len(command), 0o755
        tar.addfile(entry, io.BytesIO(command))
    return file.getvalue()


class Server(http.server.ThreadingHTTPServer):
    """Files by path, and the comments of one pull request."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files, self.comments, self.requests, self.refuse = {}, [], [], None
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"

    def release(self, command=None, checksum=None):
        packed = archive(command or b'#!/bin/sh\necho "maycrawl %s"\n' % VERSION.encode())
        checksum = checksum or hashlib.sha256(packed).hexdigest()
        self.files = {
            f"/v{VERSION}/SHA256SUMS": f"{checksum}  {NAME}.tar.gz\n".encode(),
            f"/v{VERSION}/{NAME}.tar.gz": packed,
        }


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.requests.append(("GET", self.path))
        path, _, query = self.path.partition("?")
        if path in self.server.files:
            return self.send(200, self.server.files[path])
        if not self.is_comments(path):
            return self.send(404, b"{}")
        page = int(re.search(r"\bpage=(\d+)", query)[1])
        return self.send(200, json.dumps(self.server.comments[(page - 1) * 100 : page * 100]).encode())

    def do_POST(self):
        comment = {"id": 1000 + len(self.server.comments), "user": {"type": "Bot"}, "body": self.body()}
        if self.is_comments(self.path):
            self.server.comments.append(comment)
            self.send(201, b"{}")

    def do_PATCH(self):
        body = self.body()
        found = re.fullmatch(r"/repos/shop/site/issues/comments/(\d+)", self.path)
        for comment in self.server.comments:
            if found and comment["id"] == int(found[1]):
                comment["body"] = body
                return self.send(200, b"{}")
        return self.send(404, b"{}")

    def is_comments(self, path):
        if path != "/repos/shop/site/issues/7/comments":
            return False
        assert self.headers["Authorization"] == f"Bearer {TOKEN}", self.headers
        return True

    def body(self):
        self.server.requests.append((self.command, self.path))
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]

    def send(self, status, body):
        if self.server.refuse and "/comments" in self.path:
            status, body = self.server.refuse, b"{}"
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Steps(unittest.TestCase):
    """A folder, a server, and a PATH without maycrawl, with a cargo that only writes down its arguments."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = Server()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.programs = self.folder / "programs"
        self.programs.mkdir()
        self.program("cargo", 'echo "$@" >>"$CARGO_LOG"')
        others = [it for it in os.environ["PATH"].split(":") if not pathlib.Path(it, "maycrawl").exists()]
        self.environment = {
            "PATH": ":".join([str(self.programs), *others]),
            "HOME": str(self.folder),
            "RUNNER_TEMP": str(self.folder),
            "GITHUB_PATH": str(self.folder / "path"),
            "CARGO_LOG": str(self.folder / "cargo.log"),
            "MAYCRAWL_RELEASES": self.server.url,
            "GIT_CONFIG_GLOBAL": "/dev/null",
        }

    def program(self, name, script):
        path = self.programs / name
        path.write_text(f"#!/usr/bin/env bash\n{script}\n")
        path.chmod(0o755)

    def script(self, path, *arguments, **variables):
        return subprocess.run(
            [path, *arguments], cwd=self.folder, env=self.environment | variables,
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip

    def built(self):
        log = self.folder / "cargo.log"
        return log.read_text() if log.exists() else ""

    def added_to_path(self):
        path = self.folder / "path"
        return path.read_text().splitlines() if path.exists() else []


class Install(Steps):
    def install(self, version=""):
        return self.script(ROOT / "integrations/github/install", VERSION=version)

    def test_a_release_is_downloaded_and_checked(self):
        self.server.release()
        done = self.install()
        self.assertEqual((done.returncode, self.built()), (0, ""), done.stdout + done.stderr)
        [folder] = self.added_to_path()
        self.assertEqual(self.script(f"{folder}/maycrawl", "--version").stdout, f"maycrawl {VERSION}\n")

    def test_without_a_release_it_builds(self):
        for files in [{}, {f"/v{VERSION}/SHA256SUMS": b"00  maycrawl-9.9.9-other.tar.gz\n"}]:
            self.server.files = files
            done = self.install()
            self.assertEqual((done.returncode, self.added_to_path()), (0, []), done.stdout + done.stderr)
            self.assertRegex(self.built(), r"install --locked --path \S*/crates/maycrawl-cli\n$")
            (self.folder / "cargo.log").unlink()

    def test_a_release_that_does_not_run_here_is_not_used(self):
        self.server.release(b"#!/bin/sh\nexit 127\n")
        self.assertEqual(self.install().returncode, 0)
        self.assertIn("install", self.built())
        self.assertEqual(self.added_to_path(), [])

    def test_a_wrong_checksum_ends_the_step(self):
        self.server.release(checksum="0" * 64)
        done = self.install()
        self.assertEqual((done.returncode, self.built(), self.added_to_path()), (1, "", []))
        self.assertIn("SHA256SUMS says 0000", done.stdout)
        self.assertFalse((self.folder / "maycrawl-bin").exists())

    def test_a_signature_is_verified_where_there_is_a_key(self):
        def minisign(*arguments):
            subprocess.run(["minisign", *arguments], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

        minisign("-G", "-W", "-p", "own.pub", "-s", "own.key")
        key = (self.folder / "own.pub").read_text().splitlines()[-1]
        path = f"/v{VERSION}/SHA256SUMS"

        def install(says, comment=f"maycrawl {VERSION}", sums=None):
            self.server.release()
            if comment is not None:
                (self.folder / "SHA256SUMS").write_bytes(sums or self.server.files[path])
                minisign("-S", "-s", "own.key", "-m", "SHA256SUMS", "-t", comment)
                self.server.files[f"{path}.minisig"] = (self.folder / "SHA256SUMS.minisig").read_bytes()
            done = self.script(ROOT / "integrations/github/install", VERSION="", MAYCRAWL_PUBLIC_KEY=key)
            self.assertIn(says, done.stdout)
            # Nothing is built either: a build would hide it.
            self.assertEqual((done.returncode, self.built()), (1 if "not used" in says else 0, ""), done.stdout)

        install("its checksum is right")
        install("has no signature, and there is a public key: it is not used", comment=None)
        install("is not right: it is not used", sums=b"0" * 64)
        install("is signed for another version: it is not used", comment="maycrawl 0.0.1")

    def test_the_installed_command_is_used(self):
        self.program("maycrawl", "echo maycrawl 0.0.7")
        for version in ["", "0.0.7"]:
            done = self.install(version)
            self.assertEqual((done.returncode, self.server.requests), (0, []), done.stderr)
        self.server.release()
        self.assertEqual(self.install(VERSION).returncode, 0)
        self.assertEqual(len(self.added_to_path()), 1)

    def test_versions(self):
        done = self.install("build")
        self.assertEqual((done.returncode, self.server.requests), (0, []))
        self.assertIn("install", self.built())
        (self.folder / "cargo.log").unlink()
        done = self.install("9.9.9")
        self.assertEqual((done.returncode, self.built()), (1, ""))
        self.assertIn("there is no release 9.9.9", done.stdout)
        self.server.requests.clear()
        for wrong in ["1.2.3;touch pwned", "../../x", "$(touch pwned)", "v1", "1.2.3/../..", "1.2.3\n::error::x"]:
            self.assertEqual(self.install(wrong).returncode, 1, wrong)
        self.assertEqual((self.server.requests, self.built()), ([], ""))
        self.assertFalse((self.folder / "pwned").exists())


class Hook(Steps):
    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "integrations", self.folder / "hooks/integrations")
        shutil.copy(ROOT / "Cargo.toml", self.folder / "hooks/Cargo.toml")
        self.hook = self.folder / "hooks/integrations/pre-commit/run"

    def test_a_release_is_downloaded_once(self):
        self.server.release(b'#!/bin/sh\necho "maycrawl %s"\n' % VERSION.encode())
        for _ in range(3):
            done = self.script(self.hook, "lint", "robots.txt")
            self.assertEqual((done.returncode, done.stdout), (0, f"maycrawl {VERSION}\n"), done.stderr)
        self.assertEqual((len(self.server.requests), self.built()), (2, ""))

    def test_without_a_release_it_builds_and_a_wrong_checksum_ends_it(self):
        self.assertNotEqual(self.script(self.hook, "lint").returncode, 0)  # this cargo builds nothing
        self.assertIn("build --quiet --release --locked", self.built())
        (self.folder / "cargo.log").unlink()
        self.server.release(checksum="0" * 64)
        done = self.script(self.hook, "lint")
        self.assertEqual((done.returncode, self.built()), (2, ""))
        self.assertIn("it is not used", done.stderr)


class Comment(Steps):
    def setUp(self):
        super().setUp()
        os.symlink(MAYCRAWL, self.programs / "maycrawl")
        # Notes the arguments of curl, which every user of a machine can read.
        self.program("curl", f'echo "$@" >>"$HOME/curl.log"\nexec {shutil.which("curl")} "$@"')
        self.event()
        self.write("old", "User-agent: *\nDisallow: /a\n")
        self.write("robots.txt", "User-agent: *\nDisallow: /b\n")

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def event(self, head="shop/site", number=7):
        repositories = {"head": {"repo": {"full_name": head}}, "base": {"repo": {"full_name": "shop/site"}}}
        self.write("event.json", json.dumps({"pull_request": repositories | {"number": number}} if number else {}))

    def diff(self, name="robots.txt", comment="true", **variables):
        given = {
            "FILES": name, "DIFF_WITH": "old", "COMMENT": comment, "GITHUB_TOKEN": TOKEN,
            "GITHUB_API_URL": self.server.url, "GITHUB_REPOSITORY": "shop/site", "GITHUB_EVENT_NAME": "pull_request",
            "GITHUB_EVENT_PATH": str(self.folder / "event.json"), "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
        }  # fmt: skip
        done = self.script(ROOT / "integrations/github/diff", **given | variables)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def bodies(self):
        return [comment["body"] for comment in self.server.comments]

    def test_one_comment_is_posted_and_then_updated(self):
        self.assertIn("a comment was added to pull request 7", self.diff())
        [first] = self.bodies()
        self.assertIn("`robots.txt`", first)
        self.assertIn("- for example `/b`", first)
        self.write("robots.txt", "User-agent: *\nDisallow: /c\n")
        self.assertIn("was updated", self.diff())
        [second] = self.bodies()
        self.assertIn("- for example `/c`", second)
        # A later run without a change says so in the same comment.
        self.write("robots.txt", "User-agent: *\nDisallow: /a\n")
        self.diff()
        [third] = self.bodies()
        self.assertIn("no verdict changes", third)
        # Another file has a comment of its own.
        self.write("other.txt", "User-agent: *\nDisallow: /d\n")
        self.diff("other.txt")
        self.assertEqual(len(self.bodies()), 2)
        self.assertNotIn(TOKEN, (self.folder / "curl.log").read_text())

    def test_the_comments_of_people_stay_as_they_are(self):
        self.diff()
        [own] = self.server.comments
        copy = own | {"id": 1, "user": {"type": "User"}}
        talk = [{"id": 10 + i, "user": {"type": "Bot"}, "body": "talk"} for i in range(150)]
        self.server.comments = [dict(copy), *talk, own]
        self.write("robots.txt", "User-agent: *\nDisallow: /c\n")
        self.assertIn("was updated", self.diff())
        self.assertEqual(self.server.comments[0], copy)
        self.assertIn("- for example `/c`", own["body"])
        self.assertEqual(len(self.server.comments), 152)

    def test_where_nothing_is_posted(self):
        self.write("same.txt", "User-agent: *\nDisallow: /a\n")
        self.diff("same.txt")
        self.assertEqual([method for method, _ in self.server.requests], ["GET"])
        self.server.requests.clear()
        self.diff(comment="false")
        self.diff(GITHUB_TOKEN="")
        self.event(number=None)
        self.diff()
        self.event(head="stranger/site")
        self.assertIn("it comes from a fork", self.diff())
        self.event(head=None)  # the fork was deleted
        self.assertIn("it comes from a fork", self.diff())
        self.assertEqual((self.server.requests, self.bodies()), ([], []))
        # This event has a token of the repository itself.
        self.event(head="stranger/site")
        self.diff(GITHUB_EVENT_NAME="pull_request_target")
        self.assertEqual(len(self.bodies()), 1)

    def test_a_token_without_permission_fails_nothing(self):
        for status, says in [(403, "pull-requests: write"), (404, "pull-requests: write"), (500, "answered 500")]:
            self.server.refuse = status
            said = self.diff()
            self.assertIn("::notice title=maycrawl diff::no comment on the pull request:", said)
            self.assertIn(says, said)
        self.assertIn("answered 000", self.diff(GITHUB_API_URL="http://127.0.0.1:1"))
        self.assertIn("- for example `/b`", (self.folder / "summary").read_text())

    def test_hostile_text_stays_text(self):
        self.write("robots.txt", HOSTILE)
        self.diff()
        [body] = self.bodies()
        self.assertIn("touch pwned", body)
        self.assertFalse((self.folder / "pwned").exists())
        # Without the marker and the parts that are code, nothing of the file is left.
        rest = body.partition("\n")[2]
        rest = re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", "", rest)
        for text in ["evil", "octocat", "<", "touch", "://", "`", "#1"]:
            self.assertNotIn(text, rest)

    def test_a_long_text_is_cut_at_the_end_of_a_line(self):
        groups = [f"User-agent: bot{chr(97 + i % 26)}{chr(97 + i // 26)}\n" for i in range(200)]
        rules = [f"Disallow: /{i}/{'x' * 300}\n" for i in range(40)]
        self.write("robots.txt", "".join(f"{group}Disallow: /{i}\n{''.join(rules)}" for i, group in enumerate(groups)))
        self.diff()
        [body] = self.bodies()
        self.assertLess(len(body), 65536)
        self.assertGreater(len((self.folder / "summary").read_text()), 65536)
        self.assertTrue(body.endswith("\n\nThis comment is cut. The summary of the workflow has all.\n"))
        self.assertTrue(body.splitlines()[-3].endswith("(before: no rule)"), body[-600:])
