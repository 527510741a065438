//! Paths that show where private files are.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::diagnostic::{Lint, Severity};
use super::line_index::LineIndex;
use super::report::{FindingText, Quoted, Report};
use crate::matching::rule::RuleKind;

pub(crate) static PRIVATE_PATH: Lint = Lint {
    code: "R604",
    name: "private-path",
    severity: Severity::Note,
    summary: "Anyone can read robots.txt: this rule shows where private files are.",
    page: "\
robots.txt blocks only crawlers that obey it, and it shows all readers where private files are. Protect private files with a login. To keep
a page out of search results, allow crawling and add `noindex`. To remove a page that is already listed, request its removal in
[Search Console](https://search.google.com/search-console/removals). If the file must mention a folder, a rule can have only its first
letters: `Disallow: /my` matches `/my-secret-plans/`, and every other path with the same beginning.

The lint reports a `Disallow` whose path has one of these words:

- anywhere in a name, so that `/MyPrivateFolder`, `/passwords.txt` and `/backup.zip` are reported: `private`, `password`, `passwd`, `backup`,
  `secret`, `confidential`, `credential`, `.git`, `.env`, `.svn`, `.ssh`, `.htpasswd`, `phpmyadmin`;
- as a separate word, between other characters or capital letters: `admin`, `intern`, `interne`, `internal`, `dump`, `dumps`, `privat`,
  `pribadi`, `rahasia`, `sandi`, `cadangan`;
- in Finnish, Korean and Thai, anywhere in a name, as text or as percent-escapes: `yksityi`, `salainen`, `salaiset`, `salasana`, `varmuuskopi`,
  `luottamuksel`, `sisäinen`, `sisäiset`, `ylläpito`, `비공개`, `비밀`, `관리자`, `백업`, `기밀`, `ส่วนตัว`, `ความลับ`, `รหัสผ่าน`,
  `สำรองข้อมูล`, `ผู้ดูแล`.

The lint does not report `wp-admin`, which is well known, pages on which people change their password (`/user/password`,
`/lost-password`, `/password-reset`), the word `secretary`, and the part of a path after `?` or `&`.",
    example: b"User-agent: *\nDisallow: /backup/\n",
    instead: b"User-agent: *\nDisallow: /tmp/\n",
    fix: None,
    references: &["RFC 9309, section 3", "Google, *Create a robots.txt file*", "Google, *Robots FAQs*"],
};

/// A word that shows that a path is private.
struct PrivateWord {
    /// The word, in lower case.
    word: &'static str,
    /// True if the word counts only between other characters or capital letters.
    alone: bool,
}

const fn inside(word: &'static str) -> PrivateWord {
    PrivateWord { word, alone: false }
}

const fn alone(word: &'static str) -> PrivateWord {
    PrivateWord { word, alone: true }
}

static PRIVATE_WORDS: [PrivateWord; 44] = [
    inside("private"),
    inside("password"),
    inside("passwd"),
    inside("backup"),
    inside("secret"),
    inside("confidential"),
    inside("credential"),
    inside(".git"),
    inside(".env"),
    inside(".svn"),
    inside(".ssh"),
    inside(".htpasswd"),
    inside("phpmyadmin"),
    alone("admin"),
    alone("intern"),
    alone("interne"),
    alone("internal"),
    alone("dump"),
    alone("dumps"),
    alone("privat"),
    alone("pribadi"),
    alone("rahasia"),
    alone("sandi"),
    alone("cadangan"),
    inside("yksityi"),
    inside("salainen"),
    inside("salaiset"),
    inside("salasana"),
    inside("varmuuskopi"),
    inside("luottamuksel"),
    inside("sisäinen"),
    inside("sisäiset"),
    inside("ylläpito"),
    inside("비공개"),
    inside("비밀"),
    inside("관리자"),
    inside("백업"),
    inside("기밀"),
    inside("ส่วนตัว"),
    inside("ความลับ"),
    inside("รหัสผ่าน"),
    inside("สำรองข้อมูล"),
    inside("ผู้ดูแล"),
    inside("yllapito"),
];

/// Parts of a name that make such a word harmless.
const HARMLESS: [&str; 10] = [
    "wp-admin",
    "secretar",
    "forgot",
    "lost",
    "reset",
    "recover",
    "change",
    "remind",
    "setpassword",
    "newpassword",
];

/// A set of bits with the hashes of the first four bytes of every word, without case. It rejects most positions of a
/// path.
static BEGINNINGS: [u64; 512] = {
    let mut bits = [0; 512];
    let mut i = 0;
    while i < PRIVATE_WORDS.len() {
        let word = PRIVATE_WORDS[i].word.as_bytes();
        let at = hash([word[0], word[1], word[2], word[3]]);
        bits[at / 64] |= 1 << (at % 64);
        i += 1;
    }
    bits
};

/// The hash of four bytes: a number below 32,768. The case of letters does not matter.
const fn hash(bytes: [u8; 4]) -> usize {
    let lower = u32::from_le_bytes(bytes) | 0x2020_2020;
    (lower.wrapping_mul(0x9E37_79B1) >> 17) as usize
}

/// Checks the path of every disallow rule.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    for rule in index.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow) {
        let value = rule.at.value.slice(index.file);
        if private_word(value).is_some() {
            report.add(&PRIVATE_PATH, rule.at.value_place(), || {
                FindingText::new(format!(
                    "the rule {} shows every reader where private files are",
                    Quoted(value)
                ))
                .help("protect the files with a login; robots.txt does not hide them")
            });
        }
    }
}

