//! Paths that tell where private things are.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::diagnostic::{Lint, Severity};
use super::line_index::LineIndex;
use super::report::{Quoted, Report, Words};
use crate::rule::RuleKind;

pub(crate) static PRIVATE_PATH: Lint = Lint {
    code: "R604",
    name: "private-path",
    severity: Severity::Note,
    summary: "Anyone can read robots.txt: this rule shows where private files are.",
    page: "\
robots.txt keeps polite crawlers out, and shows everybody else where to look. Protect private files with a login. To keep a page out of
search results, let it be crawled with `noindex`. To remove one that is listed already, ask for its removal in
[Search Console](https://search.google.com/search-console/removals). If a folder must be named, a rule can name its first letters alone:
`Disallow: /my` covers `/my-secret-plans/`, and every other path that begins so.

Reported is a `Disallow` whose path has one of these words:

- anywhere in a name, so that `/MyPrivateFolder`, `/passwords.txt` and `/backup.zip` count: `private`, `password`, `passwd`, `backup`,
  `secret`, `confidential`, `credential`, `.git`, `.env`, `.svn`, `.ssh`, `.htpasswd`, `phpmyadmin`;
- as a word of its own, between other signs or capital letters: `admin`, `intern`, `interne`, `internal`, `dump`, `dumps`, `privat`,
  `pribadi`, `rahasia`, `sandi`, `cadangan`;
- Finnish, Korean and Thai, anywhere in a name, as text or as escapes: `yksityi`, `salainen`, `salaiset`, `salasana`, `varmuuskopi`,
  `luottamuksel`, `sisäinen`, `sisäiset`, `ylläpito`, `비공개`, `비밀`, `관리자`, `백업`, `기밀`, `ส่วนตัว`, `ความลับ`, `รหัสผ่าน`,
  `สำรองข้อมูล`, `ผู้ดูแล`.

Not reported are `wp-admin`, which everybody knows, pages on which people change their password (`/user/password`, `/lost-password`,
`/password-reset`), the word `secretary`, and what comes after a `?` or `&`.",
    example: b"User-agent: *\nDisallow: /backup/\n",
    instead: b"User-agent: *\nDisallow: /tmp/\n",
    fix: None,
    references: &["RFC 9309, section 3", "Google, *Create a robots.txt file*", "Google, *Robots FAQs*"],
};

/// A word that tells, in lower case.
struct Telling {
    word: &'static str,
    /// It counts only between other signs or capital letters.
    alone: bool,
}

const fn inside(word: &'static str) -> Telling {
    Telling { word, alone: false }
}

const fn alone(word: &'static str) -> Telling {
    Telling { word, alone: true }
}

static TELLING: [Telling; 44] = [
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

/// Parts of a name with which a word tells nothing.
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

/// The first four bytes of every word, without case, a bit each: most places of a path are turned away by it.
static BEGINNINGS: [u64; 512] = {
    let mut bits = [0; 512];
    let mut i = 0;
    while i < TELLING.len() {
        let word = TELLING[i].word.as_bytes();
        let at = hash([word[0], word[1], word[2], word[3]]);
        bits[at / 64] |= 1 << (at % 64);
        i += 1;
    }
    bits
};

/// Four bytes as a number below 32,768; letters count without case.
const fn hash(bytes: [u8; 4]) -> usize {
    let lower = u32::from_le_bytes(bytes) | 0x2020_2020;
    (lower.wrapping_mul(0x9E37_79B1) >> 17) as usize
}

/// Looks at every path that is disallowed.
pub(crate) fn check(index: &LineIndex<'_>, report: &mut Report<'_>) {
    for rule in index.rules.iter().filter(|rule| rule.kind == RuleKind::Disallow) {
        let value = rule.at.value.slice(index.file);
        if telling_word(value).is_some() {
            report.add(&PRIVATE_PATH, rule.at.value_place(), || {
                Words::new(format!("the rule {} tells everybody where to look", Quoted(value)))
                    .help("protect it with a login; robots.txt hides nothing")
            });
        }
    }
}

/// The word in a path that tells what lies there. What is a query is left out. O(path).
fn telling_word(value: &[u8]) -> Option<&'static str> {
    let end = memchr::memchr2(b'?', b'&', value).unwrap_or(value.len());
    let value = &value[..end];
    if !value.contains(&b'%') {
        return telling_word_of(value);
    }
    telling_word_of(&decoded(value))
}

fn telling_word_of(path: &[u8]) -> Option<&'static str> {
    let is_beginning = |bytes: &[u8]| {
        bytes.first_chunk().is_some_and(|bytes| {
            let at = hash(*bytes);
            BEGINNINGS[at / 64] >> (at % 64) & 1 == 1
        })
    };
    let places = path.windows(4).enumerate();
    places.filter(|(_, bytes)| is_beginning(bytes)).find_map(|(at, _)| word_at(path, at))
}

#[cold]
fn word_at(path: &[u8], at: usize) -> Option<&'static str> {
    let is = |telling: &&Telling| {
        let word = telling.word.as_bytes();
        let Some(found) = path.get(at..at + word.len()) else { return false };
        found.eq_ignore_ascii_case(word) && (!telling.alone || is_alone(path, at, word.len()))
    };
    let telling = TELLING.iter().find(is)?;
    let start = memchr::memrchr(b'/', &path[..at]).map_or(0, |slash| slash + 1);
    let end = memchr::memchr(b'/', &path[at..]).map_or(path.len(), |slash| at + slash);
    let name = path[start..end].to_ascii_lowercase();
    let is_harmless = name == b"password"
        || HARMLESS.iter().any(|it| memchr::memmem::find(&name, it.as_bytes()).is_some());
    (!is_harmless).then_some(telling.word)
}

/// No letter is joined to it: `/admin/`, `/x_admin.php`, `/myAdmin`, not `/administrator`.
fn is_alone(path: &[u8], at: usize, length: usize) -> bool {
    let before = at.checked_sub(1).map_or(b'/', |before| path[before]);
    let after = path.get(at + length).copied().unwrap_or(b'/');
    let begins = !before.is_ascii_alphabetic()
        || (before.is_ascii_lowercase() && path[at].is_ascii_uppercase());
    let ends = !after.is_ascii_alphabetic()
        || (after.is_ascii_uppercase() && path[at + length - 1].is_ascii_lowercase());
    begins && ends && before.is_ascii() && after.is_ascii()
}

/// The path with its escapes taken back.
#[cold]
fn decoded(value: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::with_capacity(value.len());
    let mut rest = value;
    while let [first, behind @ ..] = rest {
        let digit = |i: usize| rest.get(i).and_then(|&digit| char::from(digit).to_digit(16));
        match (first, digit(1), digit(2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high << 4 | low) as u8);
                rest = &rest[3..];
            }
            _ => {
                out.push(*first);
                rest = behind;
            }
        }
    }
    Cow::Owned(out)
}
