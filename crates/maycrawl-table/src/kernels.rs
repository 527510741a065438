//! Kernels: functions from Arrow arrays to an Arrow array.
//!
//! Arguments are columns of text or bytes in any of Arrow's forms: plain, large, view or dictionary. A column of one
//! row stands for that value in every row. Null in, null out.
//!
//! Many rows have the same robots.txt. In a batch, each distinct body is compiled once for each crawler. The rules are
//! kept for later batches, up to a limit in bytes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::BooleanBuilder;
use arrow_array::{Array, BooleanArray, Float64Array, StringArray, StructArray};
use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{Crawler, Profile, RobotsTxt, RuleSet};

use crate::answer::{AnswerBuilder, RowAnswer};
use crate::cache::{Cache, CacheCounters};
use crate::column::{Column, KernelError, rows};

/// The kernels that decide, with the rules that they keep.
///
/// ```
/// use arrow_array::StringArray;
/// use maycrawl_table::Kernels;
///
/// let kernels = Kernels::new(64 << 20);
/// let robots = StringArray::from(vec!["User-agent: *\nDisallow: /private\n"]);
/// let agent = StringArray::from(vec!["Googlebot"]);
/// let url = StringArray::from(vec![Some("https://example.com/private/x"), Some("https://example.com/"), None]);
/// let allowed = kernels.allowed(&robots, &agent, &url).unwrap();
/// assert_eq!(allowed.iter().collect::<Vec<_>>(), [Some(false), Some(true), None]);
/// ```
#[derive(Debug)]
pub struct Kernels {
    pub(crate) profile: Profile,
    cache_bytes: usize,
    rules: Mutex<Cache<RulesKey, Arc<RuleSet>>>,
}

/// A body and the token of a crawler.
type RulesKey = (Arc<[u8]>, Arc<str>);

impl Kernels {
    /// Kernels that read robots.txt as Google does, and keep at most `cache_bytes` of rules.
    #[must_use]
    pub fn new(cache_bytes: usize) -> Self {
        Self::with_profile(Profile::GOOGLE, cache_bytes)
    }

    /// Kernels that read robots.txt under `profile`, and keep at most `cache_bytes` of rules.
    ///
    /// ```
    /// use arrow_array::StringArray;
    /// use maycrawl::Profile;
    /// use maycrawl_table::Kernels;
    ///
    /// let text = |text| StringArray::from(vec![text]);
    /// let (robots, agent) = (text("User-agent: *\nDisalow: /x\n"), text("Googlebot"));
    /// let allowed = |kernels: Kernels| kernels.allowed(&robots, &agent, &text("/x")).unwrap().value(0);
    /// // Google reads this misspelling. RFC 9309 does not name it.
    /// assert!(!allowed(Kernels::new(1 << 20)));
    /// assert!(allowed(Kernels::with_profile(Profile::RFC9309, 1 << 20)));
    /// ```
    #[must_use]
    pub fn with_profile(profile: Profile, cache_bytes: usize) -> Self {
        Self { profile, cache_bytes, rules: Mutex::new(Cache::new(cache_bytes)) }
    }

    /// For each row: may `agent` fetch `url`, if `robots` is the robots.txt of its site? A URL or a name that cannot be
    /// read is not allowed.
    ///
    /// Cost: that of each check, and of compiling each distinct body that is not kept.
    ///
    /// ```
    /// use arrow_array::{Array, StringArray};
    /// use maycrawl_table::Kernels;
    ///
    /// let kernels = Kernels::new(1 << 20);
    /// let robots = StringArray::from(vec![Some(""), None]);
    /// let agent = StringArray::from(vec!["Googlebot"]);
    /// let url = StringArray::from(vec!["https://example.com/"; 2]);
    /// let allowed = kernels.allowed(&robots, &agent, &url).unwrap();
    /// // An empty file allows everything. A file that is missing in the table is not an empty file: its answer is
    /// // null.
    /// assert!(allowed.value(0) && allowed.is_null(1));
    /// // Columns have one row, or as many as the others.
    /// assert!(kernels.allowed(&StringArray::from(vec![""; 3]), &agent, &url).is_err());
    /// ```
    ///
    /// # Errors
    /// If an argument is neither text nor bytes, or the arguments differ in length.
    pub fn allowed(
        &self,
        robots: &dyn Array,
        agent: &dyn Array,
        url: &dyn Array,
    ) -> Result<BooleanArray, KernelError> {
        let mut allowed = BooleanBuilder::new();
        self.decide(robots, agent, url, |answer| {
            allowed.append_option(answer.map(RowAnswer::is_allowed));
        })?;
        Ok(allowed.finish())
    }

