//! Every point where Google's reading, Google's text before July 2019 and RFC 9309 differ, in one place.

use core::fmt;
use core::str::FromStr;

use crate::name::{self, UnknownName};

/// How a robots.txt is read: by Google's code, by Google's text before July 2019 or by RFC 9309.
///
/// A profile is data. The one code path of this crate asks it by name at the point where the
/// readings differ, so this struct is the complete list of their differences.
///
/// ```
/// use maycrawl::{Profile, RobotsTxt};
///
/// let file = b"User-agent: *\nDissalow: /private\n";
/// assert_eq!(RobotsTxt::parse(file).groups().next().unwrap().rules().count(), 1);
/// assert_eq!(RobotsTxt::parse_with(file, Profile::RFC9309).groups().next().unwrap().rules().count(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Profile {
    /// What people call it: `google`, `google-2019`, `rfc9309`.
    pub name: &'static str,

    /// Bytes of the file that are read; what lies beyond is ignored, and a line that the limit cuts is
    /// dropped whole. `None` reads everything.
    ///
    /// All profiles: 512,000 bytes (Google, *File format*: "500 kibibytes"; RFC 9309 section 2.5: "at
    /// least 500 kibibytes"). Google's text before July 2019 says "500 KB", and that what lies beyond *may* be
    /// ignored: to read 12,000 bytes more is within it, and loses no rule. Google's *library* has no limit: see
    /// [`Profile::verbatim`].
    pub size_limit: Option<usize>,

    /// Which spellings of a field count.
    ///
    /// Google's code takes prefixes, frequent misspellings and a missing colon; RFC 9309 section 2.2
    /// has three fields and demands the colon.
    pub fields: FieldSpelling,

    /// How the name of the asking crawler is compared with a `user-agent` value.
    pub agent_names: AgentNames,

    /// `Allow: /dir/index.html` also allows `/dir/` itself. Google's code only.
    pub directory_index: bool,

    /// What happens to percent-escapes before a pattern and a path are compared.
    pub escapes: Escapes,

    /// What a pattern that does not begin with `/` means.
    pub leading_slash: LeadingSlash,

    /// Which conflicts between rules the profile's documents leave undefined. The verdict is decided all the same,
    /// by the longest pattern; an explanation says that others may decide otherwise.
    pub undefined_conflicts: UndefinedConflicts,

    /// `/robots.txt` may always be fetched: RFC 9309 section 2.2.2, last paragraph. Google's code has no
    /// such exception.
    pub robots_txt_itself_allowed: bool,
}

/// Which spellings of a field count. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldSpelling {
    /// As google/robotstxt: `Disallowed:` is `disallow` (keys compare by prefix), so are `dissallow`,
    /// `useragent`, `site-map` and a few more, and `Disallow /x` without a colon counts when the line
    /// has exactly two words.
    Lenient,
    /// As RFC 9309 section 2.2: the field's name, in any case, and a colon.
    Strict,
}

/// How the name of the asking crawler is compared with a `user-agent` value. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AgentNames {
    /// A name that is a legal product token (letters, `-`, `_`) compares as google/robotstxt compares
    /// it. A name that is none (`AI2Bot`) could never find its own group that way, because the file's
    /// value is cut at the first odd byte (`AI`); such a name is also compared with the value up to
    /// its first white space or `/`. The obeying side is the safe one.
    AlsoByName,
    /// Exactly google/robotstxt: the file's value is cut, the asking name is not.
    Verbatim,
}

/// What happens to percent-escapes before comparison. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Escapes {
    /// As google/robotstxt: in a pattern `%aa` becomes `%AA` and bytes over 0x7F become `%XX`; nothing
    /// is decoded, and the URL is left as it is given.
    UpperCased,
    /// As RFC 9309 section 2.2.2: on both sides bytes over 0x7F are escaped, escapes of unreserved
    /// characters are decoded, and `%2A` and `%24` in a pattern stand for a literal `*` and `$`.
    ///
    /// That section's second table row, which escapes reserved characters inside a query, is not
    /// followed: a pattern with a wildcard cannot tell where its query begins, so the two sides could
    /// come apart and a rule be lost.
    UnreservedDecoded,
}

