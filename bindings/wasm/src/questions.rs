//! Questions, and the answers that the command writes: the same lines, to the byte.

use maycrawl::answer::{CheckAnswer, RefusedUrl};
use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::crawler::KnownCrawler;
use maycrawl::{
    Crawler, Decision, Printable, Profile, RobotsTxt, SiteBasis, SiteRules, UnknownName,
};
use maycrawl_effects::answer::{ChangeAnswer, MinimiseAnswer};
use maycrawl_effects::expectation::{self, Verifier};
use maycrawl_effects::internals::region_pattern;
use maycrawl_effects::{Budget, Minimised, Region, minimised};
use maycrawl_lint::answer::{ComposedFile, LintAnswer, RecipeInfo};
use maycrawl_lint::recipe::{ChosenRecipe, RecipeError};
use maycrawl_lint::{FixEffect, Lint, LintOptions, fix_all, lint_with};
use maycrawl_readers::answer::{DiffAnswer, VerifyAnswer};
use maycrawl_readers::{Reader, reader_changes};
use maycrawl_uses::use_answer::UseAnswer;
use maycrawl_uses::{Readings, Use};
use serde::Serialize;

use crate::buffers::{answer, take_input};
use crate::files::File;
use crate::handles::get;

type Answer = Result<Vec<u8>, String>;

/// A question, named as the subcommand that answers it, with the values of each of its parameters. `answers.js` lists
/// the parameters. JSON would be the same with 25 KB more of reader.
struct Question {
    name: String,
    values: Vec<Vec<String>>,
}

impl Question {
    /// Each value ends with a zero byte, and each parameter with a byte 1. A byte 2 announces one of the three as a
    /// letter.
    fn read(input: &[u8]) -> Option<Self> {
        let value = |written: &[u8]| {
            let mut bytes = Vec::with_capacity(written.len());
            let mut rest = written.iter();
            while let Some(&byte) = rest.next() {
                bytes.push(if byte == 2 { rest.next()?.checked_sub(b'a')? } else { byte });
            }
            String::from_utf8(bytes).ok()
        };
        let parameters = input.split_inclusive(|&byte| byte == 1);
        let mut values = parameters.map(|list| {
            let list = list.strip_suffix(&[1])?;
            list.split_inclusive(|&byte| byte == 0)
                .map(|it| value(it.strip_suffix(&[0])?))
                .collect()
        });
        let name: Vec<String> = values.next()??;
        Some(Self { name: name.into_iter().next()?, values: values.collect::<Option<_>>()? })
    }

    /// The values of a parameter.
    fn list(&self, at: usize) -> &[String] {
        self.values.get(at).map(Vec::as_slice).unwrap_or_default()
    }

    /// The value of a parameter that has one, or none.
    fn one(&self, at: usize) -> Option<&str> {
        self.list(at).first().map(String::as_str)
    }

    /// The text of a parameter.
    fn text(&self, at: usize) -> &str {
        self.one(at).unwrap_or_default()
    }
}

/// Answers the question in the input about a file, and about another one. 1: it has an answer; 0: the answer says what
/// is wrong with the question.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn ask(file: u32, other: u32, length: usize) -> u32 {
    let input = take_input(length);
    let answered = match (Question::read(&input), get::<File>(file)) {
        (Some(question), Some(file)) => about(&file, get(other).as_deref(), &question),
        (Some(question), None) => general(&question),
        (None, _) => Err("the question cannot be read".to_owned()),
    };
    let is_answered = answered.is_ok();
    answer(answered.unwrap_or_else(String::into_bytes));
    u32::from(is_answered)
}

/// Values as JSON, one in a line.
fn lines<T: Serialize>(values: impl IntoIterator<Item = T>) -> Answer {
    let mut out = Vec::new();
    for value in values {
        serde_json::to_writer(&mut out, &value).map_err(|error| error.to_string())?;
        out.push(b'\n');
    }
    Ok(out)
}

fn general(question: &Question) -> Answer {
    match &*question.name {
        "recipes" => lines([RecipeInfo::all()]),
        "crawlers" => lines(KnownCrawler::all()),
        "lints" => lines(Lint::all()),
        name => Err(format!("there is no question `{}`", Printable(name.as_bytes()))),
    }
}

