//! Files and URLs that are made to be slow: families on which the cost of other parsers explodes, and attacks on this
//! one.

use crate::random::Random;

/// A family of files: for each size a file and a path.
pub struct Family {
    /// A name of two letters.
    pub name: &'static str,
    /// A description of its files.
    pub what: &'static str,
    /// The smaller size at which growth is measured; the larger one is four times that.
    pub size: usize,
    /// The size at which the file has 500 KiB.
    pub full: usize,
    /// Makes the file and the path of a size.
    pub make: fn(usize) -> (Vec<u8>, Vec<u8>),
}

/// A number in letters, so that names are valid product tokens.
#[must_use]
pub fn letters_of(mut n: usize) -> String {
    let mut name = String::new();
    loop {
        name.push(char::from(b'a' + (n % 26) as u8));
        n /= 26;
        if n == 0 {
            return name;
        }
    }
}

fn file(rules: impl IntoIterator<Item = String>) -> Vec<u8> {
    let mut file = String::from("User-agent: *\n");
    for rule in rules {
        file.push_str("Disallow: ");
        file.push_str(&rule);
        file.push('\n');
    }
    file.into_bytes()
}

fn path(unit: &str, length: usize) -> Vec<u8> {
    [b"/", unit.repeat(length / unit.len()).as_bytes()].concat()
}

/// The families.
pub const FAMILIES: [Family; 15] = [
    Family {
        name: "WS",
        what: "`/*a*a...*b` against a^n",
        size: 4000,
        full: 16_000,
        make: |n| (file([format!("/{}*b", "*a".repeat(n.min(16_000) / 2))]), path("a", n)),
    },
    Family {
        name: "W8",
        what: "eight stars against a^n",
        size: 4000,
        full: 16_000,
        make: |n| (file([format!("/{}*b", "*a".repeat(8))]), path("a", n)),
    },
    Family {
        name: "WL",
        what: "`/*a^(n/2)b` against a^n",
        size: 4000,
        full: 16_000,
        make: |n| (file([format!("/*{}b", "a".repeat(n.min(32_000) / 2))]), path("a", n)),
    },
    Family {
        name: "KR",
        what: "n rules `/*a*a*a*a*z<i>`, 2 KB URL",
        size: 1500,
        full: 20_000,
        make: |n| (file((0..n).map(|i| format!("/*a*a*a*a*z{}", letters_of(i)))), path("az", 2048)),
    },
    Family {
        name: "MX",
        what: "rules of 16 KB of stars",
        size: 6,
        full: 30,
        make: |n| {
            (
                file((0..n).map(|i| format!("/{}*b{}", "*a".repeat(8000), letters_of(i)))),
                path("ab", 8192),
            )
        },
    },
    Family {
        name: "XP",
        what: "n agents with n rules",
        size: 1000,
        full: 14_000,
        make: |n| {
            let mut file = String::new();
            for i in 0..n {
                file.push_str(&format!("User-agent: b{}\n", letters_of(i)));
            }
            file.push_str("User-agent: *\n");
            for i in 0..n {
                file.push_str(&format!("Disallow: /{}\n", letters_of(i)));
            }
            (file.into_bytes(), path("ab", 2048))
        },
    },
    Family {
        name: "AG",
        what: "n agents, each with a group of its own",
        size: 2000,
        full: 14_000,
        make: |n| {
            let groups = (0..n)
                .map(|i| format!("User-agent: b{}\nDisallow: /{}\n", letters_of(i), letters_of(i)));
            (groups.collect::<String>().into_bytes(), path("ab", 2048))
        },
    },
    Family {
        name: "AS",
        what: "n agents stacked on one rule",
        size: 4000,
        full: 29_000,
        make: |n| {
            let agents: String =
                (0..n).map(|i| format!("User-agent: b{}\n", letters_of(i))).collect();
            ((agents + "User-agent: *\nDisallow: /a\n").into_bytes(), path("ab", 2048))
        },
    },
    Family {
        name: "GM",
        what: "n groups of one agent",
        size: 2000,
        full: 15_500,
        make: |n| {
            let groups = (0..n).map(|i| format!("User-agent: *\nDisallow: /{}\n", letters_of(i)));
            (groups.collect::<String>().into_bytes(), path("ab", 2048))
        },
    },
    Family {
        name: "LL",
        what: "one line of n bytes",
        size: 120_000,
        full: 511_000,
        make: |n| (file([format!("/{}", "a".repeat(n))]), path("a", 8192)),
    },
    Family {
        name: "LS",
        what: "one line of n stars",
        size: 120_000,
        full: 511_000,
        make: |n| (file([format!("/{}", "*".repeat(n))]), path("a", 8192)),
    },
    Family {
        name: "DR",
        what: "n rules with `$`",
        size: 4000,
        full: 30_000,
        make: |n| (file((0..n).map(|i| format!("/{}$", letters_of(i)))), path("ab", 2048)),
    },
    Family {
        name: "SR",
        what: "two short rules, n rules below them",
        size: 3500,
        full: 15_000,
        make: |n| {
            let short = ["/sec", "/section"].map(String::from);
            let below = (0..n).map(|i| format!("/section-{i:06}/page"));
            (file(short.into_iter().chain(below)), path("section-", 2048))
        },
    },
    Family {
        name: "AN",
        what: "n allow rules",
        size: 4000,
        full: 28_000,
        make: |n| {
            let rules = (0..n).map(|i| format!("Allow: /{}x\n", letters_of(i)));
            (
                ["User-agent: *\n".into()]
                    .into_iter()
                    .chain(rules)
                    .collect::<String>()
                    .into_bytes(),
                path("ab", 2048),
            )
        },
    },
    Family {
        name: "SO",
        what: "one short rule, and pairs of allow and disallow below it",
        size: 2000,
        full: 9000,
        make: |n| {
            let pairs = (0..n)
                .map(|i| format!("Allow: /section-{i:06}/page\nDisallow: /section-{i:06}/\n"));
            let file = ["User-agent: *\nDisallow: /section\n".into()].into_iter().chain(pairs);
            (file.collect::<String>().into_bytes(), path("section-", 2048))
        },
    },
];

