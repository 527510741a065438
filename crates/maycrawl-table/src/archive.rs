//! Robots.txt files as they were fetched in the past: one record for each fetch, from a web archive or a table.

use std::path::{Path, PathBuf};

use maycrawl::verdict::Unreachable;
use maycrawl::{Origin, Reason};
use maycrawl_policy::{ArchivedResponse, BodyEnd, FailureKind, Outcome, Policy};

use crate::error::JobError;
use crate::files::{InputFile, InputFiles};
use crate::input::{BadRow, open_raw};
use crate::warc::{WarcReader, WarcRecord};

/// What one fetch says about a site. `F` is the file, or the place of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RobotsContent<F = Vec<u8>> {
    /// This file decides.
    File(F),
    /// This reason decides for every URL, such as [`Reason::NoFile`].
    Fixed(Reason<'static>),
    /// The answer is that of another URL.
    Redirect(String),
}

/// One fetch of a robots.txt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsRecord {
    /// The URL of the robots.txt in normal form.
    pub url: String,
    /// The time of the fetch in milliseconds since 1970 began. 0 if the source has no time.
    pub date: i64,
    /// What it says.
    pub content: RobotsContent,
    /// How the body ended.
    pub end: RecordEnd,
}

/// How the body of a recorded response ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEnd {
    /// As it was announced, or the answer is no file.
    Known,
    /// Nothing announced the end of the file, so nobody can know whether it is complete. It counts as the file.
    Unknown,
    /// Too early. The site is unreachable, unless the file is longer than the limit.
    Cut,
}

impl RobotsRecord {
    /// The fetch that a record of a web archive holds. `None` for a record of another kind, or about a page that is not
    /// a robots.txt.
    ///
    /// ```
    /// use maycrawl_policy::Policy;
    /// use maycrawl_table::RobotsRecord;
    /// use maycrawl_table::warc::WarcReader;
    ///
    /// let archive = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/a\r\n\
    ///     WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: 19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n\r\n";
    /// let record = WarcReader::new(&archive[..]).unwrap().next().unwrap().unwrap();
    /// // A page of the site is no robots.txt, and no error.
    /// assert_eq!(RobotsRecord::from_warc(&record, Policy::Google2026).unwrap(), None);
    /// ```
    ///
    /// # Errors
    /// What is wrong with the record, if it is the response for a robots.txt.
    pub fn from_warc(record: &WarcRecord, policy: Policy) -> Result<Option<Self>, String> {
        let is_robots = record.target_uri.to_ascii_lowercase().contains("robots.txt");
        if record.kind != "response" || !is_robots {
            return Ok(None);
        }
        let url = resource_url(&record.target_uri)?;
        let date = parse_date(&record.date)?;
        let end = if record.is_cut { BodyEnd::Cut } else { BodyEnd::Unknown };
        let response = ArchivedResponse::read(&url, &record.block, end)
            .map_err(|failure| failure.to_string())?;
        let end = RecordEnd::of(&response);
        let content = match response {
            ArchivedResponse::Redirect(to) => RobotsContent::Redirect(resource_url(&to)?),
            ArchivedResponse::Outcome(outcome) => RobotsContent::of(outcome, policy),
            _ => return Err("a response of an unknown kind".to_owned()),
        };
        Ok(Some(Self { url, date, content, end }))
    }

    /// The fetch that a row of a table holds: a URL of the site or of its robots.txt, the body, and optionally the
    /// status code and the date.
    ///
    /// ```
    /// use maycrawl_policy::Policy;
    /// use maycrawl_table::{RobotsContent, RobotsRecord};
    ///
    /// let read = |body, status| {
    ///     RobotsRecord::from_row("https://example.com/page", body, status, None, Policy::Google2026)
    /// };
    /// let record = read(Some(&b"User-agent: *\n"[..]), None).unwrap();
    /// assert_eq!(record.url, "https://example.com/robots.txt");
    /// // The body of an error page is not a robots.txt.
    /// let record = read(Some(&b"User-agent: *\n"[..]), Some(404)).unwrap();
    /// assert!(matches!(record.content, RobotsContent::Fixed(_)));
    /// // A success whose body was not kept says nothing about the site.
    /// assert!(read(None, Some(200)).is_err());
    /// ```
    ///
    /// # Errors
    /// What is wrong with the row.
    pub fn from_row(
        url: &str,
        body: Option<&[u8]>,
        status: Option<i64>,
        date: Option<&str>,
        policy: Policy,
    ) -> Result<Self, String> {
        let origin = Origin::parse(url).map_err(|error| error.to_string())?;
        let date = date.filter(|date| !date.is_empty()).map_or(Ok(0), parse_date)?;
        let outcome = match (status, body) {
            (None, None) => return Err("the row has neither a body nor a status".to_owned()),
            (Some(200..=299), None) => return Err("status 2xx without a body".to_owned()),
            (status, body) => {
                let status = u16::try_from(status.unwrap_or(200)).unwrap_or(0);
                Outcome::from_status(status, body.unwrap_or_default())
            }
        };
        let content = RobotsContent::of(outcome, policy);
        Ok(Self { url: origin.robots_url(), date, content, end: RecordEnd::Known })
    }

