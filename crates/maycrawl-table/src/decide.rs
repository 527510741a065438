//! The decision of a row: which URL is asked about, and the answers for all crawlers of a job.

use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{Crawler, Reason, SiteBasis, SiteRules, UrlPath, Verdict};

use crate::answer::RowAnswer;
use crate::column::Column;
use crate::rules::{Rules, Site};

/// Calls `each` with the answer for every crawler of the job, in order.
pub(crate) fn each_answer(
    rules: &Rules,
    site: &Site,
    url: &AskedUrl<'_>,
    mut each: impl FnMut(&Crawler, &RowAnswer),
) {
    let path = UrlPath::from_url(url, rules.profile);
    for (index, crawler) in rules.crawlers.iter().enumerate() {
        let verdict = match site {
            Site::Rules(file) => file.rules.get(index).map(|rules| rules.check_path(&path)),
            Site::Fixed(_) if crawler.ignores_robots_txt() => {
                Some(Verdict::new(Reason::CrawlerIgnoresRobotsTxt))
            }
            // The site is known: the rows are joined with files by origin.
            Site::Fixed(reason) => {
                Some(SiteRules::new(None, SiteBasis::Reason(*reason, rules.profile)).check(url))
            }
            Site::Unknown => None,
        };
        each(crawler, &verdict.as_ref().map_or_else(RowAnswer::unknown, RowAnswer::new));
    }
}

/// The URL of a row.
pub(crate) fn read<'u>(column: &Column<'u>, row: usize) -> Result<AskedUrl<'u>, String> {
    let text = match column.text(row) {
        None => return Err("the row has no URL".to_owned()),
        Some(Err(_)) => return Err("the URL is not UTF-8".to_owned()),
        Some(Ok(text)) => text,
    };
    let url = AskedUrl::read(text, Schemes::Fetched).map_err(|error| error.to_string())?;
    if url.origin().is_none() {
        return Err("no scheme; write the full URL, such as https://example.com/page".to_owned());
    }
    Ok(url)
}
