//! The lines of the groups of a crawler that are no rules.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use crate::crawler::Crawler;
use crate::reading::line::Line;
use crate::reading::robots_txt::{OtherLine, RobotsTxt};

impl RobotsTxt<'_> {
    /// The [other lines](Self::other_lines) of the groups that `crawler` follows. O(bytes of the file).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"Host: a\nUser-agent: *\nCrawl-delay: 5\n");
    /// assert!(robots.other_lines_for(&Crawler::BINGBOT).map(|it| it.line).eq([3]));
    /// ```
    pub fn other_lines_for(&self, crawler: &Crawler) -> impl Iterator<Item = OtherLine<'_>> {
        let index = self.group_index();
        let followed: Vec<usize> = index.groups(index.followed_by(crawler).class()).collect();
        let is_followed = move |group: usize| followed.contains(&group);
        self.other_lines().filter(move |line| line.group.is_some_and(&is_followed))
    }

    /// The longest valid `crawl-delay` of the groups that `crawler` follows, in seconds. Google does not read it.
    /// O(bytes of the file).
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nCrawl-delay: 2\nCrawl-delay: soon\n");
    /// assert_eq!(robots.crawl_delay(&Crawler::BINGBOT), Some(2.0));
    /// ```
    #[must_use]
    pub fn crawl_delay(&self, crawler: &Crawler) -> Option<f64> {
        self.pace(crawler).delay.map(|delay| delay.seconds)
    }

    /// How fast `crawler` may ask, as its groups say: `crawl-delay` and `request-rate`. A line outside of a group is
    /// for nobody. No standard has these fields: [`KnownCrawler::delay`](crate::crawler::KnownCrawler::delay) tells
    /// which crawlers read them. O(bytes of the file).
    ///
    /// The programs that read these fields end the names of a group at them, as at a rule. For Google, which does not,
    /// they are nothing, and two groups that say nothing but their delays would be one.
    ///
    /// ```
    /// use maycrawl::{Crawler, RobotsTxt};
    ///
    /// let file = b"User-agent: *\nCrawl-delay: 10\n\nUser-agent: ExampleBot\nCrawl-delay: 2\nRequest-rate: 1/5s\n";
    /// let pace = RobotsTxt::parse(file).pace(&Crawler::parse("ExampleBot").unwrap());
    /// let (delay, rate) = (pace.delay.unwrap(), pace.rate.unwrap());
    /// assert_eq!((delay.seconds, delay.line), (2.0, 5));
    /// assert_eq!((rate.requests, rate.seconds, rate.line), (1, 5, 6));
    /// ```
    #[must_use]
    pub fn pace(&self, crawler: &Crawler) -> Pace {
        self.pace_for_each([crawler]).pop().unwrap_or_default()
    }

    /// [`pace`](Self::pace) for many crawlers. O(bytes of the file), and O(groups) for each crawler.
    #[must_use]
    pub fn pace_for_each<'c>(&self, crawlers: impl IntoIterator<Item = &'c Crawler>) -> Vec<Pace> {
        self.paces(&crawlers.into_iter().collect::<Vec<_>>())
    }

    /// Not generic: it is compiled once.
    fn paces(&self, crawlers: &[&Crawler]) -> Vec<Pace> {
        let lines = self.pace_lines();
        if lines.is_empty() {
            return alloc::vec![Pace::default(); crawlers.len()];
        }
        let mut bytes = self.as_bytes().to_vec();
        for (line, ..) in &lines {
            let Some(place) = bytes.get_mut(line.span.start as usize..line.span.end as usize)
            else {
                continue;
            };
            // A rule in its place ends the names. Both fields are longer than it.
            place.fill(b' ');
            place.iter_mut().zip(b"disallow:").for_each(|(byte, letter)| *byte = *letter);
        }
        let grouped = RobotsTxt::parse_with(&bytes, self.profile());
        let index = grouped.group_index();
        let mut groups = grouped.groups().peekable();
        let of_group: Vec<_> = lines
            .iter()
            .filter_map(|(line, is_delay, value)| {
                while groups.next_if(|group| group.last_line() < line.number).is_some() {}
                let group = groups.peek().filter(|group| group.first_line() <= line.number)?;
                Some((group.index(), line.number, *is_delay, *value))
            })
            .collect();
        let pace = |crawler: &&Crawler| {
            let followed: Vec<usize> = index.groups(index.followed_by(crawler).class()).collect();
            let own = of_group.iter().filter(|(group, ..)| followed.contains(group));
            own.fold(Pace::default(), |pace, &(_, line, is_delay, value)| {
                pace.with(line, is_delay, value)
            })
        };
        crawlers.iter().map(pace).collect()
    }

    /// The lines with one of the fields, whether it is `crawl-delay`, and its value.
    fn pace_lines(&self) -> Vec<(Line<'_>, bool, &[u8])> {
        let lines = self.lines().filter_map(|line| {
            let directive = line.directive()?;
            let is_delay = directive.key().eq_ignore_ascii_case(b"crawl-delay");
            let is_pace = is_delay || directive.key().eq_ignore_ascii_case(b"request-rate");
            is_pace.then(|| (line, is_delay, directive.value()))
        });
        lines.collect()
    }
}

