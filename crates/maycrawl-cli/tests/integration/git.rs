//! A repository is a stranger's: nothing that it names is started, and what it does not have is not "no file".

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use crate::support::{Folder, Run, command, git, run};

const ROBOTS: &str = "User-agent: *\nDisallow: /cart\n";

/// A folder with a repository in `site`, a log, and a program that leaves a file.
struct Stranger(Folder);

impl Stranger {
    fn new() -> Self {
        let folder = Folder::new();
        let log = "192.0.2.1 - - [21/Nov/2026:10:00:00 +0000] \"GET /cart HTTP/1.1\" 200 1 \"-\" \"GPTBot/1.0\"\n";
        fs::write(folder.0.join("access.log"), log).unwrap();
        let program = folder.0.join("program");
        fs::write(&program, format!("#!/bin/sh\ntouch {}/started\n", folder.0.display())).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let stranger = Self(folder);
        fs::create_dir(stranger.path("site")).unwrap();
        stranger.git(&["init", "--quiet"]);
        stranger.commit("robots.txt", ROBOTS);
        stranger
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.0.join(name)
    }

    fn git(&self, args: &[&str]) -> String {
        self.git_in("site", args)
    }

    fn git_in(&self, folder: &str, args: &[&str]) -> String {
        git(&self.path(folder), "2026-11-01T00:00:00Z", args)
    }

    fn commit(&self, name: &str, text: &str) {
        fs::write(self.path("site").join(name), text).unwrap();
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "a"]);
    }

    fn audit(&self, robots: &str) -> Run {
        let mut command = command(&["audit", "access.log", "--site", "https://shop.example"]);
        command.args(["--no-dns", "--format", "json", "--robots", robots]);
        command.current_dir(&self.0.0);
        run(command, b"")
    }

    /// `HEAD:robots.txt` is compared with itself.
    fn diff(&self, version: &str) -> Run {
        fs::write(self.path("site/same.txt"), ROBOTS).unwrap();
        let mut command = command(&["diff", version, "same.txt"]);
        command.current_dir(self.path("site"));
        run(command, b"")
    }

    /// Both faces read the file, and start nothing.
    fn is_read_and_starts_nothing(&self, what: &str) {
        let (audit, diff) = (self.audit("git:site/robots.txt"), self.diff("HEAD:robots.txt"));
        assert!(audit.stdout.contains("disobeyed"), "{what}: {}", audit.screen());
        assert_eq!(diff.status, 0, "{what}: {}", diff.screen());
        self.started_nothing(what);
    }

    fn started_nothing(&self, what: &str) {
        assert!(!self.path("started").exists(), "{what} started a program");
    }

    /// Both faces fail, and say why.
    fn is_refused(&self, why: &str) {
        for run in [self.audit("git:site/robots.txt"), self.diff("HEAD:robots.txt")] {
            assert!(run.status == 2 && run.stderr.contains(why), "{}", run.screen());
        }
    }
}

/// A commit with a signature, of which `git log` asks a program of the repository.
#[test]
fn a_verifier_of_signatures_is_not_started() {
    let stranger = Stranger::new();
    let commit = stranger.git(&["cat-file", "commit", "HEAD"]);
    let (head, message) = commit.split_once("\n\n").unwrap();
    let signed = format!(
        "{head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n\n{message}\n"
    );
    fs::write(stranger.path("signed"), signed).unwrap();
    let id = stranger.git(&["hash-object", "-t", "commit", "-w", "../signed"]);
    stranger.git(&["update-ref", "HEAD", &id]);
    let program = stranger.path("program");
    stranger.git(&["config", "log.showSignature", "true"]);
    stranger.git(&["config", "gpg.program", program.to_str().unwrap()]);
    stranger.is_read_and_starts_nothing("gpg.program");
    // This is what it is about: `git log` does.
    drop(stranger.git(&["log"]));
    assert!(stranger.path("started").exists());
}

