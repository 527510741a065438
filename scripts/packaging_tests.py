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
import zipfile

import packages

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]
COMMAND = tomllib.loads((ROOT / "crates/maycrawl-cli/Cargo.toml").read_text())["package"]["metadata"]
VERSION = PROJECT["version"]
MAYCRAWL = os.environ["MAYCRAWL"]
UNIT = ROOT / "packaging/systemd/maycrawl.service"
WATCH_UNIT = ROOT / "packaging/systemd/maycrawl-watch.service"
CONTAINERFILE = ROOT / "packaging/container/Containerfile"
WORKFLOW = ROOT / ".github/workflows/release.yml"
CHECK = ROOT / "scripts/check-jsonschema"
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


def stand_in(folder):
    """A small program that says what the command says: to pack the command itself again and again takes minutes."""
    folder.mkdir()
    program = folder / "maycrawl"
    program.write_text(f'#!/bin/sh\nexec {MAYCRAWL} "$@"\n')
    program.chmod(0o755)
    return program


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
        cls.small = stand_in(cls.folder / "small")

    def test_it_has_everything(self):
        with tarfile.open(self.archive) as tar:
            members = tar.getmembers()
        names = {member.name.removeprefix(self.name + "/") for member in members if member.isfile()}
        pages = {name for name in names if name.startswith("man/man1/maycrawl")}
        self.assertEqual(
            names - pages,
            {
                "maycrawl", "README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-NOTICES.txt",
                "check_certificate.py",
                "completions/maycrawl.bash", "completions/_maycrawl", "completions/maycrawl.fish",
                "completions/_maycrawl.ps1", "completions/maycrawl.elv",
                "systemd/maycrawl.service", "systemd/maycrawl.default",
                "systemd/maycrawl-watch.service", "systemd/maycrawl-watch.default",
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
        first, again, other = self.folder / "once", self.folder / "again", stand_in(self.folder / "copy")
        os.utime(other, (1, 1))
        self.assertEqual(release(first, self.small).returncode, 0)
        done = release(again, other, umask=0o077, MAYCRAWL_LISTEN="127.0.0.1:1", TZ="Asia/Tokyo", LC_ALL="C")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(digest(first / self.archive.name), digest(again / self.archive.name))
        late = self.folder / "late"
        release(late, other, SOURCE_DATE_EPOCH="1700000000")
        self.assertNotEqual(digest(first / self.archive.name), digest(late / self.archive.name))

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

    def test_windows_gets_a_zip_too(self):
        target, out = "x86_64-pc-windows-msvc", self.folder / "windows"
        done = release(out, self.small, TARGET=target)
        self.assertEqual(done.returncode, 0, done.stderr)
        name = f"maycrawl-{VERSION}-{target}"
        with zipfile.ZipFile(out / f"{name}.zip") as zipped, tarfile.open(out / f"{name}.tar.gz") as tar:
            files = [member.name for member in tar.getmembers() if member.isfile()]
            self.assertEqual(zipped.namelist(), files)
            self.assertEqual(zipped.read(f"{name}/README.md"), (ROOT / "README.md").read_bytes())
        first, sums = digest(out / f"{name}.zip"), (out / "SHA256SUMS").read_text()
        self.assertIn(f"{first}  {name}.zip\n", sums)
        release(out, self.small, TARGET=target)
        self.assertEqual(digest(out / f"{name}.zip"), first)
        # The sums alone, of files that were made elsewhere.
        (out / f"maycrawl-{VERSION}-py3-none-any.whl").write_bytes(b"")
        done = run(ROOT / "scripts/release", "--sums", "--out", out)
        self.assertEqual(done.stdout, f"{hashlib.sha256().hexdigest()}  maycrawl-{VERSION}-py3-none-any.whl\n" + sums)

    def test_the_sums_are_signed_where_there_is_a_key(self):
        self.assertFalse((self.out / "SHA256SUMS.minisig").exists())
        keys = ["-p", self.folder / "own.pub", "-s", self.folder / "own.key"]
        self.assertEqual(run("minisign", "-G", "-W", *keys).returncode, 0)
        out = self.folder / "signed"
        done = release(out, self.small, MAYCRAWL_SIGNING_KEY=str(self.folder / "own.key"))
        self.assertEqual(done.returncode, 0, done.stderr)
        verify = ["minisign", "-V", "-Q", "-p", self.folder / "own.pub", "-m", out / "SHA256SUMS"]
        verified = run(*verify)
        self.assertEqual((verified.returncode, verified.stdout), (0, f"maycrawl {VERSION}\n"))
        (out / "SHA256SUMS").write_text("0")
        self.assertNotEqual(run(*verify).returncode, 0)
        # Without the key, the old signature does not stay.
        done = release(out, self.small)
        self.assertEqual((done.returncode, (out / "SHA256SUMS.minisig").exists()), (0, False))
        self.assertIn("not signed", done.stderr)
        done = release(out, self.small, MAYCRAWL_SIGNING_KEY=str(self.folder / "none"))
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

    def test_the_debian_package_has_every_unit_with_its_settings_and_starts_none(self):
        package, folder = COMMAND["deb"], UNIT.parent
        units = {unit["unit-name"]: unit for unit in package["systemd-units"]}
        self.assertEqual(set(units), {path.stem for path in folder.glob("*.service")})
        assets = {target: (source, mode) for source, target, mode in package["assets"]}
        for name, unit in units.items():
            self.assertEqual((unit["enable"], unit["start"]), (False, False), name)
            self.assertEqual((ROOT / "crates/maycrawl-cli" / unit["unit-scripts"]).resolve(), folder)
            settings = re.search(r"^EnvironmentFile=-?/(.*)$", (folder / f"{name}.service").read_text(), re.MULTILINE)[1]
            source, mode = assets[settings]
            self.assertEqual(pathlib.PurePath(source).name, f"{name}.default")
            # Settings of `watch` can have a secret.
            self.assertEqual(mode, "600" if "SECRET" in (folder / f"{name}.default").read_text() else "644")
            self.assertIn("/" + settings, package["conf-files"])


class Descriptions(Folder, unittest.TestCase):
    """What package collections read: packaging/README.md."""

    SYSTEMS = {
        "x86_64-linux": "x86_64-unknown-linux-musl", "aarch64-linux": "aarch64-unknown-linux-musl",
        "x86_64-darwin": "x86_64-apple-darwin", "aarch64-darwin": "aarch64-apple-darwin",
    }  # fmt: skip

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        names = [f"maycrawl-{VERSION}-{target}.tar.gz" for target in cls.SYSTEMS.values()]
        names += [f"maycrawl-{VERSION}.tar.gz", f"maycrawl-{VERSION}-x86_64-pc-windows-msvc.zip"]
        cls.sums = {name: hashlib.sha256(name.encode()).hexdigest() for name in names}
        sums = "".join(f"{value}  {name}\n" for name, value in cls.sums.items())
        (cls.folder / "SHA256SUMS").write_text(sums)
        cls.fill(cls.folder / "SHA256SUMS", cls.folder / "filled").check_returncode()
        cls.text = {path.name: path.read_text() for path in (cls.folder / "filled").rglob("*.*")}
        cls.text["PKGBUILD"] = (cls.folder / "filled/aur/PKGBUILD").read_text()

    @staticmethod
    def fill(*arguments):
        return run(ROOT / "scripts/package-descriptions", *arguments)

    def test_every_place_is_filled_in_and_every_file_of_a_release_has_its_hash(self):
        every = "\n".join(self.text.values())
        self.assertEqual(re.findall(r"@[A-Z0-9]+@|@SHA256", every), [])
        for name, value in self.sums.items():
            self.assertIn(value, every, name)
        self.assertEqual(set(re.findall(r"\b[0-9a-f]{64}\b", every)), set(self.sums.values()))

    def test_a_missing_file_is_named(self):
        few = self.folder / "few"
        few.write_text("".join((self.folder / "SHA256SUMS").read_text().splitlines(keepends=True)[1:]))
        done = self.fill(few, self.folder / "none")
        self.assertEqual((done.returncode, (self.folder / "none").exists()), (1, False))
        self.assertIn(f"{few} has no maycrawl-{VERSION}-x86_64-unknown-linux-musl.tar.gz\n", done.stderr)
        done = self.fill("--allow-missing", few, self.folder / "zeros")
        self.assertEqual(done.returncode, 0)
        self.assertIn("sha256sums_x86_64=('" + "0" * 64, (self.folder / "zeros/aur/PKGBUILD").read_text())

    def test_arch_installs_the_archive(self):
        name = f"maycrawl-{VERSION}-x86_64-unknown-linux-musl"
        source, package = self.folder / "src", self.folder / "pkg"
        release(self.folder / "arch", stand_in(self.folder / "small"), TARGET="x86_64-unknown-linux-musl").check_returncode()
        source.mkdir()
        subprocess.run(["tar", "-xzf", self.folder / f"arch/{name}.tar.gz", "-C", source], check=True)
        script = f"set -e; CARCH=x86_64 srcdir={source} pkgdir={package}; . {self.folder}/filled/aur/PKGBUILD; "
        done = run("bash", "-c", script + 'package; echo "${source_x86_64[0]} ${sha256sums_x86_64[0]}"')
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        address = f"{PROJECT['repository']}/releases/download/v{VERSION}/{name}.tar.gz"
        self.assertEqual(done.stdout, f"{address} {self.sums[name + '.tar.gz']}\n")
        self.assertEqual(run(package / "usr/bin/maycrawl", "--version").stdout, f"maycrawl {VERSION}\n")
        installed = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}
        archived = {path.name for path in (source / name).rglob("*") if path.is_file()}
        # Those of shells that Arch has no folder for.
        self.assertEqual(archived - {pathlib.PurePath(path).name for path in installed},
                         {"maycrawl.elv", "_maycrawl.ps1", "maycrawl.bash", "maycrawl.default",
                          "maycrawl-watch.default"})  # fmt: skip

    def test_nix_evaluates_it_for_each_system(self):
        arguments = """{
            lib.licenses = { mit = 1; asl20 = 2; }; lib.sourceTypes.binaryNativeCode = 3;
            stdenv.hostPlatform.system = "SYSTEM"; stdenv.mkDerivation = it: it; fetchurl = it: it; installShellFiles = 4;
        }"""
        for system, target in self.SYSTEMS.items():
            name = f"maycrawl-{VERSION}-{target}.tar.gz"
            made = f"(import {self.folder}/filled/nix/package.nix {arguments.replace('SYSTEM', system)})"
            command = ["nix-instantiate", "--eval", "--strict", "--json", "--store", f"{self.folder}/store"]
            done = run(*command, "--expr", f"let it = {made}; in [ it.version it.src it.meta.mainProgram ]")
            self.assertEqual(done.returncode, 0, done.stderr)
            source = {"sha256": self.sums[name], "url": f"{PROJECT['repository']}/releases/download/v{VERSION}/{name}"}
            self.assertEqual(json.loads(done.stdout), [VERSION, source, "maycrawl"])

    def test_ruby_reads_the_formula(self):
        formula = self.folder / "filled/homebrew/maycrawl.rb"
        self.assertEqual(run("ruby", "-wc", formula).stdout, "Syntax OK\n")
        for address, value in re.findall(r'url "(.*)"\n +sha256 "(.*)"', formula.read_text()):
            self.assertEqual(self.sums[address.rpartition("/")[2]], value)

    def test_winget_and_conda_have_their_fields(self):
        recipe = self.folder / "filled/conda-forge/recipe.yaml"
        check = [CHECK, "--schemafile", ROOT / "packaging/descriptions.schema.json"]
        done = run(*check, recipe, *(self.folder / "filled/winget").iterdir())
        self.assertEqual(done.returncode, 0, done.stdout)
        wrong = self.folder / "wrong.yaml"
        wrong.write_text(recipe.read_text().replace("sha256:", "sha:"))
        self.assertEqual(run(*check, wrong).returncode, 1)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class MinimumRust(unittest.TestCase):
    # Those that are published, and the optional feature that needs a newer compiler.
    CRATES = {
        "maycrawl": None, "maycrawl-uses": None, "maycrawl-effects": None, "maycrawl-readers": None, "maycrawl-lint": None,
        "maycrawl-language": None, "maycrawl-questions": None, "maycrawl-policy": None, "maycrawl-audit": None, "maycrawl-fetch": None,
        "maycrawl-site": None, "maycrawl-server": None, "maycrawl-table": "sql", "maycrawl-cli": "tables",
    }  # fmt: skip

    def test_each_crate_states_what_its_dependencies_need_and_no_more(self):
        known = packages.crates(ROOT)
        guide = (ROOT / "docs/guide/installing.md").read_text()

        def needs(tree):
            stated = {known[key]["rust_version"] for key in tree if not key[0].startswith("maycrawl")}
            own = {known[key]["rust_version"] for key in tree if key[0].startswith("maycrawl")}
            return max((number(version), version) for version in (stated - {None}) | own)[1].removesuffix(".0")

        for crate, feature in self.CRATES.items():
            stated = known[crate, VERSION]["rust_version"]
            self.assertEqual(number(stated), number(needs(packages.crate_tree(ROOT, crate))), crate)
            row = f"| `{crate}` | {stated} |"
            if feature:
                needed = needs(packages.crate_tree(ROOT, crate, "--features", feature))
                row = f"| `{crate}` | {stated}; {needed} with the feature `{feature}` |"
            self.assertIn(row, guide)


def number(version):
    return [int(part) for part in version.split(".")][:2]


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

    def test_the_workflow_makes_what_is_downloaded_later(self):
        archives, wheels = WORKFLOW.read_text().split("  wheels:\n")
        made = re.findall(r"target: ([a-z0-9_-]+)", archives)
        text = (ROOT / "integrations/fetch-release").read_text()
        for system in ("Linux-x86_64", "Linux-aarch64", "Darwin-arm64", "Darwin-x86_64", "MSYS"):
            wanted = re.search(rf"{system}.*targets=\(([^)]*)\)", text)[1].split()
            self.assertTrue(set(wanted) & set(made), system)
        described = "".join(path.read_text() for path in (ROOT / "packaging").glob("*/*"))
        for target in re.findall(r"@SHA256:maycrawl-@VERSION@-([a-z0-9_-]+)\.", described):
            self.assertIn(target, made)
        # A wheel for each of them, and for the other C library of Linux.
        self.assertLess(set(made), set(re.findall(r"target: ([a-z0-9_-]+)", wheels)))

    def test_the_image_has_the_version_and_the_address_of_the_project(self):
        text = CONTAINERFILE.read_text()
        self.assertIn(f"ARG VERSION={VERSION}\n", text)
        self.assertIn(f'image.source="{PROJECT["repository"]}"', text)
        self.assertIn(f"image: maycrawl:{VERSION}\n", COMPOSE.read_text())

    def test_variables_of_image_and_unit_are_those_of_the_command(self):
        known = run(MAYCRAWL, "serve", "--help").stdout + run(MAYCRAWL, "watch", "--help").stdout
        for path in [CONTAINERFILE, COMPOSE, UNIT, ROOT / "packaging/systemd/maycrawl.default",
                     WATCH_UNIT, ROOT / "packaging/systemd/maycrawl-watch.default"]:
            names = set(re.findall(r"\bMAYCRAWL_[A-Z_]+", path.read_text()))
            self.assertTrue(names, path)
            # Those of the units and of the compose file alone.
            for name in names - {"MAYCRAWL_OPTIONS", "MAYCRAWL_PORT", "MAYCRAWL_WATCH"}:
                self.assertIn(name, known, path)

    def test_units_and_image_start_commands_that_exist(self):
        units = UNIT.read_text() + WATCH_UNIT.read_text()
        commands = re.findall(r"^ExecStart=maycrawl (\S+)", units, re.MULTILINE)
        commands += re.findall(r'^CMD \["(\S+)"\]', CONTAINERFILE.read_text(), re.MULTILINE)
        self.assertEqual(len(commands), 3)
        for command in commands:
            self.assertEqual(run(MAYCRAWL, command, "--help").returncode, 0, command)

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
        for source in (WATCH_UNIT, UNIT):
            text = source.read_text().replace("ExecStart=maycrawl ", f"ExecStart={MAYCRAWL} ")
            text = re.sub("^Documentation=.*\n", "", text, flags=re.MULTILINE)
            unit = self.folder / source.name
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


TESTED_SCRIPTS = (
    "check-jsonschema", "compile", "container-test", "install-test", "minimum-rust", "packaging-test", "part", "python-wheel",
    "release-dry-run", "venv",
)  # fmt: skip


class Linters(unittest.TestCase):
    def test_files_are_as_their_readers_expect(self):
        scripts = sorted(path for path in (ROOT / "integrations").rglob("*") if is_bash(path))
        scripts += [ROOT / "scripts" / name for name in TESTED_SCRIPTS]
        self.assertGreater(len(scripts), 7)
        for command in [
            ["hadolint", CONTAINERFILE],
            [CHECK, "--builtin-schema", "vendor.compose-spec", COMPOSE],
            [CHECK, "--builtin-schema", "vendor.github-actions", ROOT / "integrations/github/action.yml"],
            [CHECK, "--builtin-schema", "vendor.github-workflows", *WORKFLOW.parent.glob("*.yml")],
            ["shellcheck", *scripts],
        ]:
            done = run(*command)
            self.assertEqual(done.returncode, 0, f"{command[0]}: {done.stdout}{done.stderr}")


def is_bash(path):
    executable = path.is_file() and path.stat().st_mode & stat.S_IXUSR
    return executable and path.read_text().startswith("#!/usr/bin/env bash")