    /// The origin that the record is about; `None` for the target of a redirect that is not a site's `/robots.txt`.
    ///
    /// ```
    /// use maycrawl_policy::Policy;
    /// use maycrawl_table::RobotsRecord;
    ///
    /// let record =
    ///     RobotsRecord::from_row("http://example.com:80/a", Some(b""), None, None, Policy::Google2026);
    /// // The default port of the scheme is not part of an origin.
    /// assert_eq!(record.unwrap().origin().unwrap().as_str(), "http://example.com");
    /// ```
    #[must_use]
    pub fn origin(&self) -> Option<Origin> {
        Origin::from_robots_url(&self.url).ok().flatten()
    }
}

/// The robots.txt records of a web archive, one after the other, each with the record of the archive. `None` stands for
/// a record that is not about a robots.txt.
pub(crate) struct ArchiveReader {
    path: PathBuf,
    records: WarcReader<InputFile>,
    policy: Policy,
}

impl ArchiveReader {
    pub(crate) fn open(
        files: &dyn InputFiles,
        path: &Path,
        policy: Policy,
    ) -> Result<Self, JobError> {
        let records = WarcReader::new(open_raw(files, path)?).map_err(JobError::read(path))?;
        Ok(Self { path: path.to_owned(), records, policy })
    }
}

impl Iterator for ArchiveReader {
    type Item = Result<Option<(RobotsRecord, WarcRecord)>, BadRow>;

    fn next(&mut self) -> Option<Self::Item> {
        let path = self.path.as_path();
        let record = match self.records.next()? {
            Ok(record) => record,
            Err(bad) => return Some(Err(BadRow::new(path, bad.number, bad.reason, None))),
        };
        Some(match RobotsRecord::from_warc(&record, self.policy) {
            Ok(robots) => Ok(robots.map(|robots| (robots, record))),
            Err(reason) => {
                let uri = Some(record.target_uri.as_bytes());
                Err(BadRow::new(path, record.number, reason, uri))
            }
        })
    }
}

impl RecordEnd {
    fn of(response: &ArchivedResponse) -> Self {
        match response {
            ArchivedResponse::Outcome(Outcome::File(body))
                if !body.is_end_announced && !body.cut =>
            {
                Self::Unknown
            }
            ArchivedResponse::Outcome(Outcome::Failed(failure))
                if failure.kind == FailureKind::Truncated =>
            {
                Self::Cut
            }
            _ => Self::Known,
        }
    }
}

impl RobotsContent {
    fn of(outcome: Outcome, policy: Policy) -> Self {
        match (policy.reason_of(&outcome), outcome) {
            (None, Outcome::File(body)) => Self::File(body.bytes.into()),
            (Some(reason), _) => Self::Fixed(reason),
            (None, _) => Self::Fixed(Reason::Unreachable(Unreachable::Network)),
        }
    }
}

/// A URL in normal form, without user, password and fragment.
fn resource_url(written: &str) -> Result<String, String> {
    let request = maycrawl::RequestUrl::parse(written)
        .map_err(|error| format!("the URL of the record: {error}"))?;
    Ok(request.as_str().to_owned())
}

/// A date of RFC 3339 in milliseconds since 1970 began.
fn parse_date(text: &str) -> Result<i64, String> {
    let date: Result<jiff::Timestamp, _> = text.trim().parse();
    date.map(jiff::Timestamp::as_millisecond)
        .map_err(|_| "the date is not of the form 2026-01-31T12:00:00Z".to_owned())
}
