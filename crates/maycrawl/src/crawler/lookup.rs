//! Look-up of known crawlers: by token, by other names, and by similar names.

use alloc::vec::Vec;
use core::ops::Range;

use super::header::header_words;
use super::known_crawler::{AiList, Compliance, KnownCrawler};
use super::table;
use crate::text::edit_distance;

/// Names of real crawlers that are not in the table, and look like a slip of one that is. Each was found in files of
/// many sites.
const REAL_NAMES: [&str; 3] = ["MSRBOT", "MSUbot", "XingBot"];

/// Operators of whose crawlers a similar name is probably meant.
const COMMON_OPERATORS: [&str; 21] = [
    "Google",
    "Microsoft",
    "Yandex",
    "Apple",
    "OpenAI",
    "Anthropic",
    "Perplexity",
    "Amazon",
    "ByteDance",
    "Meta",
    "Ahrefs",
    "Semrush",
    "X",
    "LinkedIn",
    "Slack",
    "Discord",
    "Pinterest",
    "DataForSEO",
    "DuckDuckGo",
    "Internet Archive",
    "Webz.io",
];

/// Names of operators and services that are no tokens, with the crawler that people mean by them. Their group is
/// followed by no crawler.
const OPERATORS: [(&str, &str); 15] = [
    ("Google", "Googlebot"),
    ("Bing", "bingbot"),
    ("MSN", "msnbot"),
    ("Baidu", "Baiduspider"),
    ("DuckDuckGo", "DuckDuckBot"),
    ("Apple", "Applebot"),
    ("Amazon", "Amazonbot"),
    ("Anthropic", "ClaudeBot"),
    ("Perplexity", "PerplexityBot"),
    ("Facebook", "facebookexternalhit"),
    ("Twitter", "Twitterbot"),
    ("LinkedIn", "LinkedInBot"),
    ("Ahrefs", "AhrefsBot"),
    ("Semrush", "SemrushBot"),
    ("ByteDance", "Bytespider"),
];

/// True for two crawlers of one family: `SemrushBot-SA` and `SemrushBot-SWA` have one stem and two short suffixes,
/// which are abbreviations and not slips of each other.
fn is_sibling(name: &[u8], token: &[u8]) -> bool {
    const MAX_SUFFIX: usize = 4;
    let split = |text: &[u8]| text.iter().rposition(|&byte| byte == b'-');
    let (Some(at), Some(own)) = (split(name), split(token)) else { return false };
    at == own
        && name[..at].eq_ignore_ascii_case(&token[..own])
        && (name.len() - at).max(token.len() - own) <= MAX_SUFFIX + 1
}