/// The first private word in a path, without its query. O(path).
fn private_word(value: &[u8]) -> Option<&'static str> {
    let end = memchr::memchr2(b'?', b'&', value).unwrap_or(value.len());
    let value = &value[..end];
    if !value.contains(&b'%') {
        return private_word_in(value);
    }
    private_word_in(&decoded(value))
}

fn private_word_in(path: &[u8]) -> Option<&'static str> {
    let is_beginning = |bytes: &[u8]| {
        bytes.first_chunk().is_some_and(|bytes| {
            let at = hash(*bytes);
            BEGINNINGS[at / 64] >> (at % 64) & 1 == 1
        })
    };
    let positions = path.windows(4).enumerate();
    positions.filter(|(_, bytes)| is_beginning(bytes)).find_map(|(at, _)| word_at(path, at))
}

#[cold]
fn word_at(path: &[u8], at: usize) -> Option<&'static str> {
    let is = |known: &&PrivateWord| {
        let word = known.word.as_bytes();
        let Some(found) = path.get(at..at + word.len()) else { return false };
        found.eq_ignore_ascii_case(word) && (!known.alone || is_alone(path, at, word.len()))
    };
    let known = PRIVATE_WORDS.iter().find(is)?;
    let start = memchr::memrchr(b'/', &path[..at]).map_or(0, |slash| slash + 1);
    let end = memchr::memchr(b'/', &path[at..]).map_or(path.len(), |slash| at + slash);
    let name = path[start..end].to_ascii_lowercase();
    let is_harmless = name == b"password"
        || HARMLESS.iter().any(|it| memchr::memmem::find(&name, it.as_bytes()).is_some());
    (!is_harmless).then_some(known.word)
}

/// True if the word is separate: in `/admin/`, `/x_admin.php` and `/myAdmin`, but not in `/administrator`.
fn is_alone(path: &[u8], at: usize, length: usize) -> bool {
    let before = at.checked_sub(1).map_or(b'/', |before| path[before]);
    let after = path.get(at + length).copied().unwrap_or(b'/');
    let begins = !before.is_ascii_alphabetic()
        || (before.is_ascii_lowercase() && path[at].is_ascii_uppercase());
    let ends = !after.is_ascii_alphabetic()
        || (after.is_ascii_uppercase() && path[at + length - 1].is_ascii_lowercase());
    begins && ends && before.is_ascii() && after.is_ascii()
}

/// The path with its percent-escapes decoded.
#[cold]
fn decoded(value: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::with_capacity(value.len());
    let mut rest = value;
    while let [first, tail @ ..] = rest {
        let digit = |i: usize| rest.get(i).and_then(|&digit| char::from(digit).to_digit(16));
        match (first, digit(1), digit(2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high << 4 | low) as u8);
                rest = &rest[3..];
            }
            _ => {
                out.push(*first);
                rest = tail;
            }
        }
    }
    Cow::Owned(out)
}
