//! Paths that show where private files are.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use maycrawl::verdict::RuleKind;

use super::line_index::LineIndex;
use super::lints::PRIVATE_PATH;
use super::report::{FindingText, Quoted, Report};

/// What a name may have beside a private word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// Words of [`COMMON_WORDS`], digits and an extension, so that the whole name speaks of private files.
    CommonWords,
    /// Anything after the word, which begins the name.
    AnyEnd,
    /// An ending of the language, of at most the given number of bytes.
    Ending(usize),
    /// Anything: the language has no spaces, or joins words.
    Anything,
}

/// A word that shows that a path is private, in lower case.
struct PrivateWord {
    word: &'static str,
    beside: Beside,
}

const fn word(word: &'static str, beside: Beside) -> PrivateWord {
    PrivateWord { word, beside }
}

/// Endings such as those of `luottamukselliset`.
const FINNISH: Beside = Beside::Ending(5);

static PRIVATE_WORDS: [PrivateWord; 42] = [
    word("private", Beside::CommonWords),
    word("password", Beside::CommonWords),
    word("passwd", Beside::CommonWords),
    word("backup", Beside::CommonWords),
    word("secret", Beside::CommonWords),
    word("confidential", Beside::CommonWords),
    word("credential", Beside::CommonWords),
    word("phpmyadmin", Beside::CommonWords),
    word("admin", Beside::CommonWords),
    word("intern", Beside::CommonWords),
    word("interne", Beside::CommonWords),
    word("internal", Beside::CommonWords),
    word("dump", Beside::CommonWords),
    word("privat", Beside::CommonWords),
    word("pribadi", Beside::CommonWords),
    word("rahasia", Beside::CommonWords),
    word("sandi", Beside::CommonWords),
    word("cadangan", Beside::CommonWords),
    word(".git", Beside::AnyEnd),
    word(".env", Beside::AnyEnd),
    word(".svn", Beside::AnyEnd),
    word(".ssh", Beside::AnyEnd),
    word(".htpasswd", Beside::AnyEnd),
    word("yksityi", FINNISH),
    word("salainen", FINNISH),
    word("salaiset", FINNISH),
    word("salasana", FINNISH),
    word("varmuuskopi", FINNISH),
    word("luottamuksel", FINNISH),
    word("sisäinen", FINNISH),
    word("sisäiset", FINNISH),
    word("ylläpito", FINNISH),
    word("비공개", Beside::Anything),
    word("비밀", Beside::Anything),
    word("관리자", Beside::Anything),
    word("백업", Beside::Anything),
    word("기밀", Beside::Anything),
    word("ส่วนตัว", Beside::Anything),
    word("ความลับ", Beside::Anything),
    word("รหัสผ่าน", Beside::Anything),
    word("สำรองข้อมูล", Beside::Anything),
    word("ผู้ดูแล", Beside::Anything),
];

/// Words that say nothing of what is in a folder or a file. Every other word may make a private word harmless:
/// `private-banking`.
const COMMON_WORDS: [&str; 33] = [
    "area", "bak", "cgi", "cp", "data", "db", "dir", "doc", "docs", "file", "files", "folder",
    "folders", "for", "img", "images", "log", "login", "my", "new", "old", "only", "page", "pages",
    "panel", "php", "site", "sql", "stuff", "test", "tools", "top", "web",
];

/// Private words whose plural is private too.
const WITH_PLURAL: [&str; 5] = ["password", "backup", "secret", "credential", "dump"];

/// Extensions of pages. A page is private by its whole name only: `/admin.php`, but not `/password-form.html`.
const PAGES: [&str; 8] = ["html", "htm", "php", "asp", "aspx", "jsp", "pdf", "page"];

/// Pages that every visitor may open: forums keep private messages in `private.php`, and people change their password.
const PAGES_FOR_ALL: [&str; 3] = ["private", "password", "passwd"];

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
                    "the rule {} may show every reader where private files are",
                    Quoted(value)
                ))
                .help("if there are any, protect them with a login; robots.txt does not hide them")
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
        path.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
    };
    let start = memchr::memrchr(b'/', &path[..at]).map_or(0, |slash| slash + 1);
    let end = memchr::memchr(b'/', &path[at..]).map_or(path.len(), |slash| at + slash);
    let name = &path[start..end];
    // A final wildcard or `$` is no part of the name.
    let name = name.strip_suffix(b"$").unwrap_or(name);
    let name = name.strip_suffix(b"*").unwrap_or(name);
    let says_so = |known: &PrivateWord| {
        let after = name.get(at - start + known.word.len()..).unwrap_or_default();
        match known.beside {
            Beside::Anything => !is_page(name) || stem(name) == known.word.as_bytes(),
            Beside::AnyEnd => at == start && !after.first().is_some_and(u8::is_ascii_alphabetic),
            Beside::Ending(most) => {
                at == start
                    && after.len() <= most
                    && after.iter().all(|&byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
            }
            Beside::CommonWords => is_private_name(name),
        }
    };
    PRIVATE_WORDS.iter().filter(is).find(|known| says_so(known)).map(|known| known.word)
}

/// True if every word of the name is private or says nothing.
fn is_private_name(name: &[u8]) -> bool {
    // People change their password there.
    if name.eq_ignore_ascii_case(b"password") {
        return false;
    }
    let stem = stem(name);
    let is_in = |words: &[&str], word: &[u8]| {
        words.iter().any(|it| word.eq_ignore_ascii_case(it.as_bytes()))
    };
    let is_private = |word: &[u8]| {
        // Pages about internals are not internal.
        let plural = word.strip_suffix(b"s").or(word.strip_suffix(b"S"));
        let without_s = plural.filter(|word| is_in(&WITH_PLURAL, word)).unwrap_or(word);
        let is = |known: &PrivateWord| {
            known.beside == Beside::CommonWords
                && [word, without_s].iter().any(|it| it.eq_ignore_ascii_case(known.word.as_bytes()))
        };
        PRIVATE_WORDS.iter().any(is)
    };
    if is_page(name) {
        return is_private(stem) && !is_in(&PAGES_FOR_ALL, stem);
    }
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let runs = stem.split(|byte| !is_letter(byte)).filter(|run| !run.is_empty());
    let says_nothing = |word: &[u8]| is_private(word) || is_in(&COMMON_WORDS, word);
    // Some files list every spelling: `admIN` is one word. `MyPrivateFolder` is three.
    runs.into_iter().all(|run| says_nothing(run) || words_of(run).all(says_nothing))
}

/// The name without its extension.
fn stem(name: &[u8]) -> &[u8] {
    let dot = memchr::memrchr(b'.', name).filter(|&dot| dot > 0);
    &name[..dot.unwrap_or(name.len())]
}

/// True for the name of a page or of a document.
fn is_page(name: &[u8]) -> bool {
    let extension = name.get(stem(name).len() + 1..).unwrap_or_default();
    PAGES.iter().any(|page| extension.eq_ignore_ascii_case(page.as_bytes()))
}

/// The words of a run of letters: each begins with a capital letter after a small one.
fn words_of(run: &[u8]) -> impl Iterator<Item = &[u8]> {
    run.chunk_by(|before, after| !(before.is_ascii_lowercase() && after.is_ascii_uppercase()))
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
