//! Files and URLs made to be slow: the families on which other parsers blow up, and attacks on this one.

use crate::measures::Random;

/// A family: from a size to a file and a path.
pub struct Family {
    pub name: &'static str,
    pub what: &'static str,
    /// The size at which growth is measured first; then four times that.
    pub size: usize,
    /// The size at which the file fills 500 KiB.
    pub full: usize,
    pub make: fn(usize) -> (Vec<u8>, Vec<u8>),
}

/// A number in letters, so that names stay legal product tokens.
fn letters(mut n: usize) -> String {
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

/// `length` random letters of `alphabet`.
pub fn random_text(random: &mut Random, alphabet: &[u8], length: usize) -> String {
    (0..length)
        .map(|_| char::from(alphabet[random.below(alphabet.len() as u64) as usize]))
        .collect()
}

pub const FAMILIES: [Family; 12] = [
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
        make: |n| (file((0..n).map(|i| format!("/*a*a*a*a*z{}", letters(i)))), path("az", 2048)),
    },
    Family {
        name: "MX",
        what: "rules of 16 KB of stars",
        size: 7,
        full: 30,
        make: |n| {
            (
                file((0..n).map(|i| format!("/{}*b{}", "*a".repeat(8000), letters(i)))),
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
                file.push_str(&format!("User-agent: b{}\n", letters(i)));
            }
            file.push_str("User-agent: *\n");
            for i in 0..n {
                file.push_str(&format!("Disallow: /{}\n", letters(i)));
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
            let groups =
                (0..n).map(|i| format!("User-agent: b{}\nDisallow: /{}\n", letters(i), letters(i)));
            (groups.collect::<String>().into_bytes(), path("ab", 2048))
        },
    },
    Family {
        name: "AS",
        what: "n agents stacked on one rule",
        size: 4000,
        full: 29_000,
        make: |n| {
            let agents: String = (0..n).map(|i| format!("User-agent: b{}\n", letters(i))).collect();
            ((agents + "User-agent: *\nDisallow: /a\n").into_bytes(), path("ab", 2048))
        },
    },
    Family {
        name: "GM",
        what: "n groups of one agent",
        size: 2000,
        full: 15_500,
        make: |n| {
            let groups = (0..n).map(|i| format!("User-agent: *\nDisallow: /{}\n", letters(i)));
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
        make: |n| (file((0..n).map(|i| format!("/{}$", letters(i)))), path("ab", 2048)),
    },
];

/// An attack on the matcher of this crate: a file of 500 KiB and a path of 8 KiB.
pub struct Attack {
    pub what: &'static str,
    pub make: fn() -> (Vec<u8>, Vec<u8>),
}

const FILE: usize = 500 * 1024;
const PATH: usize = 8191;

/// Fills 500 KiB with `allow:` rules.
fn fill(mut rule: impl FnMut(usize) -> String) -> Vec<u8> {
    let mut file = b"user-agent:*\n".to_vec();
    for i in 0.. {
        let line = format!("allow:{}\n", rule(i));
        if file.len() + line.len() > FILE {
            break;
        }
        file.extend_from_slice(line.as_bytes());
    }
    file
}

/// Rules `/*<segment>` of random {a,b} text that does not occur in a random {a,b} path.
fn absent(segment: usize) -> (Vec<u8>, Vec<u8>) {
    let mut random = Random(7);
    let path = "/".to_owned() + &random_text(&mut random, b"ab", PATH);
    let rules = fill(|_| {
        loop {
            let text = random_text(&mut random, b"ab", segment);
            if segment < 16 || !path.contains(&text) {
                return format!("/*{text}");
            }
        }
    });
    (rules, path.into_bytes())
}

/// Rules of two segments, the second of which occurs only before the first.
fn wrong_order(segment: usize) -> (Vec<u8>, Vec<u8>) {
    let mut random = Random(11);
    let path = "/".to_owned() + &random_text(&mut random, b"ab", PATH);
    let rules = fill(|_| {
        let late = PATH - 2 * segment - random.below(64) as usize;
        let early = 1 + random.below(64) as usize;
        format!("/*{}*{}", &path[late..late + segment], &path[early..early + segment])
    });
    (rules, path.into_bytes())
}

pub const ATTACKS: [Attack; 9] = [
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
                [b"/b", path("a", PATH - 1).as_slice()].concat(),
            )
        },
    },
    Attack {
        what: "`/*ba^k` against (a^9 b)^n",
        make: || (fill(|i| format!("/*b{}", "a".repeat(10 + i % 9))), path("aaaaaaaaab", PATH)),
    },
    Attack {
        what: "three-byte segments, the last in the wrong place",
        make: || {
            (
                fill(|i| format!("/*{}*zz*yy", ["abc", "bca", "cab"][i % 3])),
                [b"/yyzz", path("abc", PATH - 7).as_slice(), b"zz"].concat(),
            )
        },
    },
];