/// An attack on maycrawl's matcher: a file of 500 KiB and a path of 8 KiB.
pub struct Attack {
    /// A description of the file.
    pub what: &'static str,
    /// Makes the file and the path.
    pub make: fn() -> (Vec<u8>, Vec<u8>),
}

/// The size of an attack's file in bytes.
const FILE_BYTES: usize = 500 * 1024;

/// The length of an attack's path in bytes, without its first slash.
const PATH_BYTES: usize = 8191;

/// Fills 500 KiB with `allow:` rules.
fn fill(mut rule: impl FnMut(usize) -> String) -> Vec<u8> {
    let mut file = b"user-agent:*\n".to_vec();
    for i in 0.. {
        let line = format!("allow:{}\n", rule(i));
        if file.len() + line.len() > FILE_BYTES {
            break;
        }
        file.extend_from_slice(line.as_bytes());
    }
    file
}

/// Rules `/*<segment>` of random {a,b} text that does not occur in a random {a,b} path.
fn absent(segment: usize) -> (Vec<u8>, Vec<u8>) {
    let mut random = Random(7);
    let path = "/".to_owned() + &random.text(b"ab", PATH_BYTES);
    let rules = fill(|_| {
        loop {
            let text = random.text(b"ab", segment);
            if segment < 16 || !path.contains(&text) {
                return format!("/*{text}");
            }
        }
    });
    (rules, path.into_bytes())
}