impl KnownCrawler {
    /// All known crawlers, Google's first.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// let mut of_openai = KnownCrawler::all().iter().filter(|known| known.operator == Some("OpenAI"));
    /// assert!(of_openai.any(|known| known.token == "GPTBot"));
    /// ```
    #[must_use]
    pub fn all() -> &'static [Self] {
        table::KNOWN
    }

    /// The known crawler with this token. Case does not matter. O(log rows).
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// assert_eq!(KnownCrawler::by_name("gptbot").unwrap().token, "GPTBot");
    /// // Only the token is compared. `Crawler::parse` reads what people write.
    /// assert!(KnownCrawler::by_name("GPTBot/1.2").is_none());
    /// ```
    #[must_use]
    pub fn by_name(token: &str) -> Option<&'static Self> {
        let head = head(token);
        let (mut first, mut end) = (0, BY_NAME.len());
        while first < end {
            let middle = first.midpoint(end);
            if head_at(middle) < head { first = middle + 1 } else { end = middle }
        }
        let same_head = (first..BY_NAME.len()).take_while(|&at| head_at(at) == head);
        let mut rows = same_head.map(|at| &table::KNOWN[BY_NAME[at] as usize]);
        rows.find(|known| known.token.eq_ignore_ascii_case(token))
    }

    /// True if `User-agent: *` applied to it by Google's documents of 2021, but does not apply by those of today.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// let followed = |name| KnownCrawler::by_name(name).unwrap().followed_star_in_2021();
    /// assert!(followed("Mediapartners-Google") && followed("APIs-Google"));
    /// assert!(!followed("AdsBot-Google") && !followed("Googlebot"));
    /// ```
    #[must_use]
    pub fn followed_star_in_2021(&self) -> bool {
        table::FOLLOWED_STAR_IN_2021.contains(&self.token)
    }

    /// The known crawlers that a `User-Agent` header names, in the order of its words. O(words * log rows).
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// let named = |header| KnownCrawler::named_in(header).map(|known| known.token).collect::<Vec<_>>();
    /// assert_eq!(named("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"), ["bingbot"]);
    /// assert_eq!(named("facebookexternalhit/1.1 Facebot Twitterbot/1.0"), ["facebookexternalhit", "Twitterbot"]);
    /// assert_eq!(named("Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)"), ["Sogou web spider"]);
    /// ```
    pub fn named_in(header: &str) -> impl Iterator<Item = &'static Self> {
        // `Sogou web spider` is no Spider: names of several words come first, and hide the words in them.
        let of_words = Self::all().iter().filter(|known| known.token.contains([' ', '.']));
        let of_words = of_words.filter_map(|known| {
            let at = find_name(header, known.token)?;
            Some((at..at + known.token.len(), known))
        });
        let mut named: Vec<(Range<usize>, &'static Self)> = of_words.collect();
        let names = named.len();
        for word in header_words(header) {
            let at = word.as_ptr().addr() - header.as_ptr().addr();
            let is_hidden = named[..names].iter().any(|(span, _)| span.contains(&at));
            if let Some(known) = Self::by_name(word).filter(|_| !is_hidden) {
                named.push((at..at + word.len(), known));
            }
        }
        named.sort_by_key(|(span, _)| (span.start, span.end));
        named.into_iter().map(|(_, known)| known)
    }

    /// True if the token is also a common word, or a part of the names of other programs: `Spider`, `Code`, `Operator`.
    /// A header that has it behind another name probably means no crawler of this table.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// assert!(KnownCrawler::by_name("Spider").unwrap().is_common_word());
    /// assert!(!KnownCrawler::by_name("GPTBot").unwrap().is_common_word());
    /// ```
    #[must_use]
    pub fn is_common_word(&self) -> bool {
        table::PARTS_OF_OTHERS.contains(&self.token)
    }

    /// Other names of the crawler: those in Google's documents.
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// let ads = KnownCrawler::by_name("Mediapartners-Google").unwrap();
    /// assert!(ads.aliases().eq(["AdSense", "Mediapartners"]));
    /// ```
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> {
        let token = self.token;
        let of_token = move |&&(_, other): &&(&str, &str)| other == token;
        let all = table::ALIASES.iter().chain(table::KOREAN_NAMES);
        all.filter(of_token).map(|&(alias, _)| alias)
    }

    /// The known crawler with this other name: a name in Google's documents (`Googlebot News`, `AdsBot`), or the token
    /// with other blanks and hyphens (`gpt-bot`). `None` if `name` is a token. O(rows).
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// assert_eq!(KnownCrawler::by_alias("Googlebot News").unwrap().token, "Googlebot-News");
    /// assert!(KnownCrawler::by_alias("Googlebot").is_none(), "a token");
    /// ```
    #[must_use]
    pub fn by_alias(name: &str) -> Option<&'static Self> {
        // A short name with one more blank or hyphen is a different name.
        const MIN_LETTERS: usize = 6;
        if Self::by_name(name).is_some()
            || letters_and_digits(name.as_bytes()).count() < MIN_LETTERS
        {
            return None;
        }
        // Names with other sets of letters are told apart by one comparison.
        let Shape { letters_and_digits, .. } = Shape::new(name.as_bytes());
        let has_same_set = |shape: Shape| shape.letters_and_digits == letters_and_digits;
        let mut aliases =
            table::ALIASES.iter().enumerate().filter(|it| has_same_set(alias_shape(it.0)));
        if let Some((_, (_, token))) = aliases.find(|row| has_same_letters(row.1.0, name)) {
            return Self::by_name(token);
        }
        // If two rows have the same letters, the legal product token is the intended one.
        let same_set = Self::all().iter().enumerate().filter(|it| has_same_set(token_shape(it.0)));
        let mut same =
            same_set.map(|row| row.1).filter(|known| has_same_letters(known.token, name));
        let first = same.clone().next();
        same.find(|known| known.has_legal_token()).or(first)
    }

    /// The known crawler that the documents call `name`, with blanks or hyphens: `AdsBot`, `googlebot-images`.
    /// O(aliases).
    pub(crate) fn by_documented_alias(name: &str) -> Option<&'static Self> {
        let is_name = |alias: &str| {
            let same = |(a, b): (u8, u8)| a.eq_ignore_ascii_case(&b) || (a == b' ' && b == b'-');
            alias.len() == name.len() && alias.bytes().zip(name.bytes()).all(same)
        };
        let found = table::ALIASES.iter().find(|(alias, _)| is_name(alias));
        found.and_then(|(_, token)| Self::by_name(token))
    }

    /// The crawler that the author of `name` probably meant: one with this [alias](Self::by_alias), that of the
    /// operator with this name (`Google`), or one of a common operator whose token differs by one typing mistake (a
    /// letter that is wrong, missing, extra, or swapped with the next one), or by two in a long name. Other crawlers
    /// are left out, because many small crawlers have short names that are similar by chance. O(rows).
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// assert_eq!(KnownCrawler::meant_by(b"Gogglebot").unwrap().token, "Googlebot");
    /// assert_eq!(KnownCrawler::meant_by(b"AdsBot").unwrap().token, "AdsBot-Google");
    /// assert!(KnownCrawler::meant_by(b"ExampleBot").is_none());
    /// ```
    #[must_use]
    pub fn meant_by(name: &[u8]) -> Option<&'static Self> {
        if let Some(alias) = core::str::from_utf8(name).ok().and_then(Self::by_alias) {
            return Some(alias);
        }
        let is_name = |text: &str| name.eq_ignore_ascii_case(text.as_bytes());
        if let Some((_, token)) = OPERATORS.iter().find(|(operator, _)| is_name(operator)) {
            return Self::by_name(token);
        }
        if REAL_NAMES.iter().any(|real| name.eq_ignore_ascii_case(real.as_bytes())) {
            return None;
        }
        let limit = if name.len() < 12 { 1 } else { 2 };
        let Shape { letters, .. } = Shape::new(name);
        // One typing mistake adds at most one letter and removes at most one.
        let may_be_near = |other: &Shape| {
            other.len.abs_diff(name.len()) <= limit
                && (letters ^ other.letters).count_ones() as usize <= 2 * limit
                && other.len >= 6
        };
        let by_slips = |&row: &u16| {
            let known = &table::KNOWN[usize::from(row)];
            if !may_be_near(&token_shape(usize::from(row)))
                || is_sibling(name, known.token.as_bytes())
            {
                return None;
            }
            let slips = edit_distance::slips(name, known.token.as_bytes(), limit);
            (slips <= limit).then_some((slips, known))
        };
        let near = OF_COMMON_OPERATORS.iter().filter_map(by_slips);
        near.min_by_key(|&(slips, _)| slips).map(|(_, known)| known)
    }

    /// Crawlers with similar names, as suggestions: the [probably meant](Self::meant_by) one, or else those whose token
    /// begins with `name`. At most three. O(rows).
    ///
    /// ```
    /// use maycrawl::crawler::KnownCrawler;
    ///
    /// assert!(KnownCrawler::similar("Gogglebot").map(|known| known.token).eq(["Googlebot"]));
    /// assert_eq!(KnownCrawler::similar("ExampleBot").count(), 0);
    /// ```
    pub fn similar(name: &str) -> impl Iterator<Item = &'static Self> {
        const MIN_LETTERS: usize = 4;
        let meant = Self::meant_by(name.as_bytes());
        let name = name.as_bytes();
        let begins = move |known: &&Self| {
            let token = known.token.as_bytes();
            meant.is_none()
                && name.len() >= MIN_LETTERS
                && token.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        };
        let longer = Self::all().iter().filter(begins).take(3).collect::<Vec<_>>();
        meant.into_iter().chain(longer)
    }

    /// The list of AI crawlers that the crawler is in. `None` if it is in none.
    ///
    /// Three kinds of AI crawlers are in no list: crawlers that do not obey, because a rule does not block them; names
    /// that are not legal product tokens, because parsers cut them to other names; and common words (`Spider`, `Code`),
    /// because some parsers compare parts of names, and find these words in the names of other crawlers.
    ///
    /// ```
    /// use maycrawl::crawler::{AiList, KnownCrawler};
    ///
    /// let list = |name| KnownCrawler::by_name(name).unwrap().ai_list();
    /// assert_eq!(list("GPTBot"), Some(AiList::Training));
    /// // It is reported not to obey, so a rule would not block it.
    /// assert_eq!(list("Bytespider"), None);
    /// ```
    #[must_use]
    pub fn ai_list(&self) -> Option<AiList> {
        let obeys = !matches!(self.compliance, Compliance::Ignores | Compliance::ReportedNotToObey);
        let can_be_named = self.has_legal_token() && !self.is_common_word();
        let of_purpose = |list: &AiList| list.purposes().contains(&self.purpose);
        AiList::ALL.into_iter().find(|list| obeys && can_be_named && of_purpose(list))
    }
}