impl Pace {
    /// The same after one more line.
    fn with(mut self, line: u32, is_delay: bool, value: &[u8]) -> Self {
        // Of two, the longer, and the slower, although it may be for a part of the day: a crawler that waits too long
        // harms nobody.
        if !is_delay {
            let is_slower = |new: &RequestRate| self.rate.is_none_or(|old| new.is_slower(&old));
            self.rate = RequestRate::parse(value, line).filter(is_slower).or(self.rate);
            return self;
        }
        let is_longer = |new: &Delay| self.delay.is_none_or(|old| new.seconds > old.seconds);
        self.delay = Delay::parse(value, line).filter(is_longer).or(self.delay);
        self
    }
}

/// How fast a crawler may ask. From [`RobotsTxt::pace`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Pace {
    /// The longest valid `crawl-delay`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub delay: Option<Delay>,
    /// The slowest valid `request-rate`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rate: Option<RequestRate>,
}

/// A line with `crawl-delay`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Delay {
    /// Seconds between two requests: not negative, and finite. It may be absurdly long; a crawler sets its own limit.
    pub seconds: f64,
    /// The line.
    pub line: u32,
}

impl Delay {
    /// The value of a `crawl-delay` on a line. `None` if it is no number of seconds. O(value).
    ///
    /// ```
    /// use maycrawl::pace::Delay;
    ///
    /// assert_eq!(Delay::parse(b"2.5", 1).unwrap().seconds, 2.5);
    /// assert_eq!(Delay::parse(b"5s", 1), None);
    /// ```
    #[must_use]
    pub fn parse(value: &[u8], line: u32) -> Option<Self> {
        let seconds: f64 = core::str::from_utf8(value).ok()?.trim().parse().ok()?;
        (seconds.is_finite() && seconds >= 0.0).then_some(Self { seconds, line })
    }
}

/// The number of seconds, to a thousandth, without words: it stands in sentences of every language. One of some hundred
/// digits would be all that is seen of a sentence.
impl fmt::Display for Delay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.seconds > 1e9 {
            return f.write_str("> 1000000000");
        }
        if self.seconds > 0.0 && self.seconds < 0.001 {
            return f.write_str("< 0.001");
        }
        // At most 10^12, so no digit is lost.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let thousandths = (self.seconds * 1000.0 + 0.5) as u64;
        let (whole, rest) = (thousandths / 1000, thousandths % 1000);
        if rest == 0 {
            return write!(f, "{whole}");
        }
        let rest = format!("{rest:03}");
        write!(f, "{whole}.{}", rest.trim_end_matches('0'))
    }
}

/// A line with `request-rate`: so many requests in so many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct RequestRate {
    /// Requests, at least 1.
    pub requests: u32,
    /// Seconds, at least 1.
    pub seconds: u32,
    /// The part of the day, in UTC, for which it is asked; `null` for all of it. A part in another form is `null` too:
    /// a crawler that always waits harms nobody.
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<String>, example = "18:00-19:00"))]
    pub hours: Option<Hours>,
    /// The line.
    pub line: u32,
}

/// A part of the day in UTC, as Seznam documents it: `1800-1900`. One that ends before it begins goes over midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hours {
    /// Minutes since midnight, at most 1440.
    pub from: u16,
    /// Minutes since midnight, at most 1440.
    pub to: u16,
}

impl Hours {
    fn parse(text: &str) -> Option<Self> {
        let (from, to) = text.split_once('-')?;
        let minutes = |text: &str| {
            let is_time = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
            let number: u16 = text.parse().ok().filter(|_| is_time)?;
            let (hour, minute) = (number / 100, number % 100);
            (minute < 60).then_some(60 * hour + minute).filter(|&minutes| minutes <= 24 * 60)
        };
        Some(Self { from: minutes(from)?, to: minutes(to)? })
    }
}

/// `18:00-19:00`
impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = [self.from, self.to].map(|at| (at / 60, at % 60));
        write!(f, "{:02}:{:02}-{:02}:{:02}", from.0, from.1, to.0, to.1)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Hours {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl RequestRate {
    fn is_slower(&self, other: &Self) -> bool {
        u64::from(self.requests) * u64::from(other.seconds)
            < u64::from(other.requests) * u64::from(self.seconds)
    }

    /// The value of a `request-rate` on a line: `1/5`, `1/10m` or `30/2h`, and perhaps its hours. `None` if it is no
    /// rate. O(value).
    ///
    /// ```
    /// use maycrawl::pace::RequestRate;
    ///
    /// assert_eq!(RequestRate::parse(b"30/2m", 1).unwrap().seconds, 120);
    /// let at_night = RequestRate::parse(b"1/10s 2200-0600", 1).unwrap().hours.unwrap();
    /// assert_eq!(at_night.to_string(), "22:00-06:00");
    /// assert_eq!(RequestRate::parse(b"slow", 1), None);
    /// ```
    #[must_use]
    pub fn parse(value: &[u8], line: u32) -> Option<Self> {
        let value = core::str::from_utf8(value).ok()?;
        let mut words = value.split_ascii_whitespace();
        let (requests, period) = words.next()?.split_once('/')?;
        let digits = period.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match period.get(digits.len()..)? {
            "" | "s" | "S" => 1,
            "m" | "M" => 60,
            "h" | "H" => 3600,
            _ => return None,
        };
        let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number > 0);
        let seconds = number(digits)?.checked_mul(unit)?;
        let hours = words.next().and_then(Hours::parse).filter(|_| words.next().is_none());
        Some(Self { requests: number(requests)?, seconds, hours, line })
    }
}
