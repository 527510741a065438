//! The sentence about the answers to several User-Agents: who gets the file, who does not, and what that probably
//! means.

use std::fmt;

use maycrawl::{RobotsTxt, SuspicionKind};
use maycrawl_policy::{FailureKind, Outcome};
use serde::Serialize;

use super::AnswerAs;
use super::protection::ProtectionField;
use crate::user_agents::{UserAgent, UserAgentRole};

/// What a site answered, as far as answers to several User-Agents are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum AnswerKind {
    /// A file.
    File,
    /// A web page in place of the file, with a status of success.
    WebPage,
    /// A header field says that a protection against bots answered in place of the site.
    Protection,
    /// 404 or 410: there is no file.
    NoFile,
    /// 401, 403, 429 or another refusal. By the documents most of them mean that there is no file.
    Refusal,
    /// 5xx.
    ServerError,
    /// No answer, or one that cannot be used.
    Failure,
}

/// What the answers to several User-Agents say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum FindingKind {
    /// No User-Agent was sent, because the program had no time or no connection left.
    NotAsked,
    /// No User-Agent was sent, because no connection was made.
    NotReached,
    /// Every User-Agent has the same answer.
    Same,
    /// Some crawler does not get the file that others get.
    SomeBlocked,
    /// Every crawler gets the file, but the program that asks, or a browser, does not.
    CrawlersServed,
    /// Every User-Agent gets a file, but not the same one.
    OtherFile,
    /// No User-Agent gets a file, and the answers differ.
    NoneServed,
}

/// What the answers to several User-Agents say together. [`Display`](fmt::Display) gives the sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AskAsFinding {
    /// The kind of finding.
    pub kind: FindingKind,
    /// The names that do not get the file, or that get another one.
    pub concerned: Vec<String>,
    /// The names that get the file; the largest group, if there are several files.
    pub served: Vec<String>,
    /// What the concerned names get, or what all get; `null` if that differs.
    #[cfg_attr(feature = "schema", schema(required))]
    pub answer: Option<AnswerKind>,
    /// Its status.
    #[cfg_attr(feature = "schema", schema(required))]
    pub status: Option<u16>,
}

impl AnswerKind {
    pub(crate) fn of(outcome: &Outcome, fields: &[ProtectionField]) -> Self {
        if fields.iter().any(|field| field.acted) {
            return Self::Protection;
        }
        match outcome {
            Outcome::File(body) => {
                let suspicion = RobotsTxt::parse(&body.bytes).suspicion();
                let is_page = suspicion.is_some_and(|it| it.kind == SuspicionKind::WebPage);
                if is_page { Self::WebPage } else { Self::File }
            }
            Outcome::Missing(missing) if missing.is_refusal() => Self::Refusal,
            Outcome::Missing(_) => Self::NoFile,
            Outcome::Failed(failure) => match failure.kind {
                FailureKind::Status(429) => Self::Refusal,
                FailureKind::Status(_) => Self::ServerError,
                _ => Self::Failure,
            },
            Outcome::Refused => Self::Failure,
        }
    }

    /// Whether answers of this kind with another status are other answers.
    fn has_status(self) -> bool {
        matches!(self, Self::NoFile | Self::Refusal | Self::ServerError)
    }
}

impl AskAsFinding {
    /// The finding about answers. `is_reached`: something answered the first request.
    pub(super) fn of(answers: &[&AnswerAs], is_reached: bool) -> Self {
        if answers.is_empty() {
            return Self::about(FindingKind::NotAsked, &[], &[]);
        }
        if !is_reached {
            return Self::about(FindingKind::NotReached, answers, &[]);
        }
        let (served, concerned): (Vec<&AnswerAs>, Vec<&AnswerAs>) =
            answers.iter().partition(|answer| answer.kind == AnswerKind::File);
        let is_crawler = |answer: &&&AnswerAs| answer.role == UserAgentRole::Crawler;
        match (&served[..], &concerned[..]) {
            ([], all) => {
                let found = Self::about(FindingKind::Same, all, &[]);
                if found.answer.is_some() {
                    found
                } else {
                    Self { kind: FindingKind::NoneServed, ..found }
                }
            }
            (all, []) => {
                let of = |answer: &AnswerAs| all.iter().filter(|it| it.hash == answer.hash).count();
                // Of equally large groups the first: `max_by_key` takes the last.
                let most = all.iter().rev().max_by_key(|answer| of(answer));
                let hash = most.and_then(|answer| answer.hash.as_ref());
                let (same, other): (Vec<&AnswerAs>, Vec<&AnswerAs>) =
                    all.iter().partition(|answer| answer.hash.as_ref() == hash);
                match &other[..] {
                    [] => Self::about(FindingKind::Same, &same, &[]),
                    other => Self::about(FindingKind::OtherFile, other, &same),
                }
            }
            (served, concerned) => {
                let only_tools = concerned.iter().filter(is_crawler).count() == 0
                    && served.iter().filter(is_crawler).count() > 0;
                let kind =
                    if only_tools { FindingKind::CrawlersServed } else { FindingKind::SomeBlocked };
                Self::about(kind, concerned, served)
            }
        }
    }