/// The rows of crawlers of [`COMMON_OPERATORS`].
static OF_COMMON_OPERATORS: [u16; count_of_common_operators()] = {
    let (mut rows, mut found, mut row) = ([0; count_of_common_operators()], 0, 0);
    while row < table::KNOWN.len() {
        if is_of_common_operator(&table::KNOWN[row]) {
            rows[found] = row as u16;
            found += 1;
        }
        row += 1;
    }
    rows
};

const fn count_of_common_operators() -> usize {
    let (mut count, mut row) = (0, 0);
    while row < table::KNOWN.len() {
        count += is_of_common_operator(&table::KNOWN[row]) as usize;
        row += 1;
    }
    count
}

const fn is_of_common_operator(known: &KnownCrawler) -> bool {
    let Some(operator) = known.operator else { return false };
    let mut at = 0;
    while at < COMMON_OPERATORS.len() {
        // In lower case, neither name is before the other one.
        if !is_before(operator, COMMON_OPERATORS[at]) && !is_before(COMMON_OPERATORS[at], operator)
        {
            return true;
        }
        at += 1;
    }
    false
}

/// The letters and digits of a name, in lower case: the name without blanks, hyphens and case.
fn letters_and_digits(name: &[u8]) -> impl Iterator<Item = u8> {
    name.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase)
}