    /// For each row the decision, the deciding line and the reason, as a struct with
    /// [`verdict_fields`](crate::verdict_fields).
    ///
    /// ```
    /// use arrow_array::{StringArray, cast::AsArray, types::Int32Type};
    /// use maycrawl_table::Kernels;
    ///
    /// let robots = StringArray::from(vec!["User-agent: *\nDisallow: /a\n"]);
    /// let agent = StringArray::from(vec!["Googlebot"]);
    /// let url = StringArray::from(vec!["https://example.com/x/../a"]);
    /// let verdict = Kernels::new(1 << 20).verdict(&robots, &agent, &url).unwrap();
    /// // The verdict is about the URL that a client requests, which is /a.
    /// assert_eq!(verdict.column_by_name("line").unwrap().as_primitive::<Int32Type>().value(0), 2);
    /// ```
    ///
    /// # Errors
    /// As [`allowed`](Self::allowed).
    pub fn verdict(
        &self,
        robots: &dyn Array,
        agent: &dyn Array,
        url: &dyn Array,
    ) -> Result<StructArray, KernelError> {
        let mut answers = AnswerBuilder::default();
        self.decide(robots, agent, url, |answer| answers.append(answer))?;
        Ok(answers.structs())
    }

    /// For each row the seconds that `agent` is asked to wait between two requests (`Crawl-delay` of its groups); null
    /// if nothing is asked, and for a name that cannot be read. Google's crawlers do not read it. Cost: reading the
    /// file.
    ///
    /// ```
    /// use arrow_array::StringArray;
    /// use maycrawl_table::Kernels;
    ///
    /// let robots = StringArray::from(vec!["User-agent: bingbot\nCrawl-delay: 2.5\n"]);
    /// let agent = StringArray::from(vec!["bingbot", "GPTBot"]);
    /// let delay = Kernels::new(0).delay(&robots, &agent).unwrap();
    /// assert_eq!(delay.iter().collect::<Vec<_>>(), [Some(2.5), None]);
    /// ```
    ///
    /// # Errors
    /// As [`allowed`](Self::allowed).
    pub fn delay(
        &self,
        robots: &dyn Array,
        agent: &dyn Array,
    ) -> Result<Float64Array, KernelError> {
        let rows = rows(&[robots, agent])?;
        let (robots, agents) = (Column::of(robots, "robots")?, Column::of(agent, "agent")?);
        let delay = |row| {
            let crawler = crawler(agents.get(row)?).ok()?;
            RobotsTxt::parse_with(robots.get(row)?, self.profile).crawl_delay(&crawler)
        };
        Ok((0..rows).map(delay).collect())
    }

    /// What the cache of rules has done.
    ///
    /// ```
    /// use arrow_array::StringArray;
    /// use maycrawl_table::Kernels;
    ///
    /// let kernels = Kernels::new(1 << 20);
    /// let text = |text| StringArray::from(vec![text]);
    /// for _ in 0..2 {
    ///     kernels.allowed(&text("User-agent: *\n"), &text("Googlebot"), &text("/")).unwrap();
    /// }
    /// let counters = kernels.cache_counters();
    /// assert_eq!((counters.hits, counters.misses), (1, 1));
    /// ```
    #[must_use]
    pub fn cache_counters(&self) -> CacheCounters {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner).counters()
    }

    fn decide(
        &self,
        robots: &dyn Array,
        agent: &dyn Array,
        url: &dyn Array,
        mut append: impl FnMut(Option<&RowAnswer>),
    ) -> Result<(), KernelError> {
        let rows = rows(&[robots, agent, url])?;
        let robots = Column::of(robots, "robots")?;
        let agents = Column::of(agent, "agent")?;
        let urls = Column::of(url, "url")?;
        let mut batch = Batch {
            kernels: self,
            bodies: Distinct::default(),
            names: Distinct::default(),
            crawlers: Vec::new(),
            rules: HashMap::new(),
            rules_bytes: 0,
        };
        for row in 0..rows {
            let (Some(body), Some(agent), Some(url)) =
                (robots.get(row), agents.get(row), urls.text(row))
            else {
                // As in SQL: what is asked about nothing has no answer, which is neither yes nor no.
                append(None);
                continue;
            };
            let answer = match url {
                Ok(url) => batch.answer(body, agent, url),
                Err(_) => RowAnswer::error("the URL is not UTF-8"),
            };
            append(Some(&answer));
        }
        Ok(())
    }

    /// The rules of a crawler in a body, kept or compiled.
    fn rules(&self, body: &[u8], crawler: &Crawler) -> Arc<RuleSet> {
        let lock = || self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        let key: RulesKey = (body.into(), crawler.token().into());
        if let Some(rules) = lock().get(&key) {
            return rules;
        }
        let rules = Arc::new(RobotsTxt::parse_with(body, self.profile).rules_for(crawler));
        let bytes = body.len() + key.1.len() + rules.memory();
        lock().insert(key, Arc::clone(&rules), bytes);
        rules
    }
}

