//! Text, JSON and schema have the same names for what the crates below say.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

use maycrawl_effects::{Access, Severity};
use maycrawl_lint::FixEffect;
use maycrawl_uses::{Condition, Family, FindingKind, Outcome, Use};
use serde::Serialize;
use serde_json::json;
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
fn findings_and_effects_have_the_same_names() {
    use {Access as A, Severity as S};
    agree(&[FixEffect::KeepsVerdicts, FixEffect::TakesEffect], FixEffect::name);
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
    ];
    agree(&findings, F::name);
}
