//! Which groups crawlers follow, for many crawlers of one file.
//!
//! # The idea
//!
//! A crawler follows the groups of *one* name: the first name of its chain that any group has, or `*`. (Google, *Order
//! of precedence for user agents*; RFC 9309 section 2.2.1.) So the groups of each name are collected once, and a
//! crawler needs one search for each name of its chain, however many `user-agent` lines the file has.
//!
//! Most crawlers follow the same groups, and a group often has many names. So equal lists of groups get one number, the
//! [`GroupClass`]: crawlers of one class obey the same rules, which need to be compiled only once.
//!
//! # Why a sorted list
//!
//! The names come from a stranger's file. A hash table can be flooded with names that collide; a sorted list cannot. It
//! also needs less memory: one text with all names, and no allocation for each.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::crawler::{Crawler, Rank, first_word, is_star, product_token};
use crate::profile::AgentNames;
use crate::reading::robots_txt::RobotsTxt;

/// The groups of each name in a file: which groups does a crawler follow, and which crawlers follow the same ones? From
/// [`RobotsTxt::group_index`].
///
/// ```
/// use maycrawl::{Crawler, RobotsTxt};
///
/// let file = b"User-agent: Googlebot\nUser-agent: bingbot\nDisallow: /a\nUser-agent: *\nDisallow: /\n";
/// let index = RobotsTxt::parse(file).group_index();
/// // Googlebot-Image has no group of its own here, so it follows the group of Googlebot.
/// let images = index.followed_by(&Crawler::GOOGLEBOT_IMAGE);
/// assert_eq!(images.name(&Crawler::GOOGLEBOT_IMAGE), Some("Googlebot"));
/// assert_eq!(index.groups(images.class()).collect::<Vec<_>>(), [0]);
/// // bingbot follows the same group, so it obeys the same rules.
/// assert_eq!(images.class(), index.followed_by(&Crawler::BINGBOT).class());
/// // AdsBot ignores `*`, so there is no group for it.
/// assert_eq!(index.followed_by(&Crawler::ADSBOT_GOOGLE).name(&Crawler::ADSBOT_GOOGLE), None);
/// ```
///
/// It owns its memory and does not need the file any more: at most the bytes of the `user-agent` lines twice, and about
/// 50 bytes for each of them.
///
/// Source: Google, *Order of precedence for user agents*; RFC 9309 section 2.2.1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupIndex {
    /// The names in lower case, one after the other.
    text: Box<[u8]>,
    /// The names in their order, and `*` after them. Never empty.
    names: Box<[Name]>,
    /// For each name, the first line in each of its groups that has the name.
    agent_lines: Box<[u32]>,
    /// The start of the groups of each class.
    classes: Box<[u32]>,
    /// For each class, the indexes of its groups.
    groups: Box<[u32]>,
}

/// A name, or `*`. Its text and its lines end where those of the next name begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Name {
    text: u32,
    agent_lines: u32,
    class: u32,
}

/// The groups that a crawler follows, in the file of a [`GroupIndex`]. Small, and cheap to copy. From
/// [`GroupIndex::followed_by`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FollowedGroups {
    class: GroupClass,
    /// The rank of the name in the chain of the crawler, and its index in the file.
    name: Option<(Rank, u32)>,
}

/// What crawlers have in common that obey the same rules of a file: the groups that they follow, or that there is none,
/// or that they ignore the file. Classes of different files cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupClass(Class);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Class {
    /// Crawlers that ignore robots.txt.
    Ignores,
    /// No group has a name that these crawlers follow.
    NoGroup,
    /// No group has a name that these crawlers follow, and they do not follow the group for `*`.
    StarIgnored,
    /// A list of groups, by its index.
    Groups(u32),
}

impl RobotsTxt<'_> {
    /// The groups of each name in the file.
    ///
    /// Cost: O(lines + names * log names), with O(bytes of the names) memory. Worth it for several crawlers; for one,
    /// use [`rules_for`](Self::rules_for), which reads the lines once.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// // Groups with the same name are read as one.
    /// let file = b"User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /\nUser-agent: A\nDisallow: /y\n";
    /// let index = RobotsTxt::parse(file).group_index();
    /// let class = index.followed_by(&Crawler::from_token("a")).class();
    /// assert!(index.groups(class).eq([0, 2]));
    /// ```
    #[must_use]
    pub fn group_index(&self) -> GroupIndex {
        let mut found = FoundNames::default();
        let also_by_name = self.profile().agent_names == AgentNames::AlsoByName;
        for group in self.groups() {
            for agent in group.agents() {
                let place = NamePlace { group: group.index() as u32, line: agent.line };
                if is_star(agent.value) {
                    found.star.push(place);
                    continue;
                }
                let token = product_token(agent.value);
                found.push(token, place);
                // Only a name that is no product token (`AI2Bot`) is compared with the whole word, and it never equals
                // a token. So both are names of one list.
                let word = first_word(agent.value);
                if also_by_name && word.len() > token.len() {
                    found.push(word, place);
                }
            }
        }
        found.into_index()
    }
}

