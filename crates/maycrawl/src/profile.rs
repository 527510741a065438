//! Every point where Google's reading and RFC 9309 differ, in one place.

/// How a robots.txt is read: the reading of Google's code or the text of RFC 9309.
///
/// A profile is data. The one code path of this crate asks it by name at the point where the two
/// readings part, so this struct is the complete list of their differences.
///
/// ```
/// use maycrawl::{Profile, RobotsTxt};
///
/// let file = b"User-agent: *\nDissalow: /private\n";
/// assert_eq!(RobotsTxt::parse(file).groups().next().unwrap().rules().count(), 1);
/// assert_eq!(RobotsTxt::parse_as(file, Profile::RFC9309).groups().next().unwrap().rules().count(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Profile {
    /// What people call it: `google`, `rfc9309`.
    pub name: &'static str,

    /// Bytes of the file that are read; what lies beyond is ignored, and a line that the limit cuts is
    /// dropped whole. `None` reads everything.
    ///
    /// Both profiles: 512,000 bytes (Google, *File format*: "500 kibibytes"; RFC 9309 section 2.5: "at
    /// least 500 kibibytes"). Google's *library* has no limit: see [`Profile::verbatim`].
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

impl Profile {
    /// Every profile, the default first.
    pub const ALL: [Self; 2] = [Self::GOOGLE, Self::RFC9309];

    /// The same verdict and the same deciding line as google/robotstxt for every input. The default.
    pub const GOOGLE: Self = Self {
        name: "google",
        size_limit: Some(500 * 1024),
        fields: FieldSpelling::Lenient,
        agent_names: AgentNames::AlsoByName,
        directory_index: true,
        escapes: Escapes::UpperCased,
        robots_txt_itself_allowed: false,
    };

    /// The published text of RFC 9309 (September 2022).
    pub const RFC9309: Self = Self {
        name: "rfc9309",
        size_limit: Some(500 * 1024),
        fields: FieldSpelling::Strict,
        agent_names: AgentNames::AlsoByName,
        directory_index: false,
        escapes: Escapes::UnreservedDecoded,
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

    /// The profile people mean by `name`: `google` or `rfc9309`, in any case.
    ///
    /// ```
    /// assert_eq!(maycrawl::Profile::named("RFC9309"), Some(maycrawl::Profile::RFC9309));
    /// assert_eq!(maycrawl::Profile::named("bing"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name.eq_ignore_ascii_case(name))
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::GOOGLE
    }
}
