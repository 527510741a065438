//! The report as one HTML file: no scripts, nothing loaded from elsewhere.

use std::fmt::Write as _;

use maycrawl::HtmlText;

use maycrawl_audit::summary::{CrawlerRow, Report};

use super::summary::{STANDINGS, basis, in_words, lead, remarks};

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff;\
overflow-wrap:anywhere}
h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.2rem;margin:2rem 0 0}
.wide{overflow-x:auto;margin:.5rem 0 1rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;overflow-wrap:normal}
th,td{padding:.3rem .5rem;text-align:right;border-bottom:1px solid #ddd}
th{vertical-align:bottom}td{white-space:nowrap}
th:nth-child(-n+2),td:first-child{text-align:left}
li{margin:.4rem 0}
.bar{display:flex;height:.8rem;min-width:9rem;background:#dcdcdc}
.key{font-size:.9rem;margin:.3rem 0}
.key span{white-space:nowrap;margin-right:1rem}
.key i{display:inline-block;width:.8rem;height:.8rem;margin-right:.3rem;vertical-align:-.05rem}
p.muted{margin:.3rem 0}
.bar span{display:block}
.obeyed{background:#1a7f37}.disobeyed{background:#b3261e}.asked{background:#d9822b}.other{background:#dcdcdc}
.muted{color:#555}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#444}.bar,.other{background:#444}\
.obeyed{background:#3fb950}.disobeyed{background:#ff6b5e}.muted{color:#aaa}}
@media(max-width:44rem){table,tbody{display:block}tr:first-child{display:none}
tr{display:grid;grid-template-columns:repeat(2,1fr);gap:.2rem .6rem;padding:.6rem 0}
td{display:block;padding:0;border:0;text-align:left}td:nth-child(-n+2){grid-column:1/-1}
td[data-of]::before{content:attr(data-of) \": \"}}";

/// The numbers of a row. In a narrow window each stands behind its name, because a row does not fit there.
const COLUMNS: [&str; 7] =
    ["Requests", "Obeyed", "Disobeyed", "Reading not known", "Never asked", "Excused", "Not known"];

const KEY: &str = "<p class=\"key\" aria-hidden=\"true\"><span><i class=\"obeyed\"></i>obeyed</span> \
                   <span><i class=\"disobeyed\"></i>disobeyed</span> <span><i class=\"asked\"></i>disallowed, and never asked or not known to \
                   have read</span> \
                   <span><i class=\"other\"></i>excused, not known</span></p>\n";

/// The whole report.
pub(super) fn html(told: &Report<'_>) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>Do crawlers obey robots.txt?</title>\n<style>{STYLE}</style>\n\
         <h1>Do crawlers obey robots.txt?</h1>\n"
    );
    let mut add = |text: &str| page.push_str(text);
    if let Some(lead) = lead(told) {
        add(&format!("<p><strong>{}</strong>\n", HtmlText(&lead)));
    }
    for line in basis(told) {
        add(&format!("<p class=\"muted\">{}</p>\n", HtmlText(&line)));
    }
    for (standing, title) in STANDINGS {
        let rows = told.crawlers(standing);
        if !rows.is_empty() {
            add(&table(title, &rows));
        }
    }
    let examples: Vec<_> = told.examples().collect();
    if !examples.is_empty() {
        add("<h2>Examples</h2>\n<ul>\n");
        for (crawler, row) in examples {
            add(&format!("<li>{}\n", HtmlText(&in_words(crawler, row))));
        }
        add("</ul>\n");
    }
    for remark in remarks(told) {
        add(&format!("<p>{}</p>\n", HtmlText(&remark)));
    }
    add(
        "<p class=\"muted\">Addresses and queries are left out. A name is a claim, and a table by name only is about \
         clients that call themselves so. <i>Reading not known</i>: every version of the time disallows the request, and \
         the log does not tell whether it had read one. <i>Excused</i>: its copy was older than the rule, or the rules do not apply to \
         it. No row says why somebody did something.</p>\n</html>\n",
    );
    page
}

/// The crawlers of a standing, the worst first.
fn table(title: &str, rows: &[CrawlerRow]) -> String {
    // The roles, because a table that is shown as a list is none to a screen reader.
    let mut page = format!(
        "<h2>{title}</h2>\n<div class=\"wide\" tabindex=\"0\">\n<table role=\"table\">\n<tr role=\"row\">"
    );
    for name in ["Crawler", "Share"].iter().chain(&COLUMNS) {
        let _ = write!(page, "<th scope=\"col\" role=\"columnheader\">{name}");
    }
    page.push('\n');
    for row in rows {
        let numbers = row.columns();
        let [requests, obeyed, disobeyed, reading_not_known, never_asked, ..] = numbers;
        let cells = COLUMNS.iter().zip(numbers).fold(String::new(), |mut cells, (name, number)| {
            let _ = write!(cells, "<td role=\"cell\" data-of=\"{name}\">{number}");
            cells
        });
        let share = |class: &str, count: u64| {
            let percent = count as f64 * 100.0 / requests.max(1) as f64;
            format!("<span class=\"{class}\" style=\"width:{percent:.1}%\"></span>")
        };
        let _ = writeln!(
            page,
            "<tr role=\"row\"><td role=\"cell\">{}<td role=\"cell\"><div class=\"bar\" aria-hidden=\"true\">\
             {}{}{}</div>{cells}",
            HtmlText(row.crawler),
            share("obeyed", obeyed),
            share("disobeyed", disobeyed),
            share("asked", reading_not_known + never_asked),
        );
    }
    page.push_str("</table>\n</div>\n");
    page.push_str(KEY);
    page
}
