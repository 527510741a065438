//! The table of known crawlers: what a row says, and finding rows by names as people write them.

use alloc::vec::Vec;

use super::{known, product_token};
use crate::near;

/// Does a crawler follow `User-agent: *`?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Star {
    /// As nearly all do.
    Obeyed,
    /// Only groups that name the crawler count: Google's `AdsBot` and special-case crawlers.
    Ignored,
}

/// How a crawler treats robots.txt, as far as anyone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conduct {
    /// Its operator says that it obeys.
    Obeys,
    /// A token for robots.txt only; no request ever carries it (Google-Extended).
    ControlToken,
    /// Its operator says that it ignores robots.txt: no rule binds it.
    Ignores,
    /// Others report that it does not obey. Rules are still evaluated: they say what it should do.
    ReportedNotToObey,
    /// No source says.
    Unclear,
}

/// Where the facts of a row of the table come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A page of the crawler's operator, as a URL.
    Operator(&'static str),
    /// A list that other people keep, as a URL.
    Reported(&'static str),
}

/// A list of AI crawlers that a site owner can keep out: `maycrawl new --block-ai` and the page's buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AiList {
    /// Crawlers that collect texts for training language models.
    Training,
    /// Crawlers of search engines that answer with a language model.
    Search,
    /// Assistants and agents that fetch because a person asked.
    User,
    /// AI crawlers whose purpose no source names.
    Undocumented,
}

/// What a crawler crawls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // each name is its own sentence
pub enum Purpose {
    Search,
    Images,
    Video,
    News,
    Ads,
    Shopping,
    Testing,
    Preview,
    Api,
    Safety,
    UserTriggered,
    Product,
    Seo,
    Archive,
    AiSearch,
    AiAgent,
    AiAssistant,
    AiCoding,
    AiTraining,
    Undocumented,
}

impl Conduct {
    /// A short name for people and machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Obeys => "obeys",
            Self::ControlToken => "control token",
            Self::Ignores => "ignores robots.txt",
            Self::ReportedNotToObey => "reported not to obey",
            Self::Unclear => "unclear",
        }
    }
}

impl Source {
    /// The page, as a URL.
    #[must_use]
    pub const fn url(self) -> &'static str {
        match self {
            Self::Operator(url) | Self::Reported(url) => url,
        }
    }

    /// Who says so, for people and machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Operator(_) => "documented by its operator",
            Self::Reported(_) => "reported",
        }
    }
}

impl AiList {
    /// A short name for people and machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::Search => "search",
            Self::User => "user",
            Self::Undocumented => "undocumented",
        }
    }

    /// The purposes that the list is made of.
    #[must_use]
    pub const fn purposes(self) -> &'static [Purpose] {
        match self {
            Self::Training => &[Purpose::AiTraining],
            Self::Search => &[Purpose::AiSearch],
            Self::User => &[Purpose::AiAgent, Purpose::AiAssistant, Purpose::AiCoding],
            Self::Undocumented => &[Purpose::Undocumented],
        }
    }

    const ALL: [Self; 4] = [Self::Training, Self::Search, Self::User, Self::Undocumented];
}

impl Purpose {
    /// A short name for people and machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Images => "images",
            Self::Video => "video",
            Self::News => "news",
            Self::Ads => "ads",
            Self::Shopping => "shopping",
            Self::Testing => "testing",
            Self::Preview => "preview",
            Self::Api => "api",
            Self::Safety => "safety",
            Self::UserTriggered => "user-triggered",
            Self::Product => "product",
            Self::Seo => "seo",
            Self::Archive => "archive",
            Self::AiSearch => "ai-search",
            Self::AiAgent => "ai-agent",
            Self::AiAssistant => "ai-assistant",
            Self::AiCoding => "ai-coding",
            Self::AiTraining => "ai-training",
            Self::Undocumented => "undocumented",
        }
    }

    /// True for crawlers that work for language models and their kin.
    #[must_use]
    pub const fn is_ai(self) -> bool {
        matches!(
            self,
            Self::AiSearch
                | Self::AiAgent
                | Self::AiAssistant
                | Self::AiCoding
                | Self::AiTraining
                | Self::Undocumented
        )
    }
}

/// A row of the table of known crawlers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownCrawler {
    /// The product token, as its operator spells it.
    pub token: &'static str,
    /// Who runs it; empty where no source says.
    pub operator: &'static str,
    /// The tokens whose groups it follows if it has none of its own, in order, before `*`.
    pub fallback: &'static [&'static str],
    /// Does it follow `*`?
    pub star: Star,
    /// Does it obey?
    pub conduct: Conduct,
    /// What it crawls for.
    pub purpose: Purpose,
    /// What else a site owner should know, as Markdown; may be empty.
    pub note: &'static str,
    /// Where operator, conduct and purpose are written.
    pub source: Source,
}