fn about(file: &File, other: Option<&File>, question: &Question) -> Answer {
    let robots = file.robots();
    let (list, one, text) = (|at| question.list(at), |at| question.one(at), |at| question.text(at));
    match &*question.name {
        "check" => check(file, list(0), list(1), one(2).is_some()),
        "explain" => explain(file, text(0), text(1)),
        "lint" => {
            let report = lint_with(&robots, &options(file));
            lines([LintAnswer::new(text(0), file.bytes(), &report)])
        }
        "fix" => {
            let is_wanted = |effect| one(0).is_some() || effect == FixEffect::KeepsVerdicts;
            let fixed = fix_all(file.bytes(), robots.profile(), &options(file), |found| {
                found.fix.as_ref().is_some_and(|fix| is_wanted(fix.effect))
            });
            Ok(fixed.bytes)
        }
        "diff" => diff(robots, other.ok_or("the other file was freed")?.robots(), one(0)),
        "verify" => verify(robots, text(0)),
        "uses" => used(file, list(0), list(1), list(2)),
        "parse" => lines([robots]),
        "fmt" => Ok(maycrawl_lint::format(file.bytes()).into_owned()),
        "minimise" => Ok(minimised(&whole(file)?, &mut { Minimised::BUDGET }).bytes),
        "needless" => {
            let robots = whole(file)?;
            let shorter = minimised(&robots, &mut { Minimised::BUDGET });
            let under = one(0).and_then(|number| number.parse().ok());
            lines([MinimiseAnswer::new(&robots, &shorter, under)])
        }
        "compose" => compose(None, list(0), list(1)),
        "add" => {
            let own = std::str::from_utf8(file.bytes());
            let own = own
                .map_err(|_| "the file contains bytes that are not UTF-8; save it as UTF-8 first");
            compose(Some(own?), list(0), list(1))
        }
        _ => general(question),
    }
}

/// The file without the limit of size: what is behind it would not be in the result.
fn whole(file: &File) -> Result<RobotsTxt<'_>, String> {
    let mut profile = Profile::GOOGLE;
    profile.size_limit = None;
    let robots = RobotsTxt::parse_with(file.bytes(), profile);
    // As the command: what is probably no robots.txt is not shortened.
    robots.suspicion().map_or(Ok(()), |what| Err(what.to_string()))?;
    Ok(robots)
}

fn options(file: &File) -> LintOptions {
    file.origin.iter().cloned().fold(LintOptions::new(), LintOptions::at)
}

fn crawlers(names: &[String]) -> Result<Vec<Crawler>, String> {
    names.iter().map(|name| Crawler::parse(name).map_err(|error| error.to_string())).collect()
}

/// The answers about each URL. A text that is no URL has the reason in place of them.
fn for_each_url<'u>(
    urls: &'u [String],
    mut about: impl FnMut(&'u str, AskedUrl<'u>) -> Answer,
) -> Answer {
    let mut out = Vec::new();
    for written in urls {
        out.append(&mut match AskedUrl::read(written, Schemes::Any) {
            Ok(url) => about(written, url)?,
            Err(error) => lines([RefusedUrl { url: written.into(), error: &error.to_string() }])?,
        });
    }
    Ok(out)
}

fn check(file: &File, agents: &[String], urls: &[String], explain: bool) -> Answer {
    let (robots, crawlers) = (file.robots(), crawlers(agents)?);
    let rules = robots.rules_for_each(&crawlers);
    let paces = robots.pace_for_each(&crawlers);
    for_each_url(urls, |written, url| {
        let mut out = Vec::new();
        let request = url.into_request();
        let verdicts = rules.check_at(file.origin.as_ref(), &request);
        for ((crawler, &pace), verdict) in crawlers.iter().zip(&paces).zip(verdicts) {
            let (written, profile) = (written.as_bytes().trim_ascii(), robots.profile().name);
            let located = robots.locate(crawler, &verdict);
            let answer =
                CheckAnswer::new(written, &request, crawler, profile, &verdict, Some(&located));
            let is_explained = explain && verdict.decision() != Decision::NotApplicable;
            let explanation = is_explained.then(|| robots.explain(crawler, &request));
            out.append(&mut lines([answer.paced(crawler, pace).explained(explanation)])?);
        }
        Ok(out)
    })
}

