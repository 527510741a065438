//! Text, JSON and schema have the same names for everything that the library says.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

use maycrawl::answer::{ProfileName, ReasonCode, RuleDecision};
use maycrawl::crawler::{AiList, Compliance, KnownCrawler, Purpose};
use maycrawl::verdict::{Decision, Reason, RuleKind, Unreachable};
use maycrawl::{Crawler, Profile, as_written, check_once};
use maycrawl_effects::{Access, Severity};
use maycrawl_lint::FixEffect;
use maycrawl_uses::{Condition, Family, FindingKind, Outcome, Use};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::PartialSchema;

/// The values in the schema, which the compiler knows to be all of them.
fn described<T: PartialSchema>() -> Vec<String> {
    let schema = serde_json::to_value(T::schema()).unwrap();
    let values = schema["enum"].as_array().unwrap_or_else(|| panic!("no enum: {schema}"));
    values.iter().map(|value| value.as_str().unwrap().into()).collect()
}

/// `all` is complete, and text, JSON and schema have the same name for each.
fn agree<T: PartialSchema + Serialize + Copy>(all: &[T], name: impl Fn(T) -> &'static str) {
    let names: Vec<_> = all.iter().map(|&one| name(one)).collect();
    assert_eq!(described::<T>(), names);
    assert_eq!(json!(all), json!(names));
}

#[test]
fn schema_json_and_text_have_the_same_names() {
    use {AiList as L, Compliance as C, Decision as D};
    agree(&[D::Allowed, D::Disallowed, D::NotApplicable], Decision::name);
    agree(&[RuleDecision::Allowed, RuleDecision::Disallowed], RuleDecision::name);
    agree(&[RuleKind::Disallow, RuleKind::Allow], RuleKind::name);
    agree(&[L::Training, L::Search, L::User, L::Undocumented], AiList::name);
    let compliances = [C::Obeys, C::ControlToken, C::Ignores, C::ReportedNotToObey, C::Unclear];
    agree(&compliances, Compliance::name);
    for known in KnownCrawler::all() {
        assert_eq!(json!(known.purpose), known.purpose.name());
        assert!(described::<Purpose>().iter().any(|name| name == known.purpose.name()));
    }
    assert_eq!(described::<ProfileName>(), Profile::ALL.map(|profile| profile.name));
}

#[test]
fn findings_and_effects_have_the_same_names() {
    use {Access as A, Severity as S};
    agree(&[FixEffect::KeepsVerdicts, FixEffect::Mends], FixEffect::name);
    agree(&[S::Note, S::Warning, S::Error], Severity::name);
    agree(&[A::Everything, A::Part, A::Nothing, A::Undecided], Access::name);
}

#[test]
fn the_words_of_uses_are_the_same_in_schema_json_and_text() {
    use {Condition as C, FindingKind as F};
    agree(&Use::ALL, Use::name);
    agree(&Outcome::ALL, Outcome::name);
    agree(&Family::ALL, Family::name);
    let conditions = [
        C::Payment,
        C::Users,
        C::Region,
        C::Token,
        C::Limit,
        C::Part,
        C::NotRead,
        C::NotUnderstood,
    ];
    agree(&conditions, C::name);
    let findings = [
        F::NoDictionary,
        F::OutsideGroups,
        F::NotAbsolute,
        F::TooMany,
        F::TooLong,
        F::GroupingDiffers,
        F::NotAReservation,
        F::SeveralLicenses,
        F::UseDegree,
        F::UnknownLabel,
        F::FieldNotRead,
    ];
    agree(&findings, F::name);
}

/// Each reason once.
fn reasons() -> Vec<Reason<'static>> {
    let file = b"User-agent: *\nAllow: /a\n";
    let verdict = check_once(file, &Crawler::GOOGLEBOT, as_written("/a"), Profile::GOOGLE);
    let unreachable = [
        Unreachable::ServerError,
        Unreachable::TooManyRequests,
        Unreachable::Network,
        Unreachable::BlockedByPolicy,
        Unreachable::Busy,
        Unreachable::Unconfirmed,
    ];
    let mut all = vec![verdict.reason(), Reason::NoRuleMatched, Reason::NoGroup];
    all.extend([Reason::StarIgnored, Reason::EmptyGroup, Reason::NoFile]);
    all.extend(unreachable.map(Reason::Unreachable));
    all.extend([Reason::Expired, Reason::NotApplicable]);
    all.extend([Reason::CrawlerIgnoresRobotsTxt, Reason::RobotsTxtItself]);
    all
}

#[test]
fn the_code_of_a_reason_is_its_name() {
    let all = reasons();
    for reason in &all {
        assert_eq!(json!(ReasonCode::from(*reason)), Value::from(reason.name()));
    }
    let names: Vec<_> = all.iter().map(Reason::name).collect();
    assert_eq!(described::<ReasonCode>(), names);
}