impl KnownCrawler {
    /// The table, Google's crawlers first.
    #[must_use]
    pub fn all() -> &'static [Self] {
        known::KNOWN
    }

    /// The row of `token`, compared without case. O(log rows).
    #[must_use]
    pub fn find(token: &str) -> Option<&'static Self> {
        let at = BY_NAME
            .binary_search_by(|&i| compare_ignoring_case(known::KNOWN[i as usize].token, token))
            .ok()?;
        Some(&known::KNOWN[BY_NAME[at] as usize])
    }

    /// The names beside the token that people use for it: those of Google's documents.
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> {
        let token = self.token;
        let of_token = move |&&(_, other): &&(&str, &str)| other == token;
        known::ALIASES.iter().filter(of_token).map(|&(alias, _)| alias)
    }

    /// The crawler that `name` stands for, though it is not its token: a name of Google's documents (`Googlebot
    /// News`, `AdsBot`), or the token with other blanks and hyphens (`gpt-bot`). O(rows).
    #[must_use]
    pub fn by_alias(name: &str) -> Option<&'static Self> {
        // In a short name a blank or hyphen more makes another name.
        const SHORTEST: usize = 6;
        if Self::find(name).is_some() || letters_and_digits(name.as_bytes()).count() < SHORTEST {
            return None;
        }
        let alias = known::ALIASES.iter().find(|(alias, _)| has_same_letters(alias, name));
        if let Some((_, token)) = alias {
            return Self::find(token);
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
            let slips = if near { near::slips(name, token, limit) } else { limit + 1 };
            (slips <= limit).then_some((slips, known))
        };
        let near = known::KNOWN.iter().zip(&LETTERS).filter_map(slips);
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
        let obeys = !matches!(self.conduct, Conduct::Ignores | Conduct::ReportedNotToObey);
        let can_be_named = self.has_legal_token() && !known::PARTS_OF_OTHERS.contains(&self.token);
        let of_purpose = |list: &AiList| list.purposes().contains(&self.purpose);
        AiList::ALL.into_iter().find(|list| obeys && can_be_named && of_purpose(list))
    }

    /// True when its operator documents it and says that it obeys, or that its token controls the use of pages.
    #[must_use]
    pub const fn is_confirmed(&self) -> bool {
        matches!(self.source, Source::Operator(_))
            && matches!(self.conduct, Conduct::Obeys | Conduct::ControlToken)
    }

    /// True when the whole token is what Google reads of it: letters, `-` and `_`. (RFC 9309 section 2.2.1.)
    #[must_use]
    pub fn has_legal_token(&self) -> bool {
        product_token(self.token.as_bytes()).len() == self.token.len()
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
static LETTERS: [u32; known::KNOWN.len()] = {
    let mut all = [0; known::KNOWN.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = letters(known::KNOWN[i].token.as_bytes());
        i += 1;
    }
    all
};

/// Rows of the table in the order of their tokens, sorted while compiling.
static BY_NAME: [u16; known::KNOWN.len()] = {
    let mut order = [0; known::KNOWN.len()];
    let mut filled = 0;
    while filled < order.len() {
        // Insertion sort: the table is short and the compiler patient.
        let mut at = filled;
        while at > 0
            && is_before(known::KNOWN[filled].token, known::KNOWN[order[at - 1] as usize].token)
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

    use super::*;

    #[test]
    fn every_row_is_found_by_its_token_and_stands_there_once() {
        for known in KnownCrawler::all() {
            assert_eq!(KnownCrawler::find(known.token), Some(known));
            assert_eq!(KnownCrawler::find(&known.token.to_ascii_uppercase()), Some(known));
        }
        for pair in BY_NAME.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|i| known::KNOWN[i as usize].token);
            assert!(is_before(a, b), "{a} and {b}");
        }
        assert_eq!(KnownCrawler::find("Googlebo"), None);
    }

    #[test]
    fn every_alias_leads_to_one_row_and_is_the_token_of_none() {
        for (alias, token) in known::ALIASES {
            assert_eq!(KnownCrawler::find(alias), None, "{alias}");
            let found = KnownCrawler::by_alias(alias).map(|known| known.token);
            assert_eq!(found, Some(*token), "{alias}");
        }
        let crawlers = known::PARTS_OF_OTHERS.iter().filter_map(|token| KnownCrawler::find(token));
        assert_eq!(crawlers.count(), known::PARTS_OF_OTHERS.len());
    }

    #[test]
    fn every_row_has_a_source() {
        for known in KnownCrawler::all() {
            assert!(known.source.url().starts_with("https://"), "{}", known.token);
            let is_documented = matches!(known.source, Source::Operator(_));
            assert!(is_documented || known.conduct != Conduct::Ignores, "{}", known.token);
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
            let known = KnownCrawler::find(token).unwrap();
            assert_eq!((known.ai_list(), known.is_confirmed()), (list, is_confirmed), "{token}");
        }
    }
}
