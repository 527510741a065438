//! The TDM Reservation Protocol: text and data mining as one thing, for all crawlers.
//!
//! A later place supersedes an earlier one (file, field, meta element), and of the file's rules the first that matches
//! counts: the opposite of AIPREF in both. A value that is neither 0 nor 1 is unset, and what is unset resets nothing.

use alloc::vec::Vec;

use maycrawl::internals::PathPattern;
use maycrawl::{Profile, Requested, UrlPath};

use crate::statement::{Finding, FindingKind, MAX_STATEMENTS, Outcome, Place, Statement};

/// What a site says by the protocol.
#[derive(Clone, Copy, Debug, Default)]
pub struct TdmReservation<'a> {
    /// The rules of `/.well-known/tdmrep.json`, in order.
    pub file: &'a [TdmRule<'a>],
    /// The HTTP field `tdm-reservation`.
    pub field: Option<&'a [u8]>,
    /// The meta element `tdm-reservation`.
    pub meta: Option<&'a [u8]>,
}

/// A rule of `/.well-known/tdmrep.json`.
#[derive(Clone, Copy, Debug)]
pub struct TdmRule<'a> {
    /// `location`: a path with `*` and `$`.
    pub location: &'a str,
    /// `tdm-reservation`, if it is a number. A text `"1"` is none: the report defines numbers.
    pub reservation: Option<i64>,
}

impl TdmReservation<'_> {
    pub(super) fn about<'u>(
        &self,
        url: impl Requested<'u>,
        findings: &mut Vec<Finding>,
    ) -> (Outcome, Vec<Statement>) {
        let mut statements: Vec<_> = self.for_file(url, findings).into_iter().collect();
        let later = [
            (Place::Field("tdm-reservation"), self.field),
            (Place::Meta("tdm-reservation"), self.meta),
        ];
        for (place, value) in later {
            let Some(value) = value else { continue };
            let outcome = match value.trim_ascii() {
                b"1" => Outcome::Refused,
                b"0" => Outcome::Granted,
                _ => Outcome::NotSaid,
            };
            statements.push(Statement::new(place, value, outcome));
        }
        for statement in statements.iter().filter(|it| it.outcome == Outcome::NotSaid) {
            let place = Some(statement.place);
            findings.push(Finding::new(place, FindingKind::NotAReservation));
        }
        let stated = statements.iter().rev().map(|it| it.outcome).find(|it| it.is_stated());
        (stated.unwrap_or(Outcome::NotSaid), statements)
    }

    fn for_file<'u>(
        &self,
        url: impl Requested<'u>,
        findings: &mut Vec<Finding>,
    ) -> Option<Statement> {
        // The report compares decoded unreserved characters, as RFC 9309 does.
        let path = UrlPath::from_url(url, Profile::RFC9309);
        let matches = |rule: &TdmRule<'_>| {
            PathPattern::new(rule.location.as_bytes(), Profile::RFC9309).matches(&path)
        };
        // A file with too many rules is left out as a whole, like one of robots.txt.
        if self.file.len() > MAX_STATEMENTS {
            let place = Place::File("/.well-known/tdmrep.json");
            return Some(Statement::unread(place, FindingKind::TooMany, findings));
        }
        let rules = self.file;
        let at = rules.iter().position(matches)?;
        let outcome = match rules[at].reservation {
            Some(1) => Outcome::Refused,
            Some(0) => Outcome::Granted,
            _ => Outcome::NotSaid,
        };
        Some(Statement::new(Place::TdmFile(at), rules[at].location.as_bytes(), outcome))
    }
}