/// What a pattern that does not begin with `/` means. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeadingSlash {
    /// What it says: `fish/` matches nothing, because every path begins with `/`; `*fish/` matches.
    Required,
    /// A `/` is put in front, which counts for the length too: `fish/` is `/fish/`. (Google's text before July 2019:
    /// "if it does not begin with a `/`, crawlers assume that one is there".) An empty pattern stays empty.
    Assumed,
}

/// Which conflicts between an `allow` and a `disallow` rule the documents leave undefined. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UndefinedConflicts {
    /// None. RFC 9309 section 2.2.2 compares octets, whatever the rules contain.
    None,
    /// Those of two rules that cross (each matches a path that the other does not), if one of them has a `*`. Google's
    /// documents of 2019 to 2021, *Order of precedence for group-member lines*: the table gives `/page` against
    /// `/*.htm` the verdict "undefined", although the text says that the least restrictive rule is used.
    CrossingWildcards,
    /// Those in which one of the rules has a `*`. Google's text before July 2019: "the order of precedence for rules
    /// with wildcards is undefined". Its table decides `/$` against `/`, so a final `$` alone is not such a wildcard.
    AnyWildcard,
}

impl Profile {
    /// Every profile, the default first.
    pub const ALL: [Self; 3] = [Self::GOOGLE, Self::GOOGLE_2019, Self::RFC9309];

    /// The same verdict and the same deciding line as google/robotstxt for every input. The default.
    pub const GOOGLE: Self = Self {
        name: "google",
        size_limit: Some(500 * 1024),
        fields: FieldSpelling::Lenient,
        agent_names: AgentNames::AlsoByName,
        directory_index: true,
        escapes: Escapes::UpperCased,
        leading_slash: LeadingSlash::Required,
        undefined_conflicts: UndefinedConflicts::CrossingWildcards,
        robots_txt_itself_allowed: false,
    };

    /// Google's specification as it was before July 2019.
    ///
    /// It assumes the slash in front of a path that lacks it, and leaves undefined which rule wins where one has a
    /// wildcard. What else it leaves undefined is read as today: misspelt fields count, as they do in Google's code.
    /// The index page of a directory is not in the text, so it opens no directory.
    ///
    /// ```
    /// use maycrawl::{Crawler, Profile, RobotsTxt};
    ///
    /// let file = b"User-agent: *\nDisallow: fish/\n";
    /// let may = |profile| {
    ///     let rules = RobotsTxt::parse_with(file, profile).rules_for(&Crawler::GOOGLEBOT);
    ///     rules.check("https://example.com/fish/salmon.html").is_allowed()
    /// };
    /// assert!(may(Profile::GOOGLE) && !may(Profile::GOOGLE_2019));
    /// ```
    pub const GOOGLE_2019: Self = Self {
        name: "google-2019",
        directory_index: false,
        leading_slash: LeadingSlash::Assumed,
        undefined_conflicts: UndefinedConflicts::AnyWildcard,
        ..Self::GOOGLE
    };

    /// The published text of RFC 9309 (September 2022).
    pub const RFC9309: Self = Self {
        name: "rfc9309",
        size_limit: Some(500 * 1024),
        fields: FieldSpelling::Strict,
        agent_names: AgentNames::AlsoByName,
        directory_index: false,
        escapes: Escapes::UnreservedDecoded,
        leading_slash: LeadingSlash::Required,
        undefined_conflicts: UndefinedConflicts::None,
        robots_txt_itself_allowed: true,
    };

    /// This profile without what maycrawl adds to a library's contract: no size limit, and names of
    /// crawlers compared as the file's profile alone compares them.
    ///
    /// `Profile::GOOGLE.verbatim()` is google/robotstxt's library to the letter.
    #[must_use]
    pub const fn verbatim(mut self) -> Self {
        self.size_limit = None;
        self.agent_names = AgentNames::Verbatim;
        self
    }

    /// The profile people mean by `name`: `google`, `google-2019` or `rfc9309`, in any case.
    ///
    /// ```
    /// assert_eq!(maycrawl::Profile::by_name("RFC9309"), Some(maycrawl::Profile::RFC9309));
    /// assert_eq!(maycrawl::Profile::by_name("bing"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name.eq_ignore_ascii_case(name))
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::GOOGLE
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for Profile {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        name::parse("profile", text, &Self::ALL, |one| one.name)
    }
}