/// True if the names differ only in case, blanks, `-`, `_` and `.`. False if `b` has other bytes.
fn has_same_letters(a: &str, b: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" -_.".contains(&byte);
    b.bytes().all(is_plain) && letters_and_digits(a.as_bytes()).eq(letters_and_digits(b.as_bytes()))
}

/// What tells two names apart before they are compared.
#[derive(Clone, Copy)]
struct Shape {
    len: usize,
    /// The set of bytes: one bit for each letter.
    letters: u32,
    /// The same without blanks, hyphens and other bytes that are neither letters nor digits.
    letters_and_digits: u32,
}

impl Shape {
    const NONE: Self = Self::new(b"");

    const fn new(name: &[u8]) -> Self {
        let (mut letters, mut letters_and_digits, mut i) = (0, 0, 0);
        while i < name.len() {
            let bit = 1 << (name[i].to_ascii_lowercase() % 32);
            letters |= bit;
            if name[i].is_ascii_alphanumeric() {
                letters_and_digits |= bit;
            }
            i += 1;
        }
        Self { len: name.len(), letters, letters_and_digits }
    }
}

/// The shape of the token of a row, and of an alias.
fn token_shape(row: usize) -> Shape {
    if table::VERDICTS_ONLY {
        return Shape::new(table::KNOWN[row].token.as_bytes());
    }
    TOKEN_SHAPES[row]
}