fn explain(file: &File, agent: &str, url: &str) -> Answer {
    let crawler = Crawler::parse(agent).map_err(|error| error.to_string())?;
    let url = AskedUrl::read(url, Schemes::Any).map_err(|error| error.to_string())?;
    let robots = file.robots();
    let basis = SiteBasis::File(robots.as_bytes(), &crawler, robots.profile());
    let verdict = SiteRules::new(file.origin.as_ref(), basis).check(&url);
    // The rules say nothing about a URL of another site, so neither does an explanation.
    if verdict.decision() == Decision::NotApplicable {
        return Err(verdict.reason().to_string());
    }
    Ok(robots.explain(&crawler, &url).to_string().into_bytes())
}

fn diff(robots: &RobotsTxt<'_>, after: &RobotsTxt<'_>, region: Option<&str>) -> Answer {
    let readers: Vec<_> = Reader::all().iter().collect();
    let programs = region.is_none().then(|| {
        let files = [robots, after].map(RobotsTxt::as_bytes);
        let changes = reader_changes(&readers, files[0], files[1], &mut Budget::default());
        changes.answer(&readers)
    });
    let region = match region {
        Some(pattern) => Region::within(region_pattern(pattern)?.as_bytes(), robots.profile()),
        None => Region::everything(),
    };
    let most = ChangeAnswer::MAX_EFFECTS;
    let change = ChangeAnswer::new(robots, after, &region, most, &mut Budget::default());
    let change = change.map_err(|error| format!("{error}; parse both files with the same profile"));
    lines([DiffAnswer::new(change?, programs)])
}

fn verify(robots: &RobotsTxt<'_>, expectations: &str) -> Answer {
    let expectations = expectation::parse(expectations).map_err(|errors| {
        let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
        errors.join("\n")
    })?;
    // Without an expectation all of them hold, so a test with an empty text would always pass.
    if expectations.is_empty() {
        return Err("there is no expectation; write a line such as: disallow * /checkout/".into());
    }
    let verifier = Verifier::new(robots, &mut Budget::default());
    let readers: Vec<_> = Reader::all().iter().collect();
    let answers = verifier.verify_all(&expectations, &mut Budget::new(u64::MAX));
    let budget = &mut Budget::new(VerifyAnswer::STEPS_FOR_PROGRAMS);
    lines(VerifyAnswer::of_all(robots, &verifier, (&expectations, answers), &readers, budget))
}

fn used(file: &File, agents: &[String], urls: &[String], uses: &[String]) -> Answer {
    let crawlers = crawlers(agents)?;
    let wanted =
        uses.iter().map(|name| name.parse().map_err(|error: UnknownName| error.to_string()));
    let wanted: Vec<Use> = wanted.collect::<Result<_, _>>()?;
    for_each_url(urls, |written, url| {
        let ask = |wanted, crawler| {
            let origin = file.origin.as_ref();
            UseAnswer::for_file(
                file.robots(),
                origin,
                crawler,
                (written, &url),
                wanted,
                Readings::DEFAULT,
            )
        };
        let questions =
            wanted.iter().flat_map(|it| crawlers.iter().map(move |crawler| (it, crawler)));
        lines(questions.map(|(&wanted, crawler)| ask(wanted, crawler)))
    })
}

fn compose(robots: Option<&str>, recipes: &[String], sitemaps: &[String]) -> Answer {
    let choices =
        recipes.iter().map(|text| text.parse().map_err(|error: RecipeError| error.to_string()));
    let choices: Vec<ChosenRecipe> = choices.collect::<Result<_, _>>()?;
    let sitemaps: Vec<&str> = sitemaps.iter().map(String::as_str).collect();
    let readers: Vec<_> = Reader::all().iter().collect();
    let file = ComposedFile::new(robots, &choices, &sitemaps, &readers, &mut Budget::default());
    lines([file.map_err(|error| error.to_string())?])
}
