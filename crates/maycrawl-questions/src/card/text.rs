//! The card as plain text and as Markdown.

use maycrawl::Printable;

use super::{Card, code};

impl Card {
    /// The sentences after those of the verdict and of what it is about.
    pub(super) fn paragraphs(&self) -> Vec<String> {
        let repair = self.repair.as_ref().map(|it| format!("{}. {}", it.title, it.words));
        let pages = Some(self.pages.clone()).filter(|pages| !pages.is_empty());
        pages.into_iter().chain(repair).collect()
    }

    fn url(&self) -> String {
        Printable(self.answer.url.as_bytes()).to_string()
    }

    pub(super) fn to_text(&self) -> String {
        let mut paragraphs = vec![self.verdict.clone(), self.url(), self.about.clone()];
        paragraphs.extend(self.paragraphs());
        paragraphs.extend(self.notes.clone());
        paragraphs.join("\n") + "\n"
    }

    pub(super) fn to_markdown(&self) -> String {
        let mut out = format!(
            "**{}**\n\n{}\n\n*{}*\n\n",
            markdown(&self.verdict),
            link(&self.url()),
            markdown(&self.about)
        );
        for paragraph in self.paragraphs() {
            out += &format!("{}\n\n", markdown(&paragraph));
        }
        for note in &self.notes {
            out += &format!("- {}\n", markdown(note));
        }
        out.trim_end().to_owned() + "\n"
    }
}

/// A URL that can be clicked; a path is code. What an autolink cannot contain would end it.
fn link(url: &str) -> String {
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return code(url);
    }
    format!("<{}>", url.replace('<', "%3C").replace('>', "%3E").replace(' ', "%20"))
}

/// A sentence of a card as Markdown. What stands between backquotes is code, everything else is text alone.
#[must_use]
pub fn markdown(text: &str) -> String {
    let is_paired = text.matches('`').count().is_multiple_of(2);
    let mut out = String::new();
    let mut is_code = false;
    for c in text.chars() {
        match c {
            '`' if is_paired => is_code = !is_code,
            '!'..='/' | ':'..='@' | '['..='`' | '{'..='~'
                if !is_code && !matches!(c, '.' | ',' | ':' | ';' | '/' | '(' | ')' | '-') =>
            {
                out.push('\\');
            }
            _ => {}
        }
        out.push(c);
    }
    out
}
