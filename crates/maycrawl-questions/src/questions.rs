//! One room for the questions: what can be asked, and what is answered.

#[cfg(feature = "programs")]
use maycrawl::RobotsTxt;
use maycrawl_language::Language;
use maycrawl_lint::answer::{ComposedFile, RecipeInfo};
use maycrawl_readers::answer::DiffAnswer;
use serde::{Deserialize, Serialize};

use crate::Pause;
use crate::card::{Card, CardInput, CardRequest, card_of_draft};
use crate::change::{self, DiffRequest, Versions};
#[cfg(feature = "programs")]
use crate::change::{Claims, VerifyRequest, VerifyResponse};
use crate::check::{Checked, DraftCheck, DraftCheckInput, DraftCheckRequest};
use crate::compose::{ComposeInput, ComposeRequest, compose};
use crate::crawlers::{CrawlerInfo, CrawlerName, UserAgentCrawler, UserAgentRequest};
use crate::explain::{ExplainInput, ExplainRequest, ExplainResponse, explain};
use crate::inputs::{Draft, Request};
use crate::lint::{LintReport, LintRequest, lint};
#[cfg(feature = "programs")]
use crate::lint_page::{LintInfo, LintPage};
use crate::options::Options;
#[cfg(feature = "programs")]
use crate::parse::ParseRequest;
use crate::refusal::{Refusal, RefusalKind};
use crate::summary::{Summary, SummaryInput, SummaryRequest, summarise};

/// A question with checked values.
#[derive(Debug)]
#[non_exhaustive]
pub enum Question {
    /// May these crawlers fetch these URLs?
    Check(DraftCheckInput),
    /// Why does a URL have its verdict, and what would reverse it?
    Explain(Box<ExplainInput>),
    /// What does a person have to know about the verdict?
    Card(Box<CardInput>),
    /// Which lines are likely mistakes?
    Lint(Draft),
    /// What does a change do?
    Diff(Versions),
    /// Does the draft do what is expected of it?
    #[cfg(feature = "programs")]
    Verify(Claims),
    /// How much of the site is open, and for what?
    Summary(SummaryInput),
    /// Which file serves these purposes?
    Compose(ComposeInput),
    /// What does the draft say, line by line?
    #[cfg(feature = "programs")]
    Parse(Draft),
    /// Which crawler sends this User-Agent header?
    UserAgent(Draft, String),
    /// Which recipes are there?
    Recipes,
    /// Which crawlers are known?
    Crawlers,
    /// Which crawler has this name?
    Crawler(String),
    /// Which lints are there?
    #[cfg(feature = "programs")]
    Lints,
    /// What does the lint of this code or name find?
    #[cfg(feature = "programs")]
    LintPage(String),
    /// Which profiles are there?
    Options,
}

