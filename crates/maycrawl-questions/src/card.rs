//! The card: one answer for people, in sentences that can be sent to somebody who does not have the page.
//!
//! It says the verdict with the line that decides, how many of the known pages the file closes, and the first change
//! that opens the page. Each number is counted, and both sides of it are told.

mod count;
mod html;
mod text;

use std::borrow::Cow;

use maycrawl::answer::{Answer, beginning};
use maycrawl::verdict::Unreachable;
use maycrawl::{
    Crawler, Decision, Origin, Printable, Reason, RequestUrl, RobotsTxt, SiteBasis, SiteRules,
    SuspicionKind,
};
use maycrawl_effects::internals::as_requested;
use maycrawl_effects::{Access, Budget, suggestions_for};
use maycrawl_language::Language;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

use crate::answers::answer_about;
use crate::explain::{ChangeInfo, beside_verdict, change_info};
use crate::inputs::{Draft, NamedCrawler, Request, known_within_limits};
use crate::outlook::to_the_minute;
use crate::refusal::{Refusal, RefusalKind};
use crate::text_range::LineIndex;
use crate::written_url::draft_url;
use crate::{MAX_STEPS, Pause, URLS_BETWEEN_PAUSES};
pub use count::{CardCount, CardCounter, CardLine};
pub use html::{STYLE, inline};
pub use text::markdown;

/// A draft, a crawler, and a page or the known pages of the site.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CardRequest {
    /// The draft.
    pub robots: String,
    /// The origin of the draft. Pages of another origin are then not counted.
    pub origin: Option<String>,
    /// The page: a URL, or a path of the draft's own site. Default: the first of `urls` that is blocked, else the first
    /// of them.
    pub url: Option<String>,
    /// The product token of the crawler. Default: Googlebot.
    pub agent: Option<String>,
    /// How robots.txt is read. Default: `google`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<maycrawl::answer::ProfileName>))]
    pub profile: Option<String>,
    /// Known pages of the site, such as those of its sitemaps: URLs or paths. At most 10,000.
    #[serde(default)]
    pub urls: Vec<String>,
}

/// A [`CardRequest`] with checked values.
#[derive(Debug)]
pub struct CardInput {
    draft: Draft,
    question: CardQuestion,
}

/// What a card answers: about which page, for which crawler, and of which known pages.
#[derive(Debug)]
pub struct CardQuestion {
    url: Option<(String, RequestUrl)>,
    crawler: NamedCrawler,
    urls: Vec<String>,
}

impl CardQuestion {
    /// Checks every value. They are those of a [`CardRequest`].
    ///
    /// # Errors
    /// The first value that is wrong, and what to write instead.
    pub fn new(
        url: Option<String>,
        agent: Option<&str>,
        urls: Vec<String>,
    ) -> Result<Self, Refusal> {
        known_within_limits(&urls)?;
        let crawler = NamedCrawler::parse(agent)?;
        if url.is_none() && urls.is_empty() {
            return Err(RefusalKind::BadUrl.with_detail("name a page as `url`, or pages as `urls`"));
        }
        let read = |url: String| draft_url(&url).map(|request| (url, request));
        Ok(Self { url: url.map(read).transpose()?, crawler, urls })
    }

    /// A question about one page and no others.
    #[must_use]
    pub fn about(url: String, request: RequestUrl, crawler: Crawler) -> Self {
        let crawler = NamedCrawler::from(crawler);
        Self { url: Some((url, request)), crawler, urls: Vec::new() }
    }

    /// The crawler.
    #[must_use]
    pub fn crawler(&self) -> &NamedCrawler {
        &self.crawler
    }

    /// The page that the card is about.
    fn page(
        &self,
        site: &SiteRules<'_, '_>,
        may_continue: Pause<'_>,
    ) -> Result<(String, RequestUrl), Refusal> {
        if let Some((url, request)) = &self.url {
            return Ok((url.clone(), request.clone()));
        }
        let mut first = None;
        for chunk in self.urls.chunks(URLS_BETWEEN_PAUSES) {
            if !may_continue() {
                return Err(Refusal::takes_too_long());
            }
            for url in chunk {
                let Ok(page) = draft_url(url) else { continue };
                if site.check(&page).decision() == Decision::Disallowed {
                    return Ok((url.clone(), page));
                }
                first.get_or_insert_with(|| (url.clone(), page));
            }
        }
        first
            .ok_or_else(|| RefusalKind::BadUrl.with_detail("none of the `urls` is a URL or a path"))
    }
}

impl Request for CardRequest {
    type Input = CardInput;

    fn into_input(self) -> Result<CardInput, Refusal> {
        let draft = Draft::new(self.robots, self.profile.as_deref(), self.origin.as_deref())?;
        let question = CardQuestion::new(self.url, self.agent.as_deref(), self.urls)?;
        Ok(CardInput { draft, question })
    }
}

