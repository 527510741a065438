//! URLs against a draft: every URL for every crawler.

use maycrawl::answer::{Answer, MAX_TEXT_BYTES, PaceAnswer, beginning};
use maycrawl::explain::{Explanation, GroupFate};
use maycrawl::{
    Decision, GroupClass, GroupIndex, Origin, RequestUrl, RobotsTxt, RuleSet, SiteBasis, SiteRules,
};
use maycrawl_language::Language;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::answers::{LocationCache, answer_about};
use crate::inputs::{Draft, NamedCrawler, Request, crawlers, within_limits};
use crate::refusal::Refusal;
use crate::written_url::draft_url;

/// Memory for compiled rules of one request, in bytes. For further crawlers, the file is parsed again for each URL.
const MAX_COMPILED_BYTES: usize = 8 << 20;

/// A draft, URLs and crawlers: every URL is checked for every crawler.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DraftCheckRequest {
    /// The draft.
    robots: String,
    /// The origin of the draft. The decision for a URL of another origin is then `not-applicable`.
    origin: Option<String>,
    /// URLs, or paths of the draft's own site, at most 1,000.
    #[cfg_attr(feature = "schema", schema(max_items = 1000))]
    urls: Vec<String>,
    /// Product tokens, at most 64. Default: Googlebot.
    #[cfg_attr(feature = "schema", schema(max_items = 64))]
    #[serde(default)]
    agents: Vec<String>,
    /// How robots.txt is read. Default: `google`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<maycrawl::answer::ProfileName>))]
    profile: Option<String>,
    /// Whether to explain each verdict.
    #[serde(default)]
    explain: bool,
}

/// A [`DraftCheckRequest`] with checked values. A wrong URL is not an error of the request: it has its own answer.
#[derive(Debug)]
pub struct DraftCheckInput {
    draft: Draft,
    urls: Vec<String>,
    crawlers: Vec<NamedCrawler>,
    explain: bool,
}

impl Request for DraftCheckRequest {
    type Input = DraftCheckInput;

    fn into_input(self) -> Result<DraftCheckInput, Refusal> {
        let crawlers = crawlers(&self.agents)?;
        within_limits(&self.urls, crawlers.len())?;
        let draft = Draft::new(self.robots, self.profile.as_deref(), self.origin.as_deref())?;
        Ok(DraftCheckInput { draft, urls: self.urls, crawlers, explain: self.explain })
    }
}

/// An answer about a draft.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct DraftCheckResponse {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The URL with the escapes that a client adds, if it was written without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub url_escaped: Option<String>,
    /// How the file is read.
    #[cfg_attr(feature = "schema", schema(value_type = maycrawl::answer::ProfileName))]
    pub profile: &'static str,
    /// How fast the crawler is asked to go, if its groups say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub pace: Option<PaceAnswer>,
    /// The explanation of the library: chain, groups and rules. At most 20 groups and 20 matching rules; `group_count`
    /// and `match_count` are the complete numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub explanation: Option<serde_json::Value>,
}

/// What comes next in the response to a check.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Checked {
    /// An answer.
    Answer(Box<DraftCheckResponse>),
    /// An invalid URL. It comes once, whatever the number of crawlers.
    InvalidUrl {
        /// The URL.
        url: String,
        /// What is wrong with the URL.
        error: Refusal,
    },
}

/// The answers of a check, one after another. `M`: what stands for memory that was reserved.
#[derive(Debug)]
pub struct DraftCheck<M, R> {
    robots: RobotsTxt<'static>,
    groups: Option<GroupIndex>,
    own: Option<Origin>,
    explain: bool,
    language: Language,
    urls: Vec<String>,
    crawlers: Vec<NamedCrawler>,
    /// The rules of each crawler, and the classes of crawlers that share them.
    rules: Vec<CrawlerRules<M>>,
    classes: Vec<GroupClass>,
    /// For each crawler, the lines of its verdicts.
    places: Vec<LocationCache>,
    /// The pace that is asked of each crawler.
    paces: Vec<Option<PaceAnswer>>,
    /// Bytes of the compiled rules.
    compiled_bytes: usize,
    /// The current URL, its request form, and the current crawler.
    url: usize,
    request: Option<RequestUrl>,
    crawler: usize,
    reserve: R,
}

/// The rules of a crawler.
#[derive(Debug)]
enum CrawlerRules<M> {
    /// Not compiled yet.
    Unknown,
    /// The rules of an earlier crawler, by its index.
    Same(usize),
    /// Compiled rules, with their reserved memory.
    Compiled { rules: Box<RuleSet>, _memory: M },
    /// No memory for compiled rules: the file is parsed for each URL.
    OnePass,
}

impl<M, R: FnMut(usize) -> Option<M>> DraftCheck<M, R> {
    /// `reserve` has memory for compiled rules of this many bytes, or not.
    pub fn new(input: DraftCheckInput, language: Language, reserve: R) -> Self {
        let DraftCheckInput { draft, urls, crawlers, explain } = input;
        Self {
            robots: draft.parse().into_owned(),
            groups: None,
            own: draft.origin,
            explain,
            language,
            urls,
            rules: crawlers.iter().map(|_| CrawlerRules::Unknown).collect(),
            places: crawlers.iter().map(|_| LocationCache::default()).collect(),
            crawlers,
            classes: Vec::new(),
            paces: Vec::new(),
            compiled_bytes: 0,
            url: 0,
            request: None,
            crawler: 0,
            reserve,
        }
    }