fn alias_shape(row: usize) -> Shape {
    if table::VERDICTS_ONLY {
        return Shape::new(table::ALIASES[row].0.as_bytes());
    }
    ALIAS_SHAPES[row]
}

/// The shape of the token of each row.
static TOKEN_SHAPES: [Shape; table::KNOWN.len()] = {
    let mut all = [Shape::NONE; table::KNOWN.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = Shape::new(table::KNOWN[i].token.as_bytes());
        i += 1;
    }
    all
};

/// The shape of each alias.
static ALIAS_SHAPES: [Shape; table::ALIASES.len()] = {
    let mut all = [Shape::NONE; table::ALIASES.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = Shape::new(table::ALIASES[i].0.as_bytes());
        i += 1;
    }
    all
};

/// The rows of the table, sorted by token at compile time.
static BY_NAME: [u16; table::KNOWN.len()] = {
    let mut order = [0; table::KNOWN.len()];
    let mut filled = 0;
    while filled < order.len() {
        // Insertion sort is fast enough at compile time, because the table is short.
        let mut at = filled;
        while at > 0
            && is_before(table::KNOWN[filled].token, table::KNOWN[order[at - 1] as usize].token)
        {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = filled as u16;
        filled += 1;
    }
    order
};

const fn is_before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        let (x, y) = (a[i].to_ascii_lowercase(), b[i].to_ascii_lowercase());
        if x != y {
            return x < y;
        }
        i += 1;
    }
    a.len() < b.len()
}

/// The first eight letters of a name in lower case, as a number. Numbers have the order of the names.
const fn head(name: &str) -> u64 {
    let name = name.as_bytes();
    let mut head = [0; 8];
    let mut i = 0;
    while i < name.len() && i < head.len() {
        head[i] = name[i].to_ascii_lowercase();
        i += 1;
    }
    u64::from_be_bytes(head)
}

/// The head of the token at this place of [`BY_NAME`].
fn head_at(at: usize) -> u64 {
    if table::VERDICTS_ONLY { head(table::KNOWN[BY_NAME[at] as usize].token) } else { HEADS[at] }
}

/// The heads of the tokens, in the order of [`BY_NAME`].
static HEADS: [u64; table::KNOWN.len()] = {
    let mut heads = [0; table::KNOWN.len()];
    let mut i = 0;
    while i < heads.len() {
        heads[i] = head(table::KNOWN[BY_NAME[i] as usize].token);
        i += 1;
    }
    heads
};

