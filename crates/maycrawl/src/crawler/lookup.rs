//! Finding known crawlers: by name, by other names, by names that look alike.

use alloc::vec::Vec;

use super::known_crawler::{AiList, Compliance, KnownCrawler};
use super::table;
use crate::edit_distance;

impl KnownCrawler {
    /// The table, Google's crawlers first.
    #[must_use]
    pub fn all() -> &'static [Self] {
        table::KNOWN
    }

    /// The row of `token`, compared without case. O(log rows).
    #[must_use]
    pub fn by_name(token: &str) -> Option<&'static Self> {
        let at = BY_NAME
            .binary_search_by(|&i| compare_ignoring_case(table::KNOWN[i as usize].token, token))
            .ok()?;
        Some(&table::KNOWN[BY_NAME[at] as usize])
    }

    /// The names beside the token that people use for it: those of Google's documents.
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> {
        let token = self.token;
        let of_token = move |&&(_, other): &&(&str, &str)| other == token;
        table::ALIASES.iter().filter(of_token).map(|&(alias, _)| alias)
    }

    /// The crawler that `name` stands for, though it is not its token: a name of Google's documents (`Googlebot
    /// News`, `AdsBot`), or the token with other blanks and hyphens (`gpt-bot`). O(rows).
    #[must_use]
    pub fn by_alias(name: &str) -> Option<&'static Self> {
        // In a short name a blank or hyphen more makes another name.
        const SHORTEST: usize = 6;
        if Self::by_name(name).is_some() || letters_and_digits(name.as_bytes()).count() < SHORTEST {
            return None;
        }
        let alias = table::ALIASES.iter().find(|(alias, _)| has_same_letters(alias, name));
        if let Some((_, token)) = alias {
            return Self::by_name(token);
        }
        // Of two spellings of one name the one that is a product token is meant.
        let mut same = Self::all().iter().filter(|known| has_same_letters(known.token, name));
        let first = same.clone().next();
        same.find(|known| known.has_legal_token()).or(first)
    }

    /// The crawler that somebody who wrote `name` has meant: an [alias](Self::by_alias), or a name that is often
    /// written, with a letter wrong, missing, too many or swapped with the next; two such slips in a long name.
    /// There are too many small crawlers with short names to call every likeness a slip. O(rows).
    ///
    /// ```
    /// use maycrawl::KnownCrawler;
    ///
    /// assert_eq!(KnownCrawler::meant_by(b"Gogglebot").unwrap().token, "Googlebot");
    /// assert_eq!(KnownCrawler::meant_by(b"AdsBot").unwrap().token, "AdsBot-Google");
    /// assert!(KnownCrawler::meant_by(b"ExampleBot").is_none());
    /// ```
    #[must_use]
    pub fn meant_by(name: &[u8]) -> Option<&'static Self> {
        const OFTEN: [&str; 20] = [
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
        ];
        if let Some(alias) = core::str::from_utf8(name).ok().and_then(Self::by_alias) {
            return Some(alias);
        }
        let limit = if name.len() < 12 { 1 } else { 2 };
        let letters = letters(name);
        let slips = |(known, other): (&'static Self, &u32)| {
            let token = known.token.as_bytes();
            // A slip brings one letter in and takes one out, at most.
            let near = token.len().abs_diff(name.len()) <= limit
                && (letters ^ other).count_ones() as usize <= 2 * limit
                && token.len() >= 6
                && OFTEN.contains(&known.operator);
            let slips = if near { edit_distance::slips(name, token, limit) } else { limit + 1 };
            (slips <= limit).then_some((slips, known))
        };
        let near = table::KNOWN.iter().zip(&LETTERS).filter_map(slips);
        near.min_by_key(|&(slips, _)| slips).map(|(_, known)| known)
    }

    /// Crawlers with names like `name`, for a person to choose from: the one that it [means](Self::meant_by), else
    /// those that begin with it. At most three. O(rows).
    pub fn similar(name: &str) -> impl Iterator<Item = &'static Self> {
        const SHORTEST: usize = 4;
        let meant = Self::meant_by(name.as_bytes());
        let name = name.as_bytes();
        let begins = move |known: &&Self| {
            let token = known.token.as_bytes();
            meant.is_none()
                && name.len() >= SHORTEST
                && token.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        };
        let longer = Self::all().iter().filter(begins).take(3).collect::<Vec<_>>();
        meant.into_iter().chain(longer)
    }

    /// The list of AI crawlers that it is kept out with; `None` for all others.
    ///
    /// Not in a list, though they work for language models, are: crawlers that do not obey, because a rule does
    /// not keep them out; names that are not product tokens, because readers cut them to other names; and common
    /// words (`Spider`, `Code`), because readers that look for a part of a name find them in the names of others.
    #[must_use]
    pub fn ai_list(&self) -> Option<AiList> {
        let obeys = !matches!(self.compliance, Compliance::Ignores | Compliance::ReportedNotToObey);
        let can_be_named = self.has_legal_token() && !table::PARTS_OF_OTHERS.contains(&self.token);
        let of_purpose = |list: &AiList| list.purposes().contains(&self.purpose);
        AiList::ALL.into_iter().find(|list| obeys && can_be_named && of_purpose(list))
    }
}

