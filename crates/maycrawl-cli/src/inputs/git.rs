//! Files out of a git repository, which may be a stranger's: an unpacked archive, a shared folder.
//!
//! Objects are read by gitoxide. The program `git` starts what the configuration of a repository names, such as a
//! verifier of signatures or the transport of a partial clone. gitoxide starts no program to read an object, and
//! fetches nothing. Here it trusts no repository, whoever owns the files: of the configuration it uses what says in
//! which form the repository is.

use std::borrow::Cow;
use std::path::Path;

use gix::ObjectId;
use gix::bstr::{BStr, ByteSlice as _};
use gix::discover::upwards::{Options, TrustPolicy};
use gix::objs::tree::{EntryKind, EntryMode};
use gix::sec::Trust;
use gix::sec::trust::Mapping;
use jiff::Timestamp;
use maycrawl::Printable;

use crate::inputs::robots_input::RobotsInput;
use crate::text::output::Failure;

/// The largest commit, folder or file. What gitoxide itself allows an object of a repository that is not trusted.
const MAX_OBJECT_BYTES: u64 = 16 << 20;

/// The most commits of a branch.
const MAX_COMMITS: usize = 1_000_000;

/// A version of a file: since when it is in the branch, and its bytes, or none where the file was taken away.
pub(crate) type Version = (Timestamp, Option<Vec<u8>>);

/// True for `REVISION:PATH`. A host may have a port after the colon, which no name of a robots.txt looks like.
pub(super) fn is_revision(name: &str) -> bool {
    let Some((revision, path)) = name.split_once(':') else { return false };
    let is_port = path.split('/').next().is_some_and(|it| it.bytes().all(|b| b.is_ascii_digit()));
    // A drive of Windows has one letter.
    revision.len() > 1 && !revision.starts_with('-') && !path.is_empty() && !is_port
}

/// Reads `REVISION:PATH` out of the repository of this folder.
///
/// # Errors
/// There is no repository, no such revision, no such file in it, or the file is not in this clone or too large.
pub(super) fn read(name: &str) -> Result<RobotsInput, Failure> {
    let bytes = Repository::around(Path::new(".")).and_then(|repository| repository.file(name));
    let shown = Printable(name.as_bytes());
    let bytes =
        bytes.map_err(|why| Failure::new(format!("cannot read {shown} from git: {why}")))?;
    Ok(RobotsInput::of_version(name, bytes))
}

/// The versions of a file in the checked-out branch, oldest first, and at most `most` of them. Only the first parent of
/// a commit counts: what was on other branches was not live.
///
/// # Errors
/// There is no repository, no version or too many, or one that is not in this clone, is no file, or is too large.
pub(crate) fn history(path: &Path, most: usize) -> Result<Vec<Version>, Failure> {
    let versions = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = gix::path::realpath(folder.unwrap_or(Path::new("."))).map_err(reason)?;
        let path = folder.join(path.file_name().ok_or("name a file")?);
        Repository::around(&folder)?.history(&path, most)
    };
    versions().map_err(|why| {
        let shown = Printable(path.as_os_str().as_encoded_bytes());
        Failure::new(format!("cannot read the history of {shown} from git: {why}"))
    })
}

struct Repository(gix::Repository);

/// An object of a folder, and what it is there.
type Entry = (ObjectId, EntryMode);

/// Why something cannot be read, in words.
type Why = String;

const LINK: &str = "it is a link there; name the file that it leads to";

fn reason(error: impl std::fmt::Display) -> Why {
    let said = error.to_string();
    Printable(said.lines().next().unwrap_or_default().as_bytes()).to_string()
}

impl Repository {
    fn around(folder: &Path) -> Result<Self, Why> {
        let options = Options { trust: TrustPolicy::Assume(Trust::Reduced), ..Options::default() };
        let isolated = gix::open::Options::isolated;
        let trusted = Mapping { full: isolated(), reduced: isolated() };
        let opened = gix::ThreadSafeRepository::discover_opts(folder, options, trusted);
        Ok(Self(opened.map_err(reason)?.to_thread_local()))
    }

    fn file(&self, name: &str) -> Result<Vec<u8>, Why> {
        let (revision, path) = name.split_once(':').ok_or("it names no file")?;
        let shown = Printable(revision.as_bytes());
        let tree = self.0.rev_parse_single(format!("{revision}^{{tree}}").as_str());
        let tree =
            tree.map_err(|_| format!("the revision {shown} is not there or not readable"))?;
        // As git has it: other paths begin at the root of the repository.
        let is_relative = path.starts_with("./") || path.starts_with("../");
        let normalized = is_relative.then(|| self.0.normalize_path(path)).transpose();
        let path = normalized.map_err(reason)?.unwrap_or(Cow::Borrowed(BStr::new(path)));
        let found = self.entry(tree.detach(), &path)?;
        self.blob(found.ok_or_else(|| format!("{shown} has no such file"))?)
    }