/// One answer for people.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Card {
    /// What the verdict is about: a draft, or a live file.
    pub about: String,
    /// The answer.
    pub answer: Answer,
    /// The verdict as a sentence, with the line that decides. In the sentences of a card, what stands between
    /// backquotes is text of the file.
    pub verdict: String,
    /// How many of the known pages are open for the crawler, or how much of the site, as sentences.
    pub pages: String,
    /// The known pages by verdict; null if counting them takes too long.
    #[cfg_attr(feature = "schema", schema(required))]
    pub count: Option<CardCount>,
    /// The smallest change that opens a blocked page; null if none does.
    #[cfg_attr(feature = "schema", schema(required))]
    pub repair: Option<ChangeInfo>,
    /// What must be known to be exact: how a name was read, what a crawler requests, what a verdict means for search.
    pub notes: Vec<String>,
    /// The card as plain text.
    pub text: String,
    /// The card as Markdown.
    pub markdown: String,
    /// The card as a page of its own, without a script.
    pub html: String,
}

/// What decides about the pages of a card.
#[derive(Debug)]
pub struct CardSite<'s> {
    /// The verdicts.
    pub site: SiteRules<'s, 's>,
    /// The file, if one decides.
    pub file: Option<&'s RobotsTxt<'s>>,
    /// The origin of the file, if it is known.
    pub origin: Option<&'s Origin>,
    /// What the card is about, as a sentence.
    pub about: String,
    /// What must be said about the site, before what is said about the answer.
    pub notes: Vec<String>,
}

/// The card about a draft.
///
/// # Errors
/// If no page is one.
pub(crate) fn card_of_draft(
    input: &CardInput,
    language: Language,
    may_continue: Pause<'_>,
) -> Result<Card, Refusal> {
    let CardInput { draft, question } = input;
    let robots = draft.parse();
    let rules = robots.rules_for(&question.crawler.crawler);
    let origin = draft.origin.as_ref();
    let site = CardSite {
        site: SiteRules::new(origin, SiteBasis::Rules(&rules)),
        file: Some(&robots),
        origin,
        about: about_draft(origin, language),
        notes: Vec::new(),
    };
    card(question, site, language, may_continue)
}

/// What a verdict about a draft is about, as a sentence. `origin` is the site of the draft, if it is known.
#[must_use]
pub fn about_draft(origin: Option<&Origin>, language: Language) -> String {
    match origin {
        Some(site) => language.message("card-about-draft-of", &[("site", site.to_string().into())]),
        None => language.message("card-about-draft", &[]),
    }
}

/// What a verdict about a live site is about, as a sentence. `read_at` is the time of the last fetch, if that has the
/// file. Else `state` says what decides, such as an older copy: that comes before the answer.
#[must_use]
pub fn about_live(
    origin: &Origin,
    read_at: Option<&str>,
    state: Option<&str>,
    language: Language,
) -> String {
    let site = ("site", origin.to_string().into());
    let about = match read_at {
        Some(time) => {
            language.message("card-about-live", &[site, ("time", to_the_minute(time).into())])
        }
        None => language.message("card-about-site", &[site]),
    };
    match state {
        Some(state) => format!("{about} {}", as_sentence(state)),
        None => about,
    }
}

/// "the connection is refused" as a sentence.
fn as_sentence(text: &str) -> String {
    let end = if text.ends_with('.') { "" } else { "." };
    // The address of a file stays as it is.
    if text.starts_with("http") {
        return format!("{text}{end}");
    }
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest.as_str().chars()).chain(end.chars()).collect()
}