/// Where the header has the name, in any case and not inside of another word.
fn find_name(header: &str, name: &str) -> Option<usize> {
    let (header, name) = (header.as_bytes(), name.as_bytes());
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    (0..(header.len() + 1).saturating_sub(name.len())).find(|&at| {
        header[at..at + name.len()].eq_ignore_ascii_case(name)
            && !is_letter(at.checked_sub(1).and_then(|before| header.get(before)))
            && !is_letter(header.get(at + name.len()))
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::super::known_crawler::Source;
    use super::*;

    #[test]
    fn every_row_is_found_by_its_token_and_is_unique() {
        for known in KnownCrawler::all() {
            assert_eq!(KnownCrawler::by_name(known.token), Some(known));
            assert_eq!(KnownCrawler::by_name(&known.token.to_ascii_uppercase()), Some(known));
        }
        for pair in BY_NAME.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|i| table::KNOWN[i as usize].token);
            assert!(is_before(a, b), "{a} and {b}");
        }
        assert_eq!(KnownCrawler::by_name("Googlebo"), None);
    }

    #[test]
    fn every_alias_leads_to_one_row_and_is_the_token_of_none() {
        for (alias, token) in table::ALIASES {
            assert_eq!(KnownCrawler::by_name(alias), None, "{alias}");
            let found = KnownCrawler::by_alias(alias).map(|known| known.token);
            assert_eq!(found, Some(*token), "{alias}");
        }
        for (operator, token) in OPERATORS {
            assert_eq!(KnownCrawler::by_name(operator), None, "{operator}");
            let found = KnownCrawler::meant_by(operator.as_bytes()).map(|known| known.token);
            assert_eq!(found, Some(token), "{operator}");
        }
        let crawlers =
            table::PARTS_OF_OTHERS.iter().filter_map(|token| KnownCrawler::by_name(token));
        assert_eq!(crawlers.count(), table::PARTS_OF_OTHERS.len());
    }

    #[test]
    fn every_row_has_a_source() {
        for known in KnownCrawler::all() {
            assert!(known.source.url().starts_with("https://"), "{}", known.token);
            let is_documented = matches!(known.source, Source::Operator(_));
            assert!(is_documented || known.compliance != Compliance::Ignores, "{}", known.token);
            assert!(known.operator.is_some() || !is_documented, "{}", known.token);
        }
    }

    /// `urllib.robotparser`, protego and others follow a group if its name is a part of their own name.
    #[test]
    fn no_name_of_a_list_is_a_part_of_a_name_outside_it() {
        const INNOCENT: [&str; 12] = [
            "Baiduspider-render",
            "Sogou web spider",
            "Sogou inst spider",
            "YisouSpider",
            "360Spider",
            "HaosouSpider",
            "Screaming Frog SEO Spider",
            "Exabot",
            "KayakBot",
            "WarehouseAIBot",
            "ScrapyBot",
            "VSCode",
        ];
        let lower = |name: &str| name.to_ascii_lowercase();
        let (listed, others): (Vec<&KnownCrawler>, Vec<&KnownCrawler>) =
            KnownCrawler::all().iter().partition(|known| known.ai_list().is_some());
        let names: Vec<String> =
            others.iter().map(|known| known.token).chain(INNOCENT).map(lower).collect();
        for known in &listed {
            let token = lower(known.token);
            // Names of five letters are a part of many names. This one is documented and in demand.
            assert!(token.len() > 5 || token == "ccbot", "{token}");
            for name in &names {
                assert!(!name.contains(&token), "{token} is a part of {name}");
            }
            // No name of one list is a part of a name of another list.
            for other in listed.iter().filter(|other| other.ai_list() != known.ai_list()) {
                assert!(!lower(other.token).contains(&token), "{token} and {}", other.token);
            }
        }
    }

    #[test]
    fn lists_contain_the_documented_crawlers() {
        for (list, at_least, at_most) in
            [(AiList::Training, 20, 40), (AiList::Search, 6, 20), (AiList::User, 4, 20)]
        {
            let confirmed = KnownCrawler::all()
                .iter()
                .filter(|known| known.ai_list() == Some(list) && known.is_confirmed());
            let count = confirmed.count();
            assert!((at_least..=at_most).contains(&count), "{}: {count}", list.name());
        }
        for (token, list, is_confirmed) in [
            ("GPTBot", Some(AiList::Training), true),
            ("CCBot", Some(AiList::Training), true),
            ("Google-Extended", Some(AiList::Training), true),
            ("Amazonbot", Some(AiList::Training), true),
            ("OAI-SearchBot", Some(AiList::Search), true),
            ("Claude-User", Some(AiList::User), true),
            ("Diffbot", Some(AiList::Training), false),
            ("anthropic-ai", Some(AiList::Training), false),
            // Search engines, although some lists call them AI crawlers.
            ("Bravebot", None, true),
            ("PetalBot", None, true),
            ("Applebot", None, true),
            ("Timpibot", None, false),
            // Parts of other names, or of other crawlers' names.
            ("Spider", None, false),
            ("Code", None, false),
            ("OpenAI", None, false),
            ("ExaBot", None, false),
            // A name that parsers cut, and a crawler that does not obey.
            ("AI2Bot", None, true),
            ("Bytespider", None, false),
        ] {
            let known = KnownCrawler::by_name(token).unwrap();
            assert_eq!((known.ai_list(), known.is_confirmed()), (list, is_confirmed), "{token}");
        }
    }
}
