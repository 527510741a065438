//! The page of watched sites: HTML without a script, in the look of the service's other pages.
//!
//! Summaries, states and expectations have text of strangers in them. All text goes through [`shown`].

use std::fmt::Write as _;

use maycrawl::{HtmlText, Origin, Printable};
use maycrawl_fetch::Timestamp;
use maycrawl_policy::HumanDuration;

use super::list::PAGE_SITES;
use super::{Expected, List, Rung, Status, WatchedSite};
use crate::own_pages;

/// Expectations that a site shows. The messages of the watcher have all.
const MAX_LINES: usize = 3;

/// The page.
pub(crate) fn page(list: &List) -> String {
    let mut body = String::from("<h1>Watched sites</h1>\n");
    alarm(list, &mut body);
    // Memory can always be written.
    let _ = writeln!(
        body,
        "<p>{} As of {}; the page loads itself again every minute. <a href=\"/watched.json\">The same as \
         JSON</a></p>",
        counted(list),
        time(list.at)
    );
    for remark in remarks(list) {
        let _ = writeln!(body, "<p class=\"muted\">{remark}</p>");
    }
    if !list.sites.is_empty() {
        body += "<table class=\"watched\">\n<thead><tr><th scope=\"col\">Site<th scope=\"col\">Now<th scope=\"col\">Last \
                 change<th scope=\"col\">Expectations<th scope=\"col\">Last asked</thead>\n<tbody>\n";
        list.sites.iter().for_each(|(origin, site)| row(origin, site, list.at, &mut body));
        body += "</tbody>\n</table>\n";
    }
    paging(list, &mut body);
    own_pages::page("watched sites", &body)
}

/// What must be known before anything else is read: that nobody looks any more, or never did.
fn alarm(list: &List, body: &mut String) {
    let text = match list.looked {
        None => {
            "<strong>No site is watched in this store.</strong> <code>maycrawl watch SITE...</code> with the same \
             <code>--store</code> as this service adds some."
                .to_owned()
        }
        Some(_) if list.is_running => return,
        Some(looked) if looked > list.at => format!(
            "<strong>The clocks of the watcher and of this service differ.</strong> It last asked a site at {}, which \
             is in the future here. Nobody knows how old the page is.",
            time(looked)
        ),
        Some(looked) => format!(
            "<strong>The watcher has stopped.</strong> It last asked a site at {}, {}. That is longer than its interval. \
             Everything below is as it was then.",
            time(looked),
            looked.ago(list.at)
        ),
    };
    let _ = writeln!(body, "<p class=\"alarm\" role=\"alert\">{text}</p>");
}

/// The sites by their states, in one sentence.
fn counted(list: &List) -> String {
    let mut parts: Vec<_> = (list.counts.iter())
        .map(|(status, count)| format!("{count} {}", counted_as(*status, *count)))
        .collect();
    let others = list.stale - list.counts.get(&Status::Stale).copied().unwrap_or_default();
    if others > 0 {
        parts.push(format!("{others} of those with trouble not asked in time either"));
    }
    let sites = if list.total == 1 { "site" } else { "sites" };
    match parts.is_empty() {
        true => format!("{} {sites}.", list.total),
        false => format!("{} {sites}: {}.", list.total, parts.join("; ")),
    }
}

fn counted_as(status: Status, count: usize) -> &'static str {
    match (status, count) {
        (Status::ExpectationFails, 1) => "does not meet its expectations",
        (Status::ExpectationFails, _) => "do not meet their expectations",
        (Status::NothingAllowed, _) => "cannot be read, so nothing may be crawled",
        (Status::NoLimits, _) => "cannot be read, and no limits are assumed",
        (Status::LastCopy, _) => "cannot be read, and the last copy is used",
        (Status::Refused, _) => "may not be asked",
        (Status::Stale, 1) => "was not asked in time",
        (Status::Stale, _) => "were not asked in time",
        (Status::Flapping, 1) => "changes again and again",
        (Status::Flapping, _) => "change again and again",
        (Status::Changed, _) => "changed within a day",
        (Status::Good, _) => "without news",
    }
}

fn remarks(list: &List) -> Vec<String> {
    let mut remarks = Vec::new();
    if list.unreadable > 0 {
        remarks.push(format!(
            "{} records cannot be read: they are damaged, or of a later release. Their sites are missing here.",
            list.unreadable
        ));
    }
    if list.forgotten > 0 {
        remarks.push(format!(
            "Sites that were not asked for 30 days are left out: {}.",
            list.forgotten
        ));
    }
    if list.is_cut {
        remarks.push(format!("The store has more sites than the {} shown.", list.total));
    }
    remarks
}