/// What is compared where blanks, hyphens and case do not count.
fn letters_and_digits(name: &[u8]) -> impl Iterator<Item = u8> {
    name.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase)
}

/// The same name but for case, blanks, `-` and `_`? Names with other bytes are not the same.
fn has_same_letters(a: &str, b: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" -_.".contains(&byte);
    b.bytes().all(is_plain) && letters_and_digits(a.as_bytes()).eq(letters_and_digits(b.as_bytes()))
}

/// Which letters occur in a name, a bit each.
const fn letters(name: &[u8]) -> u32 {
    let (mut letters, mut i) = (0, 0);
    while i < name.len() {
        letters |= 1 << (name[i].to_ascii_lowercase() % 32);
        i += 1;
    }
    letters
}

/// The letters of each row's token.
static LETTERS: [u32; table::KNOWN.len()] = {
    let mut all = [0; table::KNOWN.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = letters(table::KNOWN[i].token.as_bytes());
        i += 1;
    }
    all
};

/// Rows of the table in the order of their tokens, sorted while compiling.
static BY_NAME: [u16; table::KNOWN.len()] = {
    let mut order = [0; table::KNOWN.len()];
    let mut filled = 0;
    while filled < order.len() {
        // Insertion sort: the table is short and the compiler patient.
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

fn compare_ignoring_case(a: &str, b: &str) -> core::cmp::Ordering {
    let lower = |byte: u8| byte.to_ascii_lowercase();
    a.bytes().map(lower).cmp(b.bytes().map(lower))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::super::known_crawler::Source;
    use super::*;

    #[test]
    fn every_row_is_found_by_its_token_and_stands_there_once() {
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
            assert!(!known.operator.is_empty() || !is_documented, "{}", known.token);
        }
    }

    /// `urllib.robotparser`, protego and others take a group for theirs when its name is a part of their own name.
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
            // Five letters are a part of many names; this one is documented and asked for by everybody.
            assert!(token.len() > 5 || token == "ccbot", "{token}");
            for name in &names {
                assert!(!name.contains(&token), "{token} is a part of {name}");
            }
            // The lists contain one another's names at most where both are meant.
            for other in listed.iter().filter(|other| other.ai_list() != known.ai_list()) {
                assert!(!lower(other.token).contains(&token), "{token} and {}", other.token);
            }
        }
    }

    #[test]
    fn lists_hold_what_is_documented() {
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
            // Search engines, whatever other lists say of them.
            ("Bravebot", None, true),
            ("PetalBot", None, true),
            ("Applebot", None, true),
            ("Timpibot", None, false),
            // Parts of other names, or of other crawlers' names.
            ("Spider", None, false),
            ("Code", None, false),
            ("OpenAI", None, false),
            ("ExaBot", None, false),
            // A name that is cut, and one that does not obey.
            ("AI2Bot", None, true),
            ("Bytespider", None, false),
        ] {
            let known = KnownCrawler::by_name(token).unwrap();
            assert_eq!((known.ai_list(), known.is_confirmed()), (list, is_confirmed), "{token}");
        }
    }
}
