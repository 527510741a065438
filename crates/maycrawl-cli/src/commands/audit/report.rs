//! The report as one HTML file: no scripts, nothing loaded from elsewhere.

use std::fmt::Write as _;

use super::summary::{STANDINGS, Told, in_words};

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #ddd}
th:first-child,td:first-child{text-align:left}
.bar{display:flex;height:.7rem;min-width:8rem;background:#eee}
.bar span{display:block}
.obeyed{background:#1a7f37}.disobeyed{background:#b3261e}.asked{background:#d9822b}.other{background:#8a8a8a}
.muted{color:#555}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}th,td{border-color:#444}.bar{background:#333}.muted{color:#aaa}}";

/// The whole report.
pub(super) fn html(told: &Told<'_>) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Do crawlers obey robots.txt?</title>\n<style>{STYLE}</style>\n\
         <h1>Do crawlers obey robots.txt?</h1>\n"
    );
    let mut add = |text: &str| page.push_str(text);
    for line in told.basis() {
        add(&format!("<p class=\"muted\">{}</p>\n", escaped(&line)));
    }
    for (standing, title) in STANDINGS {
        let rows = told.crawlers(standing);
        if rows.is_empty() {
            continue;
        }
        add(&format!(
            "<h2>{title}</h2>\n<table>\n<tr><th scope=\"col\">Crawler<th scope=\"col\">Requests\
             <th scope=\"col\">Obeyed<th scope=\"col\">Disobeyed<th scope=\"col\">Never asked\
             <th scope=\"col\">Excused<th scope=\"col\">Not known<th scope=\"col\">Share\n"
        ));
        for row in rows {
            let numbers = row.columns();
            let [requests, obeyed, disobeyed, never_asked, ..] = numbers;
            let cells = numbers.iter().fold(String::new(), |mut cells, number| {
                let _ = write!(cells, "<td>{number}");
                cells
            });
            let share = |class: &str, count: u64| {
                let percent = count as f64 * 100.0 / requests.max(1) as f64;
                format!("<span class=\"{class}\" style=\"width:{percent:.1}%\"></span>")
            };
            add(&format!(
                "<tr><td>{}{cells}<td><div class=\"bar\">{}{}{}</div>\n",
                escaped(row.crawler),
                share("obeyed", obeyed),
                share("disobeyed", disobeyed),
                share("asked", never_asked),
            ));
        }
        add("</table>\n");
    }
    let examples: Vec<_> = told.examples().collect();
    if !examples.is_empty() {
        add("<h2>Examples</h2>\n<ul>\n");
        for (crawler, row) in examples {
            add(&format!("<li>{}\n", escaped(&in_words(crawler, row))));
        }
        add("</ul>\n");
    }
    for remark in told.remarks() {
        add(&format!("<p>{}</p>\n", escaped(&remark)));
    }
    add(
        "<p class=\"muted\">Addresses and queries are left out. A name is a claim: only the first table is about proved \
         crawlers. <i>Excused</i>: its copy was older than the rule, or the rules do not apply to it. No row says why \
         somebody did something.</p>\n</html>\n",
    );
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