    fn about(kind: FindingKind, concerned: &[&AnswerAs], served: &[&AnswerAs]) -> Self {
        let names = |answers: &[&AnswerAs]| answers.iter().map(|it| it.name.clone()).collect();
        let key = |it: &AnswerAs| (it.kind, it.kind.has_status().then_some(it.status));
        let first = concerned.first().copied();
        let same = first.filter(|first| concerned.iter().all(|it| key(it) == key(first)));
        Self {
            kind,
            concerned: names(concerned),
            served: names(served),
            answer: same.map(|it| it.kind),
            status: same.and_then(|it| it.status),
        }
    }

    /// What the site does to the concerned names: `answers 403 to the User-Agent of Googlebot`.
    fn clause(&self) -> String {
        let concerned = agents(&self.concerned);
        let status = self.status.map_or_else(String::new, |status| format!(" ({status})"));
        match (self.answer, self.status) {
            (
                Some(AnswerKind::NoFile | AnswerKind::Refusal | AnswerKind::ServerError),
                Some(code),
            ) => {
                format!("answers {code} to {concerned}")
            }
            (Some(AnswerKind::WebPage), _) => {
                format!("sends a web page{status} in place of the file to {concerned}")
            }
            (Some(AnswerKind::Protection), _) => {
                format!("meets {concerned} with a bot protection{status}")
            }
            (Some(AnswerKind::Failure), _) => format!("gives no usable answer to {concerned}"),
            _ => format!("does not give its file to {concerned}"),
        }
    }

    /// The sentence, if all have the same answer.
    fn same(&self) -> String {
        let every = "every User-Agent that was sent";
        let status = self.status.unwrap_or_default();
        match self.answer {
            Some(AnswerKind::File) => format!(
                "The site gives the same file to {every}, so no rule for names is visible; if Google says unreachable all \
                 the same, look for a rule for addresses."
            ),
            Some(AnswerKind::NoFile) => format!(
                "The site answers {status} to {every}: there is no file, so everything may be crawled."
            ),
            Some(AnswerKind::Refusal) => format!(
                "The site answers {status} to {every}, so it does not look at the name; it refuses the address that asks, \
                 or the path to everyone."
            ),
            Some(AnswerKind::ServerError) => format!(
                "The site answers {status} to {every}, so it does not look at the name: the server, or something in front \
                 of it, fails."
            ),
            Some(AnswerKind::WebPage) => format!(
                "The site sends a web page in place of robots.txt to {every}; serve the file as plain text, or 404."
            ),
            Some(AnswerKind::Protection) => format!(
                "A bot protection answers {every} in place of the site; exempt /robots.txt from it."
            ),
            Some(AnswerKind::Failure) | None => String::from(
                "The site gives no usable answer to any User-Agent that was sent, so it does not look at the name.",
            ),
        }
    }
}

/// `the User-Agent of Googlebot`, `the User-Agents of Googlebot and a browser`.
fn agents(names: &[String]) -> String {
    let agents = if names.len() == 1 { "the User-Agent of" } else { "the User-Agents of" };
    format!("{agents} {}", listed(names))
}

/// `Googlebot, bingbot and a browser`.
fn listed(names: &[String]) -> String {
    let browser = UserAgent::BROWSER;
    let said = |name: &String| match name == browser.name() {
        true => "a browser".to_owned(),
        false => name.clone(),
    };
    match names {
        [] => String::new(),
        [name] => said(name),
        [names @ .., last] => {
            let names: Vec<String> = names.iter().map(said).collect();
            format!("{} and {}", names.join(", "), said(last))
        }
    }
}

