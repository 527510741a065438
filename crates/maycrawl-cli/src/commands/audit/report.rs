//! The report as one HTML file: no scripts, nothing loaded from elsewhere.

use std::fmt::Write as _;

use maycrawl::HtmlText;

use maycrawl_audit::summary::Report;

use super::summary::{STANDINGS, basis, in_words, remarks};

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff;\
overflow-wrap:anywhere}
h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.2rem;margin:2rem 0 0}
.wide{overflow-x:auto;margin:.5rem 0 1rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;overflow-wrap:normal}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}
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
.obeyed{background:#3fb950}.disobeyed{background:#ff6b5e}.muted{color:#aaa}}";

const KEY: &str = "<p class=\"key\" aria-hidden=\"true\"><span><i class=\"obeyed\"></i>obeyed</span> \
                   <span><i class=\"disobeyed\"></i>disobeyed</span> <span><i class=\"asked\"></i>never asked</span> \
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
    for line in basis(told) {
        add(&format!("<p class=\"muted\">{}</p>\n", HtmlText(&line)));
    }
    for (standing, title) in STANDINGS {
        let rows = told.crawlers(standing);
        if rows.is_empty() {
            continue;
        }
        add(&format!(
            "<h2>{title}</h2>\n<div class=\"wide\" tabindex=\"0\">\n<table>\n\
             <tr><th scope=\"col\">Crawler<th scope=\"col\">Share<th scope=\"col\">Requests\
             <th scope=\"col\">Obeyed<th scope=\"col\">Disobeyed<th scope=\"col\">Never asked\
             <th scope=\"col\">Excused<th scope=\"col\">Not known\n"
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
                "<tr><td>{}<td><div class=\"bar\" aria-hidden=\"true\">{}{}{}</div>{cells}\n",
                HtmlText(row.crawler),
                share("obeyed", obeyed),
                share("disobeyed", disobeyed),
                share("asked", never_asked),
            ));
        }
        add("</table>\n</div>\n");
        add(KEY);
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
        "<p class=\"muted\">Addresses and queries are left out. A name is a claim: only the first table is about proved \
         crawlers. <i>Excused</i>: its copy was older than the rule, or the rules do not apply to it. No row says why \
         somebody did something.</p>\n</html>\n",
    );
    page
}
