//! For which programs an expectation holds, as it is told.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use maycrawl::RobotsTxt;
use maycrawl_effects::Budget;
use maycrawl_effects::expectation::{Expectation, ExpectationAnswer, ExpectationOutcome, Verifier};

use super::{AskedAs, ProgramsAnswer, list};
use crate::{FileReadings, Reader};

/// For which programs an expectation holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ExpectedPrograms {
    /// Programs for which it is proved for every URL of the region.
    pub holds: Vec<&'static str>,
    /// Where it fails, each program once.
    pub fails: Vec<ProgramsFailure>,
    /// Programs for which that is not known: too much would have to be compared.
    pub undecided: Vec<&'static str>,
}

/// A path for which an expectation fails for some programs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ProgramsFailure {
    /// The programs. Never empty.
    pub programs: Vec<&'static str>,
    /// The crawlers as which they ask, of those that the expectation means. At most 50.
    pub crawlers: Vec<String>,
    /// The number of crawlers that are not in the list.
    pub more: usize,
    /// Also every crawler that the file does not name.
    pub others: bool,
    /// The path.
    pub path: String,
    /// It fails only for unusual paths: with an escape that nobody needs, or `/robots.txt`.
    pub is_unusual: bool,
    /// Whether the path may be fetched.
    pub is_allowed: bool,
    /// The line that decides, if any.
    #[cfg_attr(feature = "schema", schema(required))]
    pub line: Option<u32>,
}

impl ExpectedPrograms {
    /// Nothing is known, for any of the programs.
    #[must_use]
    pub fn undecided(readers: &[&'static Reader]) -> Self {
        let undecided = readers.iter().map(|reader| reader.name()).collect();
        Self { undecided, ..Self::default() }
    }

    /// For which programs both hold.
    ///
    /// ```
    /// use maycrawl_effects::Budget;
    /// use maycrawl_readers::{FileReadings, Reader, UNNAMED};
    ///
    /// let (google, budget) = (Reader::by_name("google").unwrap(), &mut Budget::default());
    /// let readings = FileReadings::new(&[google], b"User-agent: *\nDisallow: /a\n", budget);
    /// let mut disallows = |path| readings.all_paths_are(false, (path, &[]), &[UNNAMED], budget);
    /// let (a, b) = (disallows("/a"), disallows("/b"));
    /// let both = a.clone().and(b);
    /// assert!(a.holds == ["google"] && both.holds.is_empty() && both.fails[0].path == "/b");
    /// ```
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for mut failure in other.fails {
            let is_told = |name: &&str| self.fails.iter().any(|it| it.programs.contains(name));
            failure.programs.retain(|name| !is_told(name));
            if !failure.programs.is_empty() {
                self.fails.push(failure);
            }
        }
        let fails = |name: &&str| self.fails.iter().any(|it| it.programs.contains(name));
        self.undecided.extend(other.undecided);
        self.undecided.sort_unstable();
        self.undecided.dedup();
        self.undecided.retain(|name| !fails(name));
        self.holds.retain(|name| other.holds.contains(name));
        self
    }
}

/// The most crawlers of a failure that are listed.
const MAX_NAMES: usize = 50;

/// What changes if the region gets the expected verdict is where the expectation fails.
impl From<ProgramsAnswer> for ExpectedPrograms {
    fn from(answer: ProgramsAnswer) -> Self {
        let fails = answer.changed.into_iter().map(|change| ProgramsFailure {
            programs: change.programs,
            more: change.crawlers.len().saturating_sub(MAX_NAMES),
            crawlers: change.crawlers.into_iter().take(MAX_NAMES).collect(),
            others: change.others,
            path: change.path,
            is_unusual: change.is_unusual,
            is_allowed: !change.becomes_allowed,
            line: change.line_before,
        });
        Self { holds: answer.kept, fails: fails.collect(), undecided: answer.undecided }
    }
}

/// `/cart is allowed for cpython and www-robotrules (line 2)`.
impl fmt::Display for ProgramsFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_allowed { "allowed" } else { "disallowed" };
        let path = maycrawl::Printable(self.path.as_bytes());
        write!(f, "{path} is {verdict} for {}", list(&self.programs))?;
        if let Some(line) = self.line {
            write!(f, " (line {line})")?;
        }
        write!(f, "{}", AskedAs(&self.crawlers, self.more, self.others))
    }
}

/// What is said about an expectation: of crawlers as the profile reads the file, and for other programs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct VerifyAnswer {
    /// Whether it holds.
    #[serde(flatten)]
    pub expectation: ExpectationAnswer,
    /// For which programs it holds, each with its own reading; null for `same`, `refuse` and `grant`, and if no URL is
    /// in the region.
    #[cfg_attr(feature = "schema", schema(required))]
    pub programs: Option<ExpectedPrograms>,
}

impl VerifyAnswer {
    /// What every face spends on the programs of all expectations together: half a second.
    pub const STEPS_FOR_PROGRAMS: u64 = 60_000_000;

    /// The answers of [`Verifier::verify_all`] about expectations of a file, and for which programs these hold.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    /// use maycrawl_effects::Budget;
    /// use maycrawl_effects::expectation::{self, Verifier};
    /// use maycrawl_readers::Reader;
    /// use maycrawl_readers::answer::VerifyAnswer;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /*.pdf$\n");
    /// let (expected, budget) = (expectation::parse("disallow * /*.pdf$").unwrap(), &mut Budget::default());
    /// let (verifier, readers) = (Verifier::new(&robots, budget), Reader::all().iter().collect::<Vec<_>>());
    /// let answers = (&*expected, verifier.verify_all(&expected, budget));
    /// let budget = &mut Budget::new(VerifyAnswer::STEPS_FOR_PROGRAMS);
    /// let answers = VerifyAnswer::of_all(&robots, &verifier, answers, &readers, budget);
    /// // Some programs read no wildcards.
    /// assert!(answers[0].programs.as_ref().unwrap().fails[0].programs.contains(&"cpython-3.11"));
    /// ```
    ///
    /// Cost: [`FileReadings::expected`](crate::FileReadings::expected) for each of them. Ends at the budget.
    #[must_use]
    pub fn of_all(
        robots: &RobotsTxt<'_>,
        verifier: &Verifier<'_>,
        (expectations, answers): (&[Expectation], Vec<ExpectationAnswer>),
        readers: &[&'static Reader],
        programs: &mut Budget<'_>,
    ) -> Vec<Self> {
        let answers = answers.into_iter();
        let mut answers: Vec<_> =
            answers.map(|expectation| Self { expectation, programs: None }).collect();
        let readings = FileReadings::new(readers, robots.as_bytes(), programs);
        // A line that costs much does not take what the others need.
        for (least, most) in STEPS_OF_AN_EXPECTATION {
            for (answer, expectation) in answers.iter_mut().zip(expectations) {
                let is_empty = answer.expectation.outcome == ExpectationOutcome::Empty;
                let is_known = answer.programs.as_ref().is_some_and(|it| it.undecided.is_empty());
                if !is_empty && !is_known && programs.steps() >= least {
                    answer.programs = programs.with_at_most(most, |programs| {
                        readings.expected(verifier, expectation, programs)
                    });
                }
            }
        }
        answers
    }
}

/// The most steps of one expectation for all programs, and then of those for which these do not suffice: about 30 ms.
/// With fewer than the least, less would be told than before.
const STEPS_OF_AN_EXPECTATION: [(u64, u64); 2] = [(0, 300_000), (300_000, 3_000_000)];
