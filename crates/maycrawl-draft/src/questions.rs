//! A question as the service takes it, and its answer as the service gives it.

use maycrawl_language::Language;
use serde::Serialize;

use crate::Pause;
use crate::change::{self, DiffRequest, VerifyRequest};
use crate::check::{DraftCheck, DraftCheckRequest};
use crate::compose::{ComposeRequest, compose};
use crate::crawlers::{CrawlerInfo, CrawlerName, UserAgentCrawler, UserAgentRequest};
use crate::explain::{ExplainRequest, explain};
use crate::inputs::Request;
use crate::lint::{LintRequest, lint};
use crate::lint_page::{LintInfo, LintPage};
use crate::options::Options;
use crate::parse::ParseRequest;
use crate::refusal::{Refusal, RefusalKind};
use crate::summary::{SummaryRequest, summarise};

type Answer = Result<Vec<u8>, Refusal>;

/// Answers the question with this path, such as `/v1/draft/lint`, and this body. What follows `/v1/crawlers/resolve/`
/// and `/v1/lints/` is a name as it is, not encoded.
///
/// # Errors
/// What is wrong with the question, as the service says it.
pub fn ask(path: &str, body: &[u8], language: Language, may_continue: Pause<'_>) -> Answer {
    match path.strip_prefix("/v1/").unwrap_or(path) {
        "draft/check" => {
            let check = DraftCheck::new(read::<DraftCheckRequest>(body)?, language, |_| Some(()));
            json(&check.collect::<Vec<_>>())
        }
        "draft/explain" => json(&explain(&read::<ExplainRequest>(body)?, language)),
        "draft/lint" => {
            let report = lint(&read::<LintRequest>(body)?, language, may_continue);
            json(&report.ok_or_else(takes_too_long)?)
        }
        "draft/diff" => json(&change::diff(&read::<DiffRequest>(body)?, may_continue)?),
        "draft/verify" => json(&change::verify(&read::<VerifyRequest>(body)?, may_continue)),
        "draft/summary" => json(&summarise(&read::<SummaryRequest>(body)?, may_continue)),
        "draft/compose" => json(&compose(&read::<ComposeRequest>(body)?, may_continue)?),
        "draft/parse" => json(&read::<ParseRequest>(body)?.parse()),
        "draft/user-agent" => {
            let (draft, header) = read::<UserAgentRequest>(body)?;
            json(&UserAgentCrawler::of(&draft, &header))
        }
        "recipes" => json(&language.recipes()),
        "crawlers" => json(&CrawlerInfo::all()),
        "lints" => json(&LintInfo::all()),
        // Policies are about sites that answer with errors, and a draft has no site.
        "options" => json(&Options::with_policies(Vec::new())),
        path => match path.split_once('/') {
            Some(("lints", code)) => json(&LintPage::of(code)?),
            Some(("crawlers", rest)) if rest.starts_with("resolve/") => {
                json(&CrawlerName::of(&rest["resolve/".len()..])?)
            }
            _ => Err(RefusalKind::NotFound.with_detail("there is no such question about a draft")),
        },
    }
}

/// Why a draft has no findings.
#[must_use]
pub fn takes_too_long() -> Refusal {
    RefusalKind::TooLarge
        .with_detail("the draft takes too long to check; send a draft with fewer rules")
}

fn read<R: Request>(body: &[u8]) -> Result<R::Input, Refusal> {
    let request: R = serde_json::from_slice(body).map_err(|error| {
        RefusalKind::BadRequest.with_detail(format!("cannot read the JSON body: {error}"))
    })?;
    request.into_input()
}

fn json(answer: &impl Serialize) -> Answer {
    serde_json::to_vec(answer).map_err(|error| RefusalKind::Internal.with_detail(error.to_string()))
}