impl GroupIndex {
    /// The groups that `crawler` follows: those of the first name of its chain that has any, or of `*`.
    ///
    /// Cost: O(names of the chain * log names of the file). It allocates nothing.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let index = RobotsTxt::parse(b"User-agent: a\nUser-agent: b\nDisallow: /\n").group_index();
    /// let class = |name| index.followed_by(&Crawler::from_token(name)).class();
    /// assert_eq!(class("a"), class("B"));
    /// assert_ne!(class("a"), class("c"));
    /// ```
    #[must_use]
    pub fn followed_by(&self, crawler: &Crawler) -> FollowedGroups {
        if crawler.ignores_robots_txt() {
            return FollowedGroups { class: GroupClass(Class::Ignores), name: None };
        }
        let mut names = 0;
        for (rank, name) in crawler.compared_names().enumerate() {
            if let Some(at) = self.find(name.as_bytes()) {
                return self.followed(rank, at);
            }
            names = rank + 1;
        }
        let star = self.names.len() - 1;
        let class = match (self.agent_lines(star), crawler.follows_star()) {
            ([], _) => Class::NoGroup,
            (_, true) => return self.followed(names, star),
            (_, false) => Class::StarIgnored,
        };
        FollowedGroups { class: GroupClass(class), name: None }
    }

    /// The indexes of the groups of a class, in the order of the file. O(1), and O(1) for each group.
    #[must_use]
    pub fn groups(&self, class: GroupClass) -> impl ExactSizeIterator<Item = usize> + '_ {
        let range = match class.0 {
            Class::Ignores | Class::NoGroup | Class::StarIgnored => 0..0,
            Class::Groups(at) => range(&self.classes, at as usize, self.groups.len(), |&at| at),
        };
        self.groups.get(range).unwrap_or_default().iter().map(|&group| group as usize)
    }

    /// The bytes of memory that the index uses: itself and its heap memory. O(1).
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + self.text.len()
            + size_of_val(&*self.names)
            + size_of_val(&*self.agent_lines)
            + size_of_val(&*self.classes)
            + size_of_val(&*self.groups)
    }

    /// The `user-agent` line by which a crawler follows the group that contains `line`, which must be the line of a
    /// rule that it obeys. O(log groups).
    pub(crate) fn agent_line_before(&self, followed: FollowedGroups, line: u32) -> Option<u32> {
        // The names of a group come before its rules, and the names of the next group after them.
        let lines = self.agent_lines(followed.name?.1 as usize);
        let after = lines.partition_point(|&agent| agent <= line);
        lines.get(after.checked_sub(1)?).copied()
    }

    /// The `user-agent` line by which a crawler follows the first of its groups. O(1).
    pub(crate) fn first_agent_line(&self, followed: FollowedGroups) -> Option<u32> {
        self.agent_lines(followed.name?.1 as usize).first().copied()
    }

    fn followed(&self, rank: Rank, at: usize) -> FollowedGroups {
        let class = GroupClass(Class::Groups(self.names[at].class));
        FollowedGroups { class, name: Some((rank, at as u32)) }
    }

    /// The index of a name of the file. Case does not matter.
    fn find(&self, name: &[u8]) -> Option<usize> {
        let compare = |at: usize| {
            let text = range(&self.names, at, self.text.len(), |name| name.text);
            let lower = name.iter().map(u8::to_ascii_lowercase);
            self.text[text].iter().copied().cmp(lower)
        };
        let (mut start, mut end) = (0, self.names.len() - 1);
        while start < end {
            let middle = start.midpoint(end);
            match compare(middle) {
                core::cmp::Ordering::Less => start = middle + 1,
                core::cmp::Ordering::Equal => return Some(middle),
                core::cmp::Ordering::Greater => end = middle,
            }
        }
        None
    }

    /// The lines of the name at this index. Empty for the index of another file.
    fn agent_lines(&self, at: usize) -> &[u32] {
        let lines = range(&self.names, at, self.agent_lines.len(), |name| name.agent_lines);
        self.agent_lines.get(lines).unwrap_or_default()
    }
}

/// The range from the start of a part to the start of the next one, or to the end. Empty if there is no such part.
fn range<T>(parts: &[T], at: usize, end: usize, start: impl Fn(&T) -> u32) -> Range<usize> {
    let start_of = |part: &T| start(part) as usize;
    match (parts.get(at), parts.get(at + 1)) {
        (Some(part), Some(next)) => start_of(part)..start_of(next),
        (Some(part), None) => start_of(part)..end,
        (None, _) => 0..0,
    }
}

impl FollowedGroups {
    /// What the crawler has in common with all others that obey the same rules.
    #[must_use]
    pub fn class(&self) -> GroupClass {
        self.class
    }