/// A partial clone without the file, which git would fetch with a program of the repository.
#[test]
fn what_a_partial_clone_lacks_is_not_fetched_and_not_taken_for_no_file() {
    let stranger = Stranger::new();
    let blob = stranger.git(&["rev-parse", "HEAD:robots.txt"]);
    let (folder, file) = blob.split_at(2);
    fs::remove_file(stranger.path("site/.git/objects").join(folder).join(file)).unwrap();
    let program = format!("{}; false", stranger.path("program").display());
    for (key, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", stranger.path("site").to_str().unwrap()),
        ("remote.origin.uploadpack", &program),
    ] {
        stranger.git(&["config", key, value]);
    }
    stranger.is_refused("is not in this clone");
    stranger.started_nothing("remote.origin.uploadpack");
}

/// Every key that this git knows names the program, and so does every hook.
#[test]
fn no_key_of_the_configuration_starts_a_program() {
    let stranger = Stranger::new();
    let program = stranger.path("program").display().to_string();
    let keys = stranger.git(&["help", "--config-for-completion"]);
    // It writes `alias.` where any name may follow.
    let is_whole = |key: &&str| key.contains('.') && !key.ends_with('.') && !key.contains('_');
    let mut keys: Vec<_> = keys.lines().filter(is_whole).collect();
    keys.extend(["alias.log", "alias.cat-file", "browser.x.cmd", "credential.helper"]);
    keys.extend(["diff.x.command", "diff.x.textconv", "difftool.x.cmd", "filter.x.clean"]);
    keys.extend(["filter.x.process", "filter.x.smudge", "gpg.ssh.program", "gpg.x509.program"]);
    keys.extend(["guitool.x.cmd", "include.path", "man.x.cmd", "merge.x.driver"]);
    keys.extend(["mergetool.x.cmd", "pager.log", "remote.origin.uploadpack", "remote.origin.vcs"]);
    keys.extend(["sendemail.x.smtpServer", "submodule.x.update"]);
    assert!(keys.len() > 300, "{}", keys.len());
    fs::write(stranger.path("site/.gitattributes"), "* diff=x filter=x\n").unwrap();
    let mut config = fs::read_to_string(stranger.path("site/.git/config")).unwrap();
    // These say what the repository is. Its form is not to be read as the name of a program.
    let kept = ["core.bare", "core.repositoryformatversion", "core.worktree", "extensions."];
    for key in keys {
        let key = key.replace('*', "x");
        if kept.iter().any(|kept| key.to_lowercase().starts_with(kept)) {
            continue;
        }
        let (section, name) = key.rsplit_once('.').unwrap();
        let section = match section.split_once('.') {
            Some((section, of)) => format!("{section} \"{of}\""),
            None => section.to_owned(),
        };
        config += &format!("[{section}]\n\t{name} = {program}\n");
    }
    fs::write(stranger.path("site/.git/config"), config).unwrap();
    // Else git itself would not read it. Asked from outside of the repository.
    stranger.git_in(".", &["config", "--no-includes", "--file", "site/.git/config", "--list"]);
    for hook in fs::read_dir(stranger.path("site/.git/hooks")).into_iter().flatten() {
        let hook = hook.unwrap().path();
        fs::copy(stranger.path("program"), hook.with_extension("")).unwrap();
    }
    stranger.is_read_and_starts_nothing("a key");
}

/// What a link or a folder was to visitors is not known. "There was no file" would allow all.
#[test]
fn a_link_and_a_folder_are_no_file() {
    let stranger = Stranger::new();
    let robots = stranger.path("site/robots.txt");
    fs::rename(&robots, stranger.path("site/other.txt")).unwrap();
    std::os::unix::fs::symlink("other.txt", &robots).unwrap();
    stranger.commit("a", "");
    stranger.is_refused("it is a link there");
    fs::remove_file(&robots).unwrap();
    fs::create_dir(&robots).unwrap();
    stranger.commit("robots.txt/a", "");
    stranger.is_refused("it is no file there");
    // Nor is what stands behind one.
    std::os::unix::fs::symlink("robots.txt", stranger.path("site/public")).unwrap();
    stranger.commit("robots.txt/robots.txt", ROBOTS);
    let behind = stranger.audit("git:site/public/robots.txt");
    assert!(
        behind.status == 2 && behind.stderr.contains("it is a link there"),
        "{}",
        behind.screen()
    );
}

