"""Tests of the files of a release: archive, names, unit, container files. scripts/packaging-test runs them."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import tarfile
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]
COMMAND = tomllib.loads((ROOT / "crates/maycrawl-cli/Cargo.toml").read_text())["package"]["metadata"]
VERSION = PROJECT["version"]
MAYCRAWL = os.environ["MAYCRAWL"]
UNIT = ROOT / "packaging/systemd/maycrawl.service"
CONTAINERFILE = ROOT / "packaging/container/Containerfile"
COMPOSE = ROOT / "packaging/container/compose.yaml"
# What docs/guide/installing.md says of the unit.
MAX_EXPOSURE = 1.2


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def host():
    return re.search(r"^host: (.*)$", run("rustc", "-vV").stdout, re.MULTILINE)[1]


def release(out, binary, umask=0o022, **environment):
    """Runs scripts/release on a binary that is already built."""
    return run(
        ROOT / "scripts/release", "--binary", binary, "--out", out,
        env=os.environ | environment, preexec_fn=lambda: os.umask(umask),
    )  # fmt: skip


class Folder:
    """A temporary folder for the tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)


class Archive(Folder, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.binary = cls.folder / "maycrawl"
        subprocess.run(["strip", "-o", cls.binary, MAYCRAWL], check=True)
        cls.name = f"maycrawl-{VERSION}-{host()}"
        cls.out = cls.folder / "first"
        done = release(cls.out, cls.binary)
        assert done.returncode == 0, done.stderr
        cls.archive = cls.out / f"{cls.name}.tar.gz"

    def test_it_has_everything(self):
        with tarfile.open(self.archive) as tar:
            members = tar.getmembers()
        names = {member.name.removeprefix(self.name + "/") for member in members if member.isfile()}
        pages = {name for name in names if name.startswith("man/man1/maycrawl")}
        self.assertEqual(
            names - pages,
            {
                "maycrawl", "README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-NOTICES.txt",
                "completions/maycrawl.bash", "completions/_maycrawl", "completions/maycrawl.fish",
                "completions/_maycrawl.ps1", "completions/maycrawl.elv",
                "systemd/maycrawl.service", "systemd/maycrawl.default",
            },
        )  # fmt: skip
        # A page for the command and for each subcommand.
        subcommands = re.findall(r"^  ([a-z]+)  ", run(MAYCRAWL, "--help").stdout, re.MULTILINE)
        self.assertGreater(len(subcommands), 15)
        for subcommand in subcommands:
            if subcommand != "help":
                self.assertIn(f"man/man1/maycrawl-{subcommand}.1", pages)
        self.assertEqual([m.name for m in members], sorted(m.name for m in members))
        for member in members:
            executable = member.isdir() or member.name == f"{self.name}/maycrawl"
            self.assertEqual(member.mode, 0o755 if executable else 0o644, member.name)
            self.assertEqual((member.uid, member.gid, member.uname, member.gname), (0, 0, "root", "root"))

    def test_completions_are_those_that_the_command_offers(self):
        offered = re.search(r"possible values: (.*)]", run(MAYCRAWL, "completions", "--help").stdout)
        text = offered[1] if offered else run(MAYCRAWL, "completions", "none").stderr
        source = (ROOT / "scripts/release").read_text()
        shells = set(re.findall(r'^    "([a-z]+)": "', source, re.MULTILINE))
        self.assertEqual(shells, {"bash", "elvish", "fish", "powershell", "zsh"})
        for shell in shells:
            self.assertIn(shell, text)

    def test_it_has_the_same_bytes_again(self):
        again, other = self.folder / "again", self.folder / "copy/maycrawl"
        other.parent.mkdir()
        shutil.copy(self.binary, other)
        os.utime(other, (1, 1))
        done = release(again, other, umask=0o077, MAYCRAWL_LISTEN="127.0.0.1:1", TZ="Asia/Tokyo", LC_ALL="C")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(digest(self.archive), digest(again / self.archive.name))
        late = self.folder / "late"
        release(late, other, SOURCE_DATE_EPOCH="1700000000")
        self.assertNotEqual(digest(self.archive), digest(late / self.archive.name))

    def test_its_checksum_is_right_and_its_command_runs(self):
        checked = run("sha256sum", "--check", "SHA256SUMS", cwd=self.out)
        self.assertEqual((checked.returncode, checked.stdout), (0, f"{self.name}.cdx.json: OK\n{self.archive.name}: OK\n"))
        unpacked = self.folder / "unpacked"
        unpacked.mkdir()
        subprocess.run(["tar", "-xzf", self.archive, "-C", unpacked], check=True)
        said = run(unpacked / self.name / "maycrawl", "--version").stdout
        self.assertEqual(said, f"maycrawl {VERSION}\n")

    def test_the_bill_of_materials_is_valid_and_names_what_the_notices_name(self):
        file = self.out / f"{self.name}.cdx.json"
        validate = """
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
sys.exit(repr(JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read()) or ""))
"""
        done = run(os.environ["CYCLONEDX"], "-c", validate, file)
        self.assertEqual(done.stderr.strip(), "''")
        bill = json.loads(file.read_text())
        self.assertEqual(bill["metadata"]["component"]["version"], VERSION)
        listed = {(item["name"], item["version"]) for item in bill["components"]}
        # The notices are for all platforms and for all features.
        notices = (ROOT / "crates/maycrawl-cli/notices.txt").read_text()
        named = set(re.findall(r"^  (\S+) (\S+)  ", notices, re.MULTILINE))
        own = {item for item in listed if item[0].startswith("maycrawl")}
        self.assertEqual(listed - own - named, set())
        self.assertTrue({"hyper", "rustls", "preact", "@codemirror/view"} <= {name for name, _ in listed})
        for item in bill["components"]:
            self.assertTrue(item["name"].startswith("maycrawl") or item["hashes"][0]["content"], item)
        references = {item["ref"] for item in bill["dependencies"]}
        self.assertEqual({other for item in bill["dependencies"] for other in item["dependsOn"]} - references, set())

    def test_the_sums_are_signed_where_there_is_a_key(self):
        self.assertFalse((self.out / "SHA256SUMS.minisig").exists())
        keys = ["-p", self.folder / "own.pub", "-s", self.folder / "own.key"]
        self.assertEqual(run("minisign", "-G", "-W", *keys).returncode, 0)
        out = self.folder / "signed"
        done = release(out, self.binary, MAYCRAWL_SIGNING_KEY=str(self.folder / "own.key"))
        self.assertEqual(done.returncode, 0, done.stderr)
        verify = ["minisign", "-V", "-Q", "-p", self.folder / "own.pub", "-m", out / "SHA256SUMS"]
        verified = run(*verify)
        self.assertEqual((verified.returncode, verified.stdout), (0, f"maycrawl {VERSION}\n"))
        (out / "SHA256SUMS").write_text("0")
        self.assertNotEqual(run(*verify).returncode, 0)
        # Without the key, the old signature does not stay.
        done = release(out, self.binary)
        self.assertEqual((done.returncode, (out / "SHA256SUMS.minisig").exists()), (0, False))
        self.assertIn("not signed", done.stderr)
        done = release(out, self.binary, MAYCRAWL_SIGNING_KEY=str(self.folder / "none"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("SHA256SUMS was not signed", done.stderr)

    def test_what_cannot_be_released_is_refused(self):
        wrong = self.folder / "wrong/maycrawl"
        wrong.parent.mkdir()
        wrong.write_text("#!/bin/sh\necho maycrawl 0.0.1\n")
        wrong.chmod(0o755)
        done = release(self.folder / "refused", wrong)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"is `maycrawl 0.0.1`, and Cargo.toml says {VERSION}", done.stderr)
        foreign = self.folder / "wrong/foreign"
        foreign.write_bytes(b"\x7fELF of another machine")
        foreign.chmod(0o755)
        done = release(self.folder / "refused", foreign)
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not run here", done.stderr)
        self.assertEqual(list((self.folder / "refused").glob("*.tar.gz")), [])

    def test_a_missing_target_is_named_with_what_installs_it(self):
        done = run(ROOT / "scripts/release", env=os.environ | {"TARGET": "riscv64gc-unknown-linux-musl"})
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            done.stderr,
            "the Rust target riscv64gc-unknown-linux-musl is not installed; install it with: "
            "rustup target add riscv64gc-unknown-linux-musl\n",
        )

    def test_the_debian_package_takes_files_that_are_there(self):
        staged = {str(path.relative_to(self.out)) for path in (self.out / "staged").rglob("*")}
        for source, _, _ in COMMAND["deb"]["assets"]:
            if "/dist/" in source:
                pattern = source.removeprefix("../../target/dist/")
                found = any(pathlib.PurePath(name).match(pattern) for name in staged)
            else:
                found = (ROOT / "crates/maycrawl-cli" / source).exists()
            self.assertTrue(found, source)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Names(unittest.TestCase):
    def test_binstall_asks_for_the_archive(self):
        values = {"repo": PROJECT["repository"], "version": VERSION, "target": host()}
        values |= {"bin": "maycrawl", "binary-ext": ""}

        def filled(template):
            return re.sub(r"\{ ([a-z-]+) \}", lambda found: values[found[1]], template)

        name = f"maycrawl-{VERSION}-{host()}"
        binstall = COMMAND["binstall"]
        self.assertEqual(
            filled(binstall["pkg-url"]), f"{PROJECT['repository']}/releases/download/v{VERSION}/{name}.tar.gz"
        )
        self.assertEqual(filled(binstall["bin-dir"]), f"{name}/maycrawl")

    def test_the_image_has_the_version_and_the_address_of_the_project(self):
        text = CONTAINERFILE.read_text()
        self.assertIn(f"ARG VERSION={VERSION}\n", text)
        self.assertIn(f'image.source="{PROJECT["repository"]}"', text)
        self.assertIn(f"image: maycrawl:{VERSION}\n", COMPOSE.read_text())

    def test_variables_of_image_and_unit_are_those_of_the_command(self):
        known = run(MAYCRAWL, "serve", "--help").stdout
        for path in [CONTAINERFILE, COMPOSE, UNIT, ROOT / "packaging/systemd/maycrawl.default"]:
            names = set(re.findall(r"\bMAYCRAWL_[A-Z_]+", path.read_text()))
            self.assertTrue(names, path)
            # Those of the unit and of the compose file alone.
            for name in names - {"MAYCRAWL_OPTIONS", "MAYCRAWL_PORT"}:
                self.assertIn(name, known, path)


    def test_images_are_named_by_digest(self):
        images = re.findall(r"^FROM (?:--\S+ )?(\S+)", CONTAINERFILE.read_text(), re.MULTILINE)
        images += re.findall(r"^ +image: (\S+)", COMPOSE.read_text(), re.MULTILINE)
        own = {"scratch", f"maycrawl:{VERSION}"}
        self.assertEqual(len([image for image in images if image not in own]), 3)
        for image in images:
            if image not in own:
                self.assertRegex(image, r"^docker\.io/library/[a-z]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}$")


class Unit(Folder, unittest.TestCase):
    def setUp(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("systemd-analyze is not installed")

    def test_it_verifies(self):
        # The page of the manual is not installed, and the command is not where the unit looks for it.
        text = UNIT.read_text().replace("ExecStart=maycrawl ", f"ExecStart={MAYCRAWL} ")
        text = re.sub("^Documentation=.*\n", "", text, flags=re.MULTILINE)
        unit = self.folder / "maycrawl.service"
        unit.write_text(text)
        done = run("systemd-analyze", "verify", "--man=no", unit)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        unit.write_text(text.replace("MemoryMax=2G", "MemoryMax=much"))
        self.assertIn("Invalid memory limit", run("systemd-analyze", "verify", "--man=no", unit).stderr)

    def test_its_exposure_is_as_the_guide_says(self):
        done = run("systemd-analyze", "security", "--offline=true", "--no-pager", UNIT)
        found = re.search(r"Overall exposure level for maycrawl.service: ([0-9.]+)", done.stdout)
        if not found:
            self.skipTest(f"this systemd-analyze reads no unit files: {done.stderr}")
        self.assertLessEqual(float(found[1]), MAX_EXPOSURE)
        self.assertIn(f"`{MAX_EXPOSURE}`", (ROOT / "docs/guide/installing.md").read_text())


class Linters(unittest.TestCase):
    def test_files_are_as_their_readers_expect(self):
        scripts = sorted(path for path in (ROOT / "integrations").rglob("*") if is_bash(path))
        scripts += [ROOT / "scripts" / name for name in ("packaging-test", "container-test")]
        self.assertGreater(len(scripts), 7)
        for command in [
            ["hadolint", CONTAINERFILE],
            ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE],
            ["check-jsonschema", "--builtin-schema", "vendor.github-actions", ROOT / "integrations/github/action.yml"],
            ["shellcheck", *scripts],
        ]:
            done = run(*command)
            self.assertEqual(done.returncode, 0, f"{command[0]}: {done.stdout}{done.stderr}")


def is_bash(path):
    executable = path.is_file() and path.stat().st_mode & stat.S_IXUSR
    return executable and path.read_text().startswith("#!/usr/bin/env bash")
