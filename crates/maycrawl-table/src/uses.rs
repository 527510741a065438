//! The kernel `uses`: what robots.txt files say about a use of their sites' content.

use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{Crawler, RobotsTxt};
use maycrawl_uses::{Answer, Evidence, Place, Readings, Use};

use crate::column::{Column, KernelError, rows, shared};
use crate::kernels::{Kernels, crawler};

impl Kernels {
    /// For each row what `robots` says about the use `wanted` (`train`, or a document's own word such as `ai-train`) of
    /// `url` by `agent`, as a struct with [`use_fields`]. A question that cannot be read has the outcome `error`.
    ///
    /// Only the file is asked. Fields, pages, `/.well-known/tdmrep.json` and licences may refuse what it grants.
    ///
    /// Cost: a parse of the file for each run of rows that have the same one, and a reading of it for each row.
    ///
    /// ```
    /// use arrow_array::{StringArray, cast::AsArray};
    /// use maycrawl_table::Kernels;
    ///
    /// let text = |text| StringArray::from(vec![text]);
    /// let robots = text("User-agent: *\nContent-Signal: search=yes, ai-train=no\n");
    /// let wanted = StringArray::from(vec!["train", "search", "input"]);
    /// let uses = Kernels::new(1 << 20).uses(&robots, &text("GPTBot"), &text("/"), &wanted).unwrap();
    /// let outcomes = uses.column_by_name("outcome").unwrap().as_string::<i32>();
    /// assert_eq!(outcomes.iter().flatten().collect::<Vec<_>>(), ["refused", "granted", "not said"]);
    /// ```
    ///
    /// # Errors
    /// As [`allowed`](Self::allowed).
    pub fn uses(
        &self,
        robots: &dyn Array,
        agent: &dyn Array,
        url: &dyn Array,
        wanted: &dyn Array,
    ) -> Result<StructArray, KernelError> {
        let rows = rows(&[robots, agent, url, wanted])?;
        let [robots, agents] = [Column::of(robots, "robots")?, Column::of(agent, "agent")?];
        let [urls, names] = [Column::of(url, "url")?, Column::of(wanted, "use")?];
        let mut answers = UseBuilder::default();
        let mut last: Option<(&[u8], RobotsTxt<'_>)> = None;
        for row in 0..rows {
            let (Some(body), Some(agent), Some(url), Some(wanted)) =
                (robots.get(row), agents.get(row), urls.text(row), names.text(row))
            else {
                answers.append(None);
                continue;
            };
            if last.as_ref().is_none_or(|(parsed, _)| *parsed != body) {
                last = Some((body, RobotsTxt::parse_with(body, self.profile)));
            }
            let Some((_, file)) = &last else { continue };
            let answer = (|| {
                let wanted = wanted.map_err(|_| "the use is not UTF-8".to_owned())?;
                let wanted: Use = wanted.parse().map_err(|error| format!("{error}"))?;
                let url = url.map_err(|_| "the URL is not UTF-8".to_owned())?;
                Ok(UseAnswer::of(file, &crawler(agent)?, &asked(url)?, wanted))
            })();
            answers.append(Some(&answer));
        }
        Ok(answers.structs())
    }
}

fn asked(url: &str) -> Result<AskedUrl<'_>, String> {
    AskedUrl::read(url, Schemes::Fetched).map_err(|error| error.to_string())
}

/// What a file says about a use.
pub(crate) fn said(
    file: &RobotsTxt<'_>,
    crawler: &Crawler,
    url: &AskedUrl<'_>,
    wanted: Use,
) -> Answer {
    let evidence = Evidence { robots: Some(file), ..Evidence::default() };
    maycrawl_uses::ask(&evidence, crawler, url, wanted, Readings::DEFAULT)
}

/// What a file says about a use, and the statement that says the strictest.
pub(crate) struct UseAnswer {
    pub(crate) outcome: &'static str,
    strictest: Option<&'static str>,
    line: Option<i32>,
    document: Option<&'static str>,
    text: Option<String>,
}

impl UseAnswer {
    pub(crate) fn of(
        file: &RobotsTxt<'_>,
        crawler: &Crawler,
        url: &AskedUrl<'_>,
        wanted: Use,
    ) -> Self {
        let answer = said(file, crawler, url, wanted);
        let mut statements = answer
            .families
            .iter()
            .flat_map(|family| family.statements.iter().map(move |it| (family.document, it)));
        let decides = statements.find(|(_, it)| Some(it.outcome) == answer.strictest);
        let line = decides.and_then(|(_, it)| match it.place {
            Place::Line(line) => i32::try_from(line).ok(),
            _ => None,
        });
        Self {
            outcome: answer.outcome.name(),
            strictest: answer.strictest.map(maycrawl_uses::Outcome::name),
            line,
            document: decides.map(|(document, _)| document),
            text: decides.map(|(_, it)| it.text.clone()),
        }
    }
}

#[derive(Default)]
struct UseBuilder {
    outcome: StringBuilder,
    strictest: StringBuilder,
    line: Int32Builder,
    document: StringBuilder,
    text: StringBuilder,
    is_asked: Vec<bool>,
}

impl UseBuilder {
    /// Appends a row; `None` is a row of nulls.
    fn append(&mut self, answer: Option<&Result<UseAnswer, String>>) {
        self.is_asked.push(answer.is_some());
        let (outcome, text) = match answer {
            Some(Ok(answer)) => (Some(answer.outcome), answer.text.as_deref()),
            Some(Err(error)) => (Some("error"), Some(error.as_str())),
            None => (None, None),
        };
        self.outcome.append_option(outcome);
        self.text.append_option(text);
        let answer = answer.and_then(|answer| answer.as_ref().ok());
        self.strictest.append_option(answer.and_then(|answer| answer.strictest));
        self.line.append_option(answer.and_then(|answer| answer.line));
        self.document.append_option(answer.and_then(|answer| answer.document));
    }

    fn structs(mut self) -> StructArray {
        let columns: Vec<ArrayRef> = vec![
            shared(self.outcome.finish()),
            shared(self.strictest.finish()),
            shared(self.line.finish()),
            shared(self.document.finish()),
            shared(self.text.finish()),
        ];
        StructArray::new(use_fields(), columns, Some(NullBuffer::from(self.is_asked)))
    }
}

/// The fields of the struct that [`uses`](Kernels::uses) gives:
///
/// - `outcome`: `granted`, `refused`, `conditional`, `not said`, `conflict`, `not applicable`, or `error`;
/// - `strictest`: the strictest that any signal states, as in a conflict; null if none states anything;
/// - `line`, `document`, `text`: a statement that says the strictest; `text` of an error is its sentence.
#[must_use]
pub fn use_fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8, true);
    Fields::from(vec![
        text("outcome"),
        text("strictest"),
        Field::new("line", DataType::Int32, true),
        text("document"),
        text("text"),
    ])
}