#[test]
fn a_huge_file_is_refused_before_it_is_unpacked() {
    let stranger = Stranger::new();
    stranger.commit("robots.txt", &"#".repeat((16 << 20) + 1));
    stranger.is_refused("is larger than 16 MiB");
    stranger.git(&["gc", "--quiet"]);
    stranger.is_refused("is larger than 16 MiB");
}

/// A version out of each form of a repository.
/// What was changed since the last commit is compared, however little is typed.
#[test]
fn a_revision_alone_is_that_of_the_same_file() {
    let stranger = Stranger::new();
    stranger.commit("other.txt", ROBOTS);
    fs::write(stranger.path("site/robots.txt"), "User-agent: *\nDisallow: /\n").unwrap();
    let diff = |args: &[&str]| {
        let mut command = command(&[&["diff"], args].concat());
        command.current_dir(stranger.path("site"));
        run(command, b"")
    };
    let whole = diff(&["HEAD:./robots.txt", "robots.txt"]);
    assert_eq!(whole.status, 1, "{}", whole.screen());
    for args in [&[][..], &["HEAD"], &["HEAD~1"], &["HEAD", "robots.txt"], &["other.txt"]] {
        let short = diff(args);
        assert_eq!(short.status, 1, "{args:?}: {}", short.screen());
        let first = |run: &Run| run.stdout.split("\n\n").next().map(str::to_owned);
        assert_eq!(first(&short), first(&whole), "{args:?}");
    }
    assert!(diff(&["nobody"]).stderr.contains("the revision nobody is not there"));
    fs::remove_file(stranger.path("site/robots.txt")).unwrap();
    assert!(diff(&[]).stderr.contains("this folder has no robots.txt"));
}

#[test]
fn every_form_of_a_repository_is_read() {
    let stranger = Stranger::new();
    fs::create_dir(stranger.path("site/public")).unwrap();
    stranger.commit("public/robots.txt", ROBOTS);
    stranger.commit("other.txt", "");
    let is_read = |folder: &str, version: &str, file: &str| {
        let mut diff = command(&["diff", version, "-"]);
        diff.current_dir(stranger.path(folder));
        let diff = run(diff, ROBOTS.as_bytes());
        assert_eq!(diff.status, 0, "{folder}: {}", diff.screen());
        let audit = stranger.audit(&format!("git:{folder}/{file}"));
        assert!(audit.stdout.contains("disobeyed"), "{folder}: {}", audit.screen());
    };
    is_read("site", "HEAD:public/robots.txt", "public/robots.txt");
    stranger.git(&["gc", "--quiet"]);
    is_read("site", "HEAD~1:public/robots.txt", "public/robots.txt");
    is_read("site/public", "HEAD~1:./robots.txt", "robots.txt");
    stranger.git(&["worktree", "add", "--quiet", "../tree"]);
    is_read("tree", "tree:public/robots.txt", "public/robots.txt");
    let origin = format!("file://{}", stranger.path("site").display());
    stranger.git(&["clone", "--quiet", "--depth", "1", &origin, "../shallow"]);
    is_read("shallow", "HEAD:public/robots.txt", "public/robots.txt");
    stranger.git(&["clone", "--quiet", "--bare", ".", "../bare"]);
    is_read("bare", "HEAD:public/robots.txt", "robots.txt");
    stranger.git(&["init", "--quiet", "--object-format=sha256", "../sha256"]);
    fs::write(stranger.path("sha256/robots.txt"), ROBOTS).unwrap();
    stranger.git_in("sha256", &["add", "robots.txt"]);
    stranger.git_in("sha256", &["commit", "--quiet", "--message", "a"]);
    is_read("sha256", "HEAD:robots.txt", "robots.txt");
}