impl fmt::Display for AskAsFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (concerned, served) = (agents(&self.concerned), agents(&self.served));
        let clause = self.clause();
        match self.kind {
            FindingKind::NotAsked => f.write_str("The site was not asked."),
            FindingKind::NotReached => f.write_str(
                "No connection was made, so no User-Agent was sent: the name, the address or the network of the site is \
                 the reason, not a rule for user agents.",
            ),
            FindingKind::Same => f.write_str(&self.same()),
            FindingKind::SomeBlocked => write!(
                f,
                "The site {clause} but gives a file to {served}: a firewall or a rule for user agents is \
                 likely; allow {} there.",
                listed(&self.concerned)
            ),
            FindingKind::CrawlersServed => write!(
                f,
                "The site gives a file to {served} but {clause}: the crawlers that were asked about get the \
                 file; if Google says unreachable all the same, look for a rule for addresses."
            ),
            FindingKind::OtherFile => write!(
                f,
                "The site gives another file to {concerned} than to {served}: the file depends on the User-Agent, or \
                 changes from request to request."
            ),
            FindingKind::NoneServed => f.write_str(
                "The site gives a file to none of the User-Agents, and its answers differ: a firewall or a rule for user \
                 agents is likely.",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maycrawl_policy::Basis;

    /// The answer that a row writes: `200a` is the file `a`, `200page` a web page, `403!` a bot protection, `-` no
    /// answer.
    fn answer(name: &str, written: &str) -> AnswerAs {
        let status = written.get(..3).and_then(|code| code.parse().ok());
        let kind = match (status, written.get(3..).unwrap_or_default()) {
            (_, "!") => AnswerKind::Protection,
            (Some(200), "page") => AnswerKind::WebPage,
            (Some(200), _) => AnswerKind::File,
            (Some(404), _) => AnswerKind::NoFile,
            (Some(500..), _) => AnswerKind::ServerError,
            (Some(_), _) => AnswerKind::Refusal,
            (None, _) => AnswerKind::Failure,
        };
        let role = match name {
            "maycrawl" => UserAgentRole::Own,
            "browser" => UserAgentRole::Browser,
            _ => UserAgentRole::Crawler,
        };
        AnswerAs {
            name: name.to_owned(),
            role,
            user_agent: String::new(),
            at: String::new(),
            millis: 0,
            status,
            hops: Vec::new(),
            bytes: None,
            hash: Some(written.to_owned()),
            kind,
            basis: Basis::File,
            result: String::new(),
            suspicion: None,
            protection: Vec::new(),
            difference: None,
            file: None,
        }
    }

    /// Answers to maycrawl, a browser, Googlebot, bingbot and GPTBot, and the sentence.
    const ROWS: &[([&str; 5], &str)] = &[
        (
            ["200a", "200a", "403", "200a", "200a"],
            "The site answers 403 to the User-Agent of Googlebot but gives a file to the User-Agents of maycrawl, a browser, \
             bingbot and GPTBot: a firewall or a rule for user agents is likely; allow Googlebot there.",
        ),
        (
            ["200a", "200a", "200page", "200page", "200page"],
            "The site sends a web page (200) in place of the file to the User-Agents of Googlebot, bingbot and GPTBot but gives \
             a file to the User-Agents of maycrawl and a browser: a firewall or a rule for user agents is likely; allow \
             Googlebot, bingbot and GPTBot there.",
        ),
        (
            ["200a", "200a", "202!", "202!", "202!"],
            "The site meets the User-Agents of Googlebot, bingbot and GPTBot with a bot protection (202) but gives a file to \
             the User-Agents of maycrawl and a browser: a firewall or a rule for user agents is likely; allow Googlebot, \
             bingbot and GPTBot there.",
        ),
        (
            ["200a", "200a", "-", "-", "200a"],
            "The site gives no usable answer to the User-Agents of Googlebot and bingbot but gives a file to the User-Agents \
             of maycrawl, a browser and GPTBot: a firewall or a rule for user agents is likely; allow Googlebot and bingbot \
             there.",
        ),
        (
            ["200a", "200a", "403", "-", "404"],
            "The site does not give its file to the User-Agents of Googlebot, bingbot and GPTBot but gives a file to the \
             User-Agents of maycrawl and a browser: a firewall or a rule for user agents is likely; allow Googlebot, bingbot \
             and GPTBot there.",
        ),
        (
            ["200a", "200a", "200a", "200a", "404"],
            "The site answers 404 to the User-Agent of GPTBot but gives a file to the User-Agents of maycrawl, a browser, \
             Googlebot and bingbot: a firewall or a rule for user agents is likely; allow GPTBot there.",
        ),
        (
            ["403", "200a", "200a", "200a", "200a"],
            "The site gives a file to the User-Agents of a browser, Googlebot, bingbot and GPTBot but answers 403 to the \
             User-Agent of maycrawl: the crawlers that were asked about get the file; if Google says unreachable all the \
             same, look for a rule for addresses.",
        ),
        (
            // A login for browsers.
            ["200a", "200page", "200a", "200a", "200a"],
            "The site gives a file to the User-Agents of maycrawl, Googlebot, bingbot and GPTBot but sends a web page (200) in \
             place of the file to the User-Agent of a browser: the crawlers that were asked about get the file; if Google \
             says unreachable all the same, look for a rule for addresses.",
        ),
        (
            ["200a", "200a", "200a", "200a", "200b"],
            "The site gives another file to the User-Agent of GPTBot than to the User-Agents of maycrawl, a browser, Googlebot \
             and bingbot: the file depends on the User-Agent, or changes from request to request.",
        ),
        (
            ["200b", "200a", "200a", "200a", "200a"],
            "The site gives another file to the User-Agent of maycrawl than to the User-Agents of a browser, Googlebot, \
             bingbot and GPTBot: the file depends on the User-Agent, or changes from request to request.",
        ),
        (
            ["200a", "200a", "200a", "200a", "200a"],
            "The site gives the same file to every User-Agent that was sent, so no rule for names is visible; if Google says \
             unreachable all the same, look for a rule for addresses.",
        ),
        (
            ["404", "404", "404", "404", "404"],
            "The site answers 404 to every User-Agent that was sent: there is no file, so everything may be crawled.",
        ),
        (
            ["403", "403", "403", "403", "403"],
            "The site answers 403 to every User-Agent that was sent, so it does not look at the name; it refuses the address \
             that asks, or the path to everyone.",
        ),
        (
            ["503", "503", "503", "503", "503"],
            "The site answers 503 to every User-Agent that was sent, so it does not look at the name: the server, or something \
             in front of it, fails.",
        ),
        (
            ["200page", "200page", "200page", "200page", "200page"],
            "The site sends a web page in place of robots.txt to every User-Agent that was sent; serve the file as plain text, \
             or 404.",
        ),
        (
            ["403!", "403!", "403!", "403!", "403!"],
            "A bot protection answers every User-Agent that was sent in place of the site; exempt /robots.txt from it.",
        ),
        (
            ["-", "-", "-", "-", "-"],
            "The site gives no usable answer to any User-Agent that was sent, so it does not look at the name.",
        ),
        (
            ["403", "404", "403", "403", "403"],
            "The site gives a file to none of the User-Agents, and its answers differ: a firewall or a rule for user agents is \
             likely.",
        ),
        (
            ["500", "503", "500", "500", "500"],
            "The site gives a file to none of the User-Agents, and its answers differ: a firewall or a rule for user agents is \
             likely.",
        ),
    ];

    #[test]
    fn the_sentence_names_who_is_blocked() {
        let names = ["maycrawl", "browser", "Googlebot", "bingbot", "GPTBot"];
        for (written, expected) in ROWS {
            let answers: Vec<_> =
                names.iter().zip(written).map(|(name, it)| answer(name, it)).collect();
            let found = AskAsFinding::of(&answers.iter().collect::<Vec<_>>(), true);
            assert_eq!(found.to_string(), *expected, "{written:?}");
        }
        let unreached = answer("maycrawl", "-");
        let found = AskAsFinding::of(&[&unreached], false);
        assert!(found.to_string().starts_with("No connection was made"), "{found}");
        assert_eq!(AskAsFinding::of(&[], true).to_string(), "The site was not asked.");
    }
}