    fn history(&self, path: &Path, most: usize) -> Result<Vec<Version>, Why> {
        let path = gix::path::into_bstr(path).map_err(reason)?;
        let path = self.0.normalize_path(&**path).map_err(reason)?.into_owned();
        let ends = self.0.shallow_commits().map_err(reason)?;
        let mut versions = Vec::new();
        let mut commit = self.commit(self.0.head_id().map_err(reason)?.detach())?;
        let entry = |commit: &gix::Commit<'_>| {
            self.entry(commit.tree_id().map_err(reason)?.detach(), path.as_ref())
        };
        let mut here = entry(&commit)?;
        for _ in 0..MAX_COMMITS {
            // A shallow clone does not have the parents of its oldest commits.
            let is_end = ends.as_ref().is_some_and(|ends| ends.contains(&commit.id));
            let parent = commit.parent_ids().next().filter(|_| !is_end);
            let parent = parent.map(|id| self.commit(id.detach())).transpose()?;
            let before = parent.as_ref().map(entry).transpose()?.flatten();
            if here != before {
                let of_commit = |why| format!("commit {}: {why}", commit.id.to_hex_with_len(12));
                let at = commit.time().map_err(reason).map_err(of_commit)?.seconds;
                let at = Timestamp::from_second(at).map_err(reason).map_err(of_commit)?;
                let bytes = here.map(|entry| self.blob(entry)).transpose().map_err(of_commit)?;
                versions.push((at, bytes));
            }
            if versions.len() > most {
                return Err(format!("there are more than {most} versions"));
            }
            let Some(parent) = parent else {
                versions.reverse();
                return match versions.is_empty() {
                    true => Err("no commit of this branch has it".to_owned()),
                    false => Ok(versions),
                };
            };
            (commit, here) = (parent, before);
        }
        Err(format!("the branch has more than {MAX_COMMITS} commits"))
    }

    fn commit(&self, id: ObjectId) -> Result<gix::Commit<'_>, Why> {
        self.object(id)?.try_into_commit().map_err(reason)
    }

    /// What stands at a path below a folder. Behind a link, or in a repository of its own, it is not known.
    fn entry(&self, folder: ObjectId, path: &BStr) -> Result<Option<Entry>, Why> {
        let mut found = (folder, EntryKind::Tree.into());
        for name in path.split_str("/") {
            let (id, mode): Entry = found;
            if mode.is_link() || mode.is_commit() {
                return Err(LINK.to_owned());
            }
            if !mode.is_tree() {
                return Ok(None);
            }
            let folder = self.object(id)?.try_into_tree().map_err(reason)?;
            let mut below = None;
            for entry in folder.iter() {
                let entry = entry.map_err(reason)?;
                if entry.filename() == name {
                    below = Some((entry.object_id(), entry.mode()));
                }
            }
            let Some(below) = below else { return Ok(None) };
            found = below;
        }
        Ok(Some(found))
    }

    /// The content of a file. What a link or a folder of this name was to visitors is not known, so neither is an empty
    /// file.
    fn blob(&self, (id, mode): Entry) -> Result<Vec<u8>, Why> {
        if mode.is_link() {
            return Err(LINK.to_owned());
        }
        if !mode.is_blob() {
            return Err("it is no file there".to_owned());
        }
        Ok(self.object(id)?.detach().data)
    }

    fn object(&self, id: ObjectId) -> Result<gix::Object<'_>, Why> {
        let header = self.0.try_find_header(id).map_err(reason)?;
        let header = header.ok_or_else(|| format!("object {id} is not in this clone"))?;
        if header.size() > MAX_OBJECT_BYTES {
            return Err(format!("object {id} is larger than {} MiB", MAX_OBJECT_BYTES >> 20));
        }
        self.0.find_object(id).map_err(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_is_told_from_a_host_with_a_port() {
        for name in ["HEAD:robots.txt", "main:public/robots.txt", "v1.2:./robots.txt", "a/b:c"] {
            assert!(is_revision(name), "{name}");
        }
        for name in [
            "robots.txt",
            "localhost:8080",
            "example.com:80/a",
            "C:\\robots.txt",
            "-x:y",
            ":",
            "HEAD:",
        ] {
            assert!(!is_revision(name), "{name}");
        }
    }
}