    fn respond_to(&mut self, request: &RequestUrl) -> DraftCheckResponse {
        self.compile();
        if self.paces.is_empty() {
            let crawlers = || self.crawlers.iter().map(|named| &named.crawler);
            let paces = self.robots.pace_for_each(crawlers());
            self.paces = crawlers().zip(paces).map(|(it, pace)| PaceAnswer::of(it, pace)).collect();
        }
        let (url, named) = (&self.urls[self.url], &self.crawlers[self.crawler]);
        let (crawler, own) = (&named.crawler, self.own.as_ref());
        let rules = match self.rules[self.crawler] {
            CrawlerRules::Same(crawler) => &self.rules[crawler],
            ref own => own,
        };
        let (file, profile) = (self.robots.as_bytes(), self.robots.profile());
        let basis = match rules {
            CrawlerRules::Compiled { rules, .. } => SiteBasis::Rules(rules),
            _ => SiteBasis::File(file, crawler, profile),
        };
        let verdict = SiteRules::new(own, basis).check(request);
        let find = || self.robots.locate(crawler, &verdict).into();
        let place = self.places[self.crawler].get_or_find(&verdict, find);
        let answer = answer_about((url, request), crawler, &verdict, own, self.language).at(place);
        let is_explained = self.explain && verdict.decision() != Decision::NotApplicable;
        let explanation = is_explained
            .then(|| shortened_explanation(self.robots.explain(crawler, request)))
            .flatten();
        let url_escaped = request.if_escaped(url.as_bytes()).map(str::to_owned);
        let answer = named.noted(answer);
        let pace = self.paces.get(self.crawler).copied().flatten();
        DraftCheckResponse { answer, url_escaped, profile: profile.name, pace, explanation }
    }

    /// Compiles the rules of the current crawler once. Crawlers come in their order.
    fn compile(&mut self) {
        if !matches!(self.rules[self.crawler], CrawlerRules::Unknown) {
            return;
        }
        let groups = self.groups.get_or_insert_with(|| self.robots.group_index());
        let class = groups.followed_by(&self.crawlers[self.crawler].crawler).class();
        self.rules[self.crawler] = match self.classes.iter().position(|known| *known == class) {
            Some(crawler) => CrawlerRules::Same(crawler),
            None => self.compiled_rules().unwrap_or(CrawlerRules::OnePass),
        };
        self.classes.push(class);
    }

    /// The compiled rules of the current crawler, if there is memory for them.
    fn compiled_rules(&mut self) -> Option<CrawlerRules<M>> {
        if self.rules.iter().any(|rules| matches!(rules, CrawlerRules::OnePass)) {
            return None;
        }
        let rules = self.robots.rules_for(&self.crawlers[self.crawler].crawler);
        let bytes = rules.memory();
        let fits = self.crawler == 0 || self.compiled_bytes + bytes <= MAX_COMPILED_BYTES;
        let memory = fits.then(|| (self.reserve)(bytes)).flatten()?;
        self.compiled_bytes += bytes;
        Some(CrawlerRules::Compiled { rules: Box::new(rules), _memory: memory })
    }
}

impl<M, R: FnMut(usize) -> Option<M>> Iterator for DraftCheck<M, R> {
    type Item = Checked;

    fn next(&mut self) -> Option<Checked> {
        let url = self.urls.get(self.url)?;
        let request = match self.request.take().map_or_else(|| draft_url(url), Ok) {
            Ok(request) => request,
            Err(error) => {
                let wrong = Checked::InvalidUrl { url: url.clone(), error };
                self.url += 1;
                return Some(wrong);
            }
        };
        let answer = Checked::Answer(Box::new(self.respond_to(&request)));
        self.crawler += 1;
        if self.crawler == self.crawlers.len() {
            self.crawler = 0;
            self.url += 1;
        } else {
            // The next crawler asks about the same URL, which is not parsed again.
            self.request = Some(request);
        }
        Some(answer)
    }
}

/// Groups, user agents of a group, and rules of an explanation.
const MAX_EXPLANATION_ITEMS: usize = 20;

/// An explanation as JSON. If not all groups fit, it prefers those that concern the crawler.
fn shortened_explanation(mut trace: Explanation<'_>) -> Option<serde_json::Value> {
    let (groups, matches) = (trace.groups.len(), trace.matches.len());
    // The groups that concern the crawler must survive the cut, wherever they stand. The others show that there are
    // more.
    trace.groups.sort_by_key(|group| group.fate == GroupFate::ForOthers);
    trace.groups.truncate(MAX_EXPLANATION_ITEMS);
    trace.groups.sort_by_key(|group| group.index);
    for group in &mut trace.groups {
        group.agents.truncate(MAX_EXPLANATION_ITEMS);
        for agent in &mut group.agents {
            *agent = beginning(agent, MAX_TEXT_BYTES);
        }
    }
    trace.matches.truncate(MAX_EXPLANATION_ITEMS);
    for traced in &mut trace.matches {
        traced.rule.pattern = beginning(traced.rule.pattern, MAX_TEXT_BYTES);
        traced.text = beginning(traced.text, MAX_TEXT_BYTES);
    }
    if let Some(near) = &mut trace.near {
        near.rule.pattern = beginning(near.rule.pattern, MAX_TEXT_BYTES);
    }
    if let Some(conflict) = &mut trace.undefined {
        for rule in [&mut conflict.winner, &mut conflict.other] {
            rule.pattern = beginning(rule.pattern, MAX_TEXT_BYTES);
        }
    }
    let mut value = serde_json::to_value(&trace).ok()?;
    let members = value.as_object_mut()?;
    members.insert("group_count".to_owned(), groups.into());
    members.insert("match_count".to_owned(), matches.into());
    Some(value)
}