/// Rules with two segments, of which the second occurs only before the first.
fn wrong_order(segment: usize) -> (Vec<u8>, Vec<u8>) {
    let mut random = Random(11);
    let path = "/".to_owned() + &random.text(b"ab", PATH_BYTES);
    let rules = fill(|_| {
        let late = PATH_BYTES - 2 * segment - random.below(64) as usize;
        let early = 1 + random.below(64) as usize;
        format!("/*{}*{}", &path[late..late + segment], &path[early..early + segment])
    });
    (rules, path.into_bytes())
}

/// Every letter once. If a path has them all, no rule can be skipped because the path lacks one of its bytes.
const LETTERS: &str = "zyxwvutsrqponmlkjihgfedcba";

/// Rules with thirty times the same segment, whose next occurrence is always about 200 bytes of similar text away.
fn far_hops(segment: &str) -> (Vec<u8>, Vec<u8>) {
    let mut path = format!("/{LETTERS}");
    while path.len() < PATH_BYTES {
        path += &"ab".repeat(110);
        path += "aa";
    }
    path.truncate(PATH_BYTES);
    let stars = format!("*{segment}").repeat(30);
    (fill(|i| format!("/{stars}*z{}", letters_of(i))), path.into_bytes())
}

/// Rules whose segment occurs only at the end of the path, hundreds of times, after similar text.
fn late_occurrences() -> (Vec<u8>, Vec<u8>) {
    let path = format!("/{LETTERS}{}{}", "ab".repeat(3600), "aab".repeat(320));
    (fill(|i| format!("/*aab*zz{}", letters_of(i % 26))), path.into_bytes())
}

/// Rules with segments of one byte, which occur in the path every forty bytes.
fn many_letters() -> (Vec<u8>, Vec<u8>) {
    let mut random = Random(5);
    let alphabet: Vec<u8> = (b'A'..=b'Z').chain(b'a'..=b'n').collect();
    let path = "/".to_owned() + &random.text(&alphabet, PATH_BYTES);
    let rules = fill(|_| {
        let letters = random.text(&alphabet, 230);
        letters.chars().fold(String::from("/"), |rule, letter| format!("{rule}*{letter}"))
    });
    (rules, path.into_bytes())
}

/// The attacks.
pub const ATTACKS: [Attack; 13] = [
    Attack { what: "thirty segments of 3 bytes, far apart", make: || far_hops("aab") },
    Attack { what: "thirty segments of 2 bytes, far apart", make: || far_hops("aa") },
    Attack { what: "a segment of 3 bytes, hundreds of times at the end", make: late_occurrences },
    Attack { what: "segments of one byte, each every 40 bytes", make: many_letters },
    Attack { what: "absent segments of 24 random {a,b} bytes", make: || absent(24) },
    Attack { what: "absent segments of 16 random {a,b} bytes", make: || absent(16) },
    Attack { what: "segments of 12 random {a,b} bytes", make: || absent(12) },
    Attack { what: "segments of 8 random {a,b} bytes", make: || absent(8) },
    Attack { what: "two segments of 16 in the wrong order", make: || wrong_order(16) },
    Attack { what: "two segments of 24 in the wrong order", make: || wrong_order(24) },
    Attack {
        what: "`/*a^kb` against a^n and a b in front",
        make: || {
            (
                fill(|i| format!("/*{}b", "a".repeat(4 + i % 20))),
                [b"/b", path("a", PATH_BYTES - 1).as_slice()].concat(),
            )
        },
    },
    Attack {
        what: "`/*ba^k` against (a^9 b)^n",
        make: || {
            (fill(|i| format!("/*b{}", "a".repeat(10 + i % 9))), path("aaaaaaaaab", PATH_BYTES))
        },
    },
    Attack {
        what: "three-byte segments, the last in the wrong place",
        make: || {
            (
                fill(|i| format!("/*{}*zz*yy", ["abc", "bca", "cab"][i % 3])),
                [b"/yyzz", path("abc", PATH_BYTES - 7).as_slice(), b"zz"].concat(),
            )
        },
    },
];