    /// The name whose groups `crawler` follows, as the chain of the crawler spells it, or `*`. `None` if it follows no
    /// group. `crawler` must be the one that [`GroupIndex::followed_by`] was asked about.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let index = RobotsTxt::parse(b"User-agent: googlebot\nDisallow: /\n").group_index();
    /// let news = &Crawler::GOOGLEBOT_NEWS;
    /// assert_eq!(index.followed_by(news).name(news), Some("Googlebot"));
    /// ```
    #[must_use]
    pub fn name<'c>(&self, crawler: &'c Crawler) -> Option<&'c str> {
        let (rank, _) = self.name?;
        Some(crawler.chain().nth(rank).unwrap_or("*"))
    }
}

impl GroupClass {
    /// True for crawlers that ignore robots.txt.
    #[must_use]
    pub fn ignores_robots_txt(self) -> bool {
        self.0 == Class::Ignores
    }

    /// True for crawlers that no group names, and that do not follow the group for `*`.
    pub(crate) fn ignores_star(self) -> bool {
        self.0 == Class::StarIgnored
    }

    /// True if a group applies to the crawlers.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let index = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n").group_index();
    /// assert!(index.followed_by(&Crawler::GOOGLEBOT).class().has_group());
    /// // It ignores `*`.
    /// assert!(!index.followed_by(&Crawler::ADSBOT_GOOGLE).class().has_group());
    /// ```
    #[must_use]
    pub fn has_group(self) -> bool {
        matches!(self.0, Class::Groups(_))
    }
}

/// Where a name stands.
#[derive(Clone, Copy)]
struct NamePlace {
    group: u32,
    line: u32,
}

/// The names of a file, in its order.
#[derive(Default)]
struct FoundNames {
    text: Vec<u8>,
    /// The start of each name in `text`, and its place.
    names: Vec<(u32, NamePlace)>,
    star: Vec<NamePlace>,
}

impl FoundNames {
    fn push(&mut self, name: &[u8], place: NamePlace) {
        self.names.push((self.text.len() as u32, place));
        self.text.extend(name.iter().map(u8::to_ascii_lowercase));
    }

    fn into_index(self) -> GroupIndex {
        let name_at =
            |at: u32| &self.text[range(&self.names, at as usize, self.text.len(), |name| name.0)];
        let mut order: Vec<u32> = (0..self.names.len() as u32).collect();
        // Stable, so that the places of a name stay in the order of the file.
        order.sort_by(|&one, &other| name_at(one).cmp(name_at(other)));
        let mut index = IndexBuilder::default();
        for same in order.chunk_by(|&one, &other| name_at(one) == name_at(other)) {
            let name = same.first().map_or(&[][..], |&at| name_at(at));
            index.push(name, same.iter().map(|&at| self.names[at as usize].1));
        }
        index.push(b"", self.star.iter().copied());
        index.finish()
    }
}

/// The parts of a [`GroupIndex`].
#[derive(Default)]
struct IndexBuilder {
    text: Vec<u8>,
    names: Vec<Name>,
    agent_lines: Vec<u32>,
    /// For each of `agent_lines`, the index of its group.
    groups: Vec<u32>,
}

impl IndexBuilder {
    /// Adds a name with its places. A group may have the name several times: its first line counts.
    fn push(&mut self, name: &[u8], places: impl Iterator<Item = NamePlace>) {
        let (text, start) = (self.text.len() as u32, self.groups.len());
        self.text.extend_from_slice(name);
        for place in places {
            if self.groups[start..].last() != Some(&place.group) {
                self.groups.push(place.group);
                self.agent_lines.push(place.line);
            }
        }
        self.names.push(Name { text, agent_lines: start as u32, class: 0 });
    }

    /// Gives names with the same groups the same class. Sorting finds them without a list of its own for each name.
    fn finish(mut self) -> GroupIndex {
        let (mut classes, mut groups) = (Vec::new(), Vec::new());
        let of_name: Vec<_> = (0..self.names.len())
            .map(|at| range(&self.names, at, self.groups.len(), |name| name.agent_lines))
            .collect();
        let groups_of = |at: u32| &self.groups[of_name[at as usize].clone()];
        let mut order: Vec<u32> = (0..of_name.len() as u32).collect();
        order.sort_unstable_by(|&one, &other| groups_of(one).cmp(groups_of(other)));
        for same in order.chunk_by(|&one, &other| groups_of(one) == groups_of(other)) {
            for &at in same {
                self.names[at as usize].class = classes.len() as u32;
            }
            classes.push(groups.len() as u32);
            groups.extend_from_slice(same.first().map_or(&[][..], |&at| groups_of(at)));
        }
        GroupIndex {
            text: self.text.into(),
            names: self.names.into(),
            agent_lines: self.agent_lines.into(),
            classes: classes.into(),
            groups: groups.into(),
        }
    }
}
