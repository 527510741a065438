//! The card as a page of its own: no script, no other file, a preview for messengers, and a style for paper.

use maycrawl::{Decision, HtmlText, Printable};
use maycrawl_language::Language;

use super::Card;

/// The style of the page. A policy of the page can name its hash.
pub const STYLE: &str = "\
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}\
body{max-width:44rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}\
main{border:1px solid #8886;border-left:.4rem solid #888;padding:.5rem 1.2rem}\
.allowed{border-left-color:#1a7f37}.blocked{border-left-color:#cf222e}\
h1{font-size:1.25rem}code,.url{font-family:ui-monospace,monospace}\
.about,li{opacity:.8;font-size:.9rem}\
@media print{body{margin:0}a{color:inherit;text-decoration:none}}";

impl Card {
    /// The page. `tester` is the address where the answer can be examined, if there is one. O(text).
    #[must_use]
    pub fn to_html(&self, language: Language, tester: Option<&str>) -> String {
        let plain = |text: &str| HtmlText(&text.replace('`', "")).to_string();
        let (class, sign) = match self.answer.verdict.decision {
            Decision::Allowed => ("allowed", "✓"),
            Decision::Disallowed => ("blocked", "✕"),
            Decision::NotApplicable => ("elsewhere", "–"),
        };
        let url = Printable(self.answer.url.as_bytes()).to_string();
        let paragraphs = self.paragraphs();
        let mut out = format!(
            "<!doctype html>\n<html lang=\"{tag}\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <meta name=\"robots\" content=\"noindex\">\n<title>{title}</title>\n\
             <meta property=\"og:type\" content=\"website\">\n<meta property=\"og:site_name\" content=\"maycrawl\">\n\
             <meta property=\"og:title\" content=\"{title}\">\n\
             <meta property=\"og:description\" content=\"{url} {description}\">\n<style>{STYLE}</style>\n\
             <main class=\"{class}\">\n<h1><span aria-hidden=\"true\">{sign}</span> {verdict}</h1>\n\
             <p class=\"url\">{url}</p>\n<p class=\"about\">{about}</p>\n",
            tag = language.tag(),
            title = plain(&self.verdict),
            url = HtmlText(&url),
            // A preview without it would show a draft as the live file.
            description = plain(&format!("{} {}", self.about, paragraphs.join(" "))),
            verdict = inline(&self.verdict),
            about = inline(&self.about),
        );
        for paragraph in paragraphs {
            out += &format!("<p>{}</p>\n", inline(&paragraph));
        }
        let notes: String =
            self.notes.iter().map(|note| format!("<li>{}</li>\n", inline(note))).collect();
        if !notes.is_empty() {
            out += &format!("<ul>\n{notes}</ul>\n");
        }
        if let Some(address) = tester {
            let words = HtmlText(&language.message("card-open-tester", &[])).to_string();
            out += &format!("<p><a href=\"{}\">{words}</a></p>\n", HtmlText(address));
        }
        out + "</main>\n"
    }
}

/// Text as HTML. What stands between backquotes is code.
#[must_use]
pub fn inline(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return HtmlText(text).to_string();
    }
    let part = |(index, part): (usize, &&str)| match index % 2 {
        1 => format!("<code>{}</code>", HtmlText(part)),
        _ => HtmlText(part).to_string(),
    };
    parts.iter().enumerate().map(part).collect()
}