/// The answer to a [`Question`], under the same name.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
#[allow(missing_docs)] // each is described by its question
pub enum Answer {
    Check(Vec<Checked>),
    Explain(Box<ExplainResponse>),
    Card(Box<Card>),
    Lint(LintReport),
    Diff(Box<DiffAnswer>),
    #[cfg(feature = "programs")]
    Verify(VerifyResponse),
    Summary(Summary),
    Compose(ComposedFile),
    #[cfg(feature = "programs")]
    Parse(RobotsTxt<'static>),
    UserAgent(UserAgentCrawler),
    Recipes(Vec<RecipeInfo>),
    Crawlers(Vec<CrawlerInfo>),
    Crawler(CrawlerName),
    #[cfg(feature = "programs")]
    Lints(Vec<LintInfo>),
    #[cfg(feature = "programs")]
    LintPage(LintPage),
    Options(Options),
}

/// The name of a crawler or of a lint.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

impl Question {
    /// The question of this name, with its values as JSON: those of the request of the same name.
    ///
    /// # Errors
    /// What is wrong with the question, and what to write.
    ///
    /// ```
    /// use maycrawl_questions::Question;
    ///
    /// let values = br#"{"robots": "User-agent: *\nDisallow: /a\n", "urls": ["/a"]}"#;
    /// assert!(matches!(Question::from_json("check", values), Ok(Question::Check(_))));
    /// assert!(matches!(Question::from_json("recipes", b""), Ok(Question::Recipes)));
    /// ```
    pub fn from_json(name: &str, values: &[u8]) -> Result<Self, Refusal> {
        Ok(match name {
            "check" => Self::Check(read::<DraftCheckRequest>(values)?),
            "explain" => Self::Explain(Box::new(read::<ExplainRequest>(values)?)),
            "card" => Self::Card(Box::new(read::<CardRequest>(values)?)),
            "lint" => Self::Lint(read::<LintRequest>(values)?),
            "diff" => Self::Diff(read::<DiffRequest>(values)?),
            #[cfg(feature = "programs")]
            "verify" => Self::Verify(read::<VerifyRequest>(values)?),
            "summary" => Self::Summary(read::<SummaryRequest>(values)?),
            "compose" => Self::Compose(read::<ComposeRequest>(values)?),
            #[cfg(feature = "programs")]
            "parse" => Self::Parse(read::<ParseRequest>(values)?),
            "user-agent" => {
                let (draft, header) = read::<UserAgentRequest>(values)?;
                Self::UserAgent(draft, header)
            }
            "recipes" => Self::Recipes,
            "crawlers" => Self::Crawlers,
            "crawler" => Self::Crawler(json::<Named>(values)?.name),
            #[cfg(feature = "programs")]
            "lints" => Self::Lints,
            #[cfg(feature = "programs")]
            "lint-page" => Self::LintPage(json::<Named>(values)?.name),
            "options" => Self::Options,
            _ => return Err(RefusalKind::NotFound.with_detail("there is no question of this name")),
        })
    }
}

/// Answers a question. Its sentences are in `language`, and it stops when `may_continue` says no.
///
/// # Errors
/// What is wrong with the question; [`RefusalKind::TooLarge`] if it was stopped and no part of the answer is one.
///
/// ```
/// use maycrawl_language::Language;
/// use maycrawl_questions::{Answer, Question, ask};
///
/// let values = br#"{"robots": "User-agent: *\nDisallow: /a\n", "urls": ["/a", "/b"]}"#;
/// let question = Question::from_json("check", values)?;
/// let Answer::Check(answers) = ask(question, Language::English, &mut || true)? else { unreachable!() };
/// assert_eq!(answers.len(), 2);
/// # Ok::<(), maycrawl_questions::refusal::Refusal>(())
/// ```
pub fn ask(
    question: Question,
    language: Language,
    may_continue: Pause<'_>,
) -> Result<Answer, Refusal> {
    Ok(match question {
        Question::Check(input) => {
            Answer::Check(DraftCheck::new(input, language, |_| Some(())).collect())
        }
        Question::Explain(input) => Answer::Explain(Box::new(explain(&input, language))),
        Question::Card(input) => {
            Answer::Card(Box::new(card_of_draft(&input, language, may_continue)?))
        }
        Question::Lint(draft) => {
            Answer::Lint(lint(&draft, language, may_continue).ok_or_else(Refusal::takes_too_long)?)
        }
        Question::Diff(versions) => Answer::Diff(Box::new(change::diff(&versions, may_continue)?)),
        #[cfg(feature = "programs")]
        Question::Verify(claims) => Answer::Verify(change::verify(&claims, may_continue)),
        Question::Summary(input) => Answer::Summary(summarise(&input, may_continue)),
        Question::Compose(input) => Answer::Compose(compose(&input, may_continue)?),
        #[cfg(feature = "programs")]
        Question::Parse(draft) => Answer::Parse(draft.parse().into_owned()),
        Question::UserAgent(draft, header) => {
            Answer::UserAgent(UserAgentCrawler::new(&draft, &header))
        }
        Question::Recipes => Answer::Recipes(language.recipes()),
        Question::Crawlers => Answer::Crawlers(CrawlerInfo::all()),
        Question::Crawler(name) => Answer::Crawler(CrawlerName::resolve(&name)?),
        #[cfg(feature = "programs")]
        Question::Lints => Answer::Lints(LintInfo::all()),
        #[cfg(feature = "programs")]
        Question::LintPage(name) => Answer::LintPage(LintPage::by_name(&name)?),
        // Policies are about sites that answer with errors, and a draft has no site.
        Question::Options => Answer::Options(Options::with_policies(Vec::new())),
    })
}

fn read<R: Request>(values: &[u8]) -> Result<R::Input, Refusal> {
    json::<R>(values)?.into_input()
}

fn json<'v, T: Deserialize<'v>>(values: &'v [u8]) -> Result<T, Refusal> {
    serde_json::from_slice(values).map_err(|error| {
        RefusalKind::BadRequest.with_detail(format!("cannot read the JSON body: {error}"))
    })
}