/// The card about what decides at a site.
///
/// # Errors
/// If no page is one.
pub fn card(
    question: &CardQuestion,
    CardSite { site, file, origin, about, notes }: CardSite<'_>,
    language: Language,
    may_continue: Pause<'_>,
) -> Result<Card, Refusal> {
    let crawler = &question.crawler.crawler;
    let about = file.iter().fold(about, |about, robots| {
        [Some(about), language.cut_file(robots), other_format(robots)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    });
    let (url, request) = question.page(&site, &mut *may_continue)?;
    let verdict = site.check(&request);
    let mut answer =
        answer_about((&without_user(&url), &request), crawler, &verdict, origin, language);
    let mut beside = Vec::new();
    if let Some(robots) = file {
        let trace = robots.explain(crawler, &request);
        let is_of_file = verdict.decision() != Decision::NotApplicable;
        let near = trace.near.filter(|_| is_of_file);
        beside = beside_verdict(robots, crawler, near.as_ref(), language);
        answer = answer.at(trace.located);
    }
    let answer = question.crawler.noted(answer);
    let count = count::count(&question.urls, &site, &mut *may_continue);
    let mut pages = match &count {
        _ if is_unasked(&answer) => String::new(),
        None => language.message("card-uncounted", &[]),
        // A share of one page says nothing.
        Some(count) if count.total() > 1 => count.words(crawler, language),
        Some(_) => access(file, crawler, language, may_continue),
    };
    if let Some(others) = count.as_ref().and_then(|count| count.others(language)) {
        pages = format!("{pages} {others}").trim_start().to_owned();
    }
    let is_blocked = verdict.decision() == Decision::Disallowed;
    let repair = file.filter(|_| is_blocked).and_then(|robots| {
        let places = LineIndex::new(robots.as_bytes());
        let changes = suggestions_for(robots, crawler, &request);
        changes.first().map(|change| change_info(change, crawler, &places, language))
    });
    let own = notes_of(&answer, &request, language);
    let ended = |note: String| if note.ends_with('.') { note } else { note + "." };
    let notes = notes.into_iter().map(ended).chain(beside).chain(own).collect();
    let verdict = sentence(&answer, language);
    let [text, markdown, html] = [const { String::new() }; 3];
    let mut card =
        Card { about, answer, verdict, pages, count, repair, notes, text, markdown, html };
    card.text = card.to_text();
    card.markdown = card.to_markdown();
    card.html = card.to_html(language, None);
    Ok(card)
}

/// That the text is a web page, compressed, or no text: a verdict about it is right, and says nothing about the site.
fn other_format(robots: &RobotsTxt<'_>) -> Option<String> {
    let suspicion = robots.suspicion().filter(|it| it.kind != SuspicionKind::Empty)?;
    Some(format!("{}.", suspicion.to_string().replacen("this is", "It is", 1)))
}

/// "Blocked for Googlebot by line 16: `Disallow: /products/`."
fn sentence(answer: &Answer, language: Language) -> String {
    let crawler = ("crawler", Printable(answer.agent.as_bytes()).to_string().into());
    let verdict = &answer.verdict;
    let (plain, by_line) = match verdict.decision {
        _ if is_unasked(answer) => {
            let reason = ("reason", (&verdict.message).into());
            return language.message("card-elsewhere", &[crawler, reason]);
        }
        Decision::Allowed => ("card-allowed", "card-allowed-by"),
        Decision::Disallowed => ("card-blocked", "card-blocked-by"),
        Decision::NotApplicable => {
            let reason = answer.note.as_ref().unwrap_or(&verdict.message);
            return language.message("card-elsewhere", &[crawler, ("reason", reason.into())]);
        }
    };
    let Some(rule) = &verdict.rule else {
        let reason = ("reason", (&verdict.message).into());
        return language.message(plain, &[crawler, reason]);
    };
    let written = answer.location.text.clone();
    let text = written.unwrap_or_else(|| format!("{}: {}", rule.kind.name(), rule.pattern));
    let values = [crawler, ("line", rule.line.into()), ("rule", code(&text).into())];
    language.message(by_line, &values)
}

/// True if the address of the site is one that is not asked: nothing is known of the site, and nothing of it is open.
fn is_unasked(answer: &Answer) -> bool {
    answer.verdict.reason == Reason::Unreachable(Unreachable::BlockedByPolicy).into()
}

/// The URL without user and password: crawlers send none, and a card goes to others.
fn without_user(url: &str) -> Cow<'_, str> {
    let begin = url.find("://").map_or(0, |at| at + 3);
    let authority = url[begin..].split(['/', '?', '#', '\\']).next().unwrap_or_default();
    match authority.rfind('@') {
        Some(at) if !url.starts_with('/') => {
            [&url[..begin], &url[begin + at + 1..]].concat().into()
        }
        _ => url.into(),
    }
}

/// How much of the site is open, where no pages are counted.
pub fn access(
    robots: Option<&RobotsTxt<'_>>,
    crawler: &Crawler,
    language: Language,
    may_continue: Pause<'_>,
) -> String {
    // Without a file, the verdict has said what holds for the whole site.
    let Some(robots) = robots else { return String::new() };
    let rules = as_requested(robots).rules_for(crawler);
    let key = match Access::for_rules(&rules, &mut Budget::pausing(MAX_STEPS, may_continue)) {
        Access::Everything => "card-access-everything",
        Access::Part => "card-access-part",
        Access::Nothing => "card-access-nothing",
        Access::Undecided => "card-access-undecided",
    };
    let values = [("crawler", Printable(crawler.token().as_bytes()).to_string().into())];
    language.message(key, &values)
}

fn notes_of(answer: &Answer, request: &RequestUrl, language: Language) -> Vec<String> {
    let requested = request.is_path_changed().then(|| {
        let path = code(&String::from_utf8_lossy(request.path().as_bytes()));
        language.message("explain-requested", &[("path", path.into())])
    });
    let owned = |text: &Option<Cow<'static, str>>| text.as_deref().map(str::to_owned);
    let notes = [
        answer.agent_note.clone(),
        requested,
        owned(&answer.documents_differ),
        owned(&answer.consequence),
    ];
    notes.into_iter().flatten().collect()
}

/// Bytes of a rule or a path in a sentence.
const MAX_CODE_BYTES: usize = 200;

/// Text of a file between backquotes. A backquote in it would end the code, and what follows could be read as a link.
fn code(text: &str) -> String {
    let shown = beginning(text.as_bytes(), MAX_CODE_BYTES);
    let more = if shown.len() < text.len() { "..." } else { "" };
    format!("`{}{more}`", Printable(shown).to_string().replace('`', "\\x60"))
}