fn row(origin: &Origin, site: &WatchedSite, now: Timestamp, out: &mut String) {
    let status = site.status(now);
    let is_stale = site.is_stale(now);
    let _ = write!(
        out,
        "<tr><th scope=\"row\"><a href=\"{}\" rel=\"noreferrer\">{}</a>\n<td data-label=\"Now\"><strong \
         class=\"{}\">{}</strong>",
        HtmlText(&origin.robots_url()),
        shown(origin.as_str()),
        class(status),
        title(status),
    );
    if is_stale {
        let _ = write!(
            out,
            "<br><strong class=\"warn\">Old: not asked since {}, longer than its interval</strong>",
            time(site.looked)
        );
    }
    if site.rung != Rung::Readable {
        let since = site.failing_since.map(time).unwrap_or_default();
        let _ = write!(out, "<br>robots.txt cannot be read since {since}: {}", site.rung.effect());
    }
    if site.flaps && status != Status::Flapping {
        out.push_str("<br>its state changes again and again");
    }
    let _ =
        write!(out, "<br><span class=\"muted\">At the last look: {}</span>", shown(&site.state));
    out.push_str("\n<td data-label=\"Last change\">");
    match &site.change {
        None => {
            let _ = write!(out, "none since {}", time(site.since));
        }
        Some(change) => {
            // The sentence has the site before it, as messages do.
            let summary =
                change.summary.strip_prefix(origin.as_str()).map(|it| it.trim_start_matches(": "));
            let summary = shown(summary.unwrap_or(&change.summary));
            let _ = write!(out, "{}<br>{summary}", moment(change.at, now, false));
        }
    }
    let interval = match site.interval {
        Some(interval) => format!("every {}", HumanDuration(interval)),
        None => "interval not known".to_owned(),
    };
    let _ = write!(
        out,
        "\n<td data-label=\"Expectations\">{}\n<td data-label=\"Last asked\">{}<br><span \
         class=\"muted\">{interval}</span>\n",
        expectations(&site.expected),
        moment(site.looked, now, is_stale),
    );
}

fn expectations(expected: &Expected) -> String {
    match expected {
        Expected::Nothing => "<span class=\"muted\">none</span>".to_owned(),
        Expected::Holds => "all hold".to_owned(),
        Expected::NotKnown => "not known while robots.txt cannot be read".to_owned(),
        Expected::Fails { count, lines } => {
            let (do_not, more) = match count {
                1 => ("1 does not hold".to_owned(), 0),
                count => (
                    format!("{count} do not hold"),
                    count.saturating_sub(lines.len().min(MAX_LINES)),
                ),
            };
            let mut text = format!("<strong class=\"bad\">{do_not}</strong>");
            for line in lines.iter().take(MAX_LINES) {
                let _ = write!(text, "<br><code>{}</code>", shown(line));
            }
            if more > 0 {
                let _ = write!(text, "<br>and {more} more");
            }
            text
        }
    }
}

fn title(status: Status) -> &'static str {
    match status {
        Status::ExpectationFails => "Not as expected",
        Status::NothingAllowed => "Nothing may be crawled",
        Status::NoLimits => "No limits",
        Status::LastCopy => "Last copy in use",
        Status::Refused => "May not be asked",
        Status::Stale => "Not known",
        Status::Flapping => "Changes again and again",
        Status::Changed => "Changed",
        Status::Good => "Readable",
    }
}

fn class(status: Status) -> &'static str {
    match status {
        Status::ExpectationFails | Status::NothingAllowed | Status::NoLimits => "bad",
        Status::Good => "good",
        _ => "warn",
    }
}

fn paging(list: &List, body: &mut String) {
    let pages = list.pages();
    if pages == 1 && list.page == 1 {
        return;
    }
    let first = list.page.saturating_sub(1).saturating_mul(PAGE_SITES);
    let _ = match list.sites.len() {
        0 => write!(body, "<p>There is no page {}; there are {pages}.", list.page),
        shown => write!(body, "<p>Sites {} to {} of {}.", first + 1, first + shown, list.total),
    };
    for (word, page, is_there) in [
        ("The worst", 1, list.page > 1),
        ("Previous", list.page.saturating_sub(1).clamp(1, pages), list.page > 1),
        ("Next", list.page + 1, list.page < pages),
    ] {
        if is_there {
            let _ = write!(body, " <a href=\"/watched?page={page}\">{word}</a>");
        }
    }
    body.push_str("</p>\n");
}

/// A time with its age, which is what people look for.
fn moment(at: Timestamp, now: Timestamp, is_stale: bool) -> String {
    let age = at.ago(now);
    let age = if is_stale { format!("<strong class=\"warn\">{age}</strong>") } else { age };
    format!("{age} <span class=\"muted\">{}</span>", time(at))
}

fn time(at: Timestamp) -> String {
    let text = at.to_string().replace('T', " ").replace('Z', " UTC");
    format!("<time datetime=\"{at}\">{text}</time>")
}

/// Text of strangers: what misleads a reader as escapes, and no markup.
fn shown(text: &str) -> String {
    HtmlText(&Printable(text.as_bytes()).to_string()).to_string()
}