/// The state of one batch: what is distinct in it, and the rules of each pair that occurred.
struct Batch<'k, 'a> {
    kernels: &'k Kernels,
    bodies: Distinct<'a>,
    names: Distinct<'a>,
    crawlers: Vec<Result<Crawler, String>>,
    rules: HashMap<(usize, usize), Arc<RuleSet>>,
    /// Bytes of `rules`. They have the limit of the cache too.
    rules_bytes: usize,
}

impl<'a> Batch<'_, 'a> {
    fn answer(&mut self, body: &'a [u8], name: &'a [u8], url: &str) -> RowAnswer {
        let agent = self.names.index(name);
        if agent == self.crawlers.len() {
            self.crawlers.push(crawler(name));
        }
        let crawler = match &self.crawlers[agent] {
            Ok(crawler) => crawler,
            Err(error) => return RowAnswer::error(error.clone()),
        };
        let asked = match AskedUrl::read(url, Schemes::Fetched) {
            Ok(asked) => asked,
            Err(error) => return RowAnswer::error(error.to_string()),
        };
        let pair = (self.bodies.index(body), agent);
        if let Some(rules) = self.rules.get(&pair) {
            return RowAnswer::new(&rules.check(&asked));
        }
        let rules = self.kernels.rules(body, crawler);
        let answer = RowAnswer::new(&rules.check(&asked));
        self.rules_bytes = self.rules_bytes.saturating_add(rules.memory());
        if self.rules_bytes > self.kernels.cache_bytes {
            self.rules.clear();
            self.rules_bytes = rules.memory();
        }
        self.rules.insert(pair, rules);
        answer
    }
}

/// The crawler that a name means, or why it means none.
pub(crate) fn crawler(name: &[u8]) -> Result<Crawler, String> {
    let text = std::str::from_utf8(name).map_err(|_| "the name is not UTF-8".to_owned())?;
    let resolved = Crawler::resolve(text).map_err(|error| error.to_string())?;
    Ok(resolved.into_crawler())
}

/// The distinct values of a column, numbered in the order in which they first occur.
#[derive(Default)]
struct Distinct<'a> {
    numbers: HashMap<&'a [u8], usize>,
    last: Option<(&'a [u8], usize)>,
}

impl<'a> Distinct<'a> {
    /// The number of a value. Neighbours with the same value cost one comparison.
    fn index(&mut self, value: &'a [u8]) -> usize {
        if let Some((last, number)) = self.last
            && (std::ptr::eq(last, value) || last == value)
        {
            return number;
        }
        let next = self.numbers.len();
        let number = *self.numbers.entry(value).or_insert(next);
        self.last = Some((value, number));
        number
    }
}

/// For each URL its origin, such as `https://example.com`. Null for text without an origin.
///
/// ```
/// use arrow_array::StringArray;
///
/// let urls = StringArray::from(vec!["https://Example.com:443/a", "/a", "mailto:x@example.com"]);
/// let origins = maycrawl_table::origin(&urls).unwrap();
/// assert_eq!(origins.iter().collect::<Vec<_>>(), [Some("https://example.com"), None, None]);
/// ```
///
/// # Errors
/// If the argument is neither text nor bytes.
pub fn origin(url: &dyn Array) -> Result<StringArray, KernelError> {
    let urls = Column::of(url, "url")?;
    let origins = (0..url.len()).map(|row| {
        let asked = AskedUrl::read(urls.text(row)?.ok()?, Schemes::Fetched).ok()?;
        asked.origin().map(str::to_owned)
    });
    Ok(origins.collect())
}
