//! A command as a manual page: roff, with the standard sections in their order.

use roff::{Inline, Roff, bold, italic, line_break, roman};

use super::{Block, CommandDoc, HEADINGS, OptionDoc, unindented};

/// The source of the page.
pub(crate) fn page(doc: &CommandDoc) -> String {
    let (name, version) = (doc.page_name(), env!("CARGO_PKG_VERSION"));
    let mut roff = Roff::new();
    let title = [&name, "1", "", &format!("maycrawl {version}"), "maycrawl"];
    roff.control("TH", title);
    section(&mut roff, "NAME").text([roman(format!("{name} - {}", doc.summary))]);
    synopsis(section(&mut roff, "SYNOPSIS"), &doc.usage);
    section(&mut roff, "DESCRIPTION");
    for paragraph in doc.about.split("\n\n") {
        roff.control("PP", []).text([roman(paragraph)]);
    }
    for Block { is_verbatim, lines: text } in doc.sections.blocks() {
        roff.control("PP", []);
        lines(&mut roff, text.into_iter(), is_verbatim);
    }
    section(&mut roff, "OPTIONS");
    for (heading, options) in &doc.options {
        if heading != "Options" {
            roff.control("SS", [heading.as_str()]);
        }
        options.iter().for_each(|option| entry(&mut roff, option));
    }
    if !doc.subcommands.is_empty() {
        section(&mut roff, "SUBCOMMANDS");
    }
    for below in &doc.subcommands {
        roff.control("TP", []);
        roff.text([roman(format!("{}(1)", below.page_name()))]).text([roman(&*below.summary)]);
    }
    for heading in HEADINGS {
        if let Some(text) = doc.sections.get(heading) {
            lines(section(&mut roff, &heading.to_uppercase()), text.lines().map(unindented), true);
        }
    }
    let below = doc.subcommands.iter().map(CommandDoc::page_name);
    let above = name.rsplit_once('-').map(|(above, _)| above.to_owned());
    let pages = above.into_iter().chain(below);
    let pages: Vec<_> = pages.map(|page| format!("{page}(1)")).collect();
    section(&mut roff, "SEE ALSO").text([roman(pages.join(", "))]).control("PP", []);
    roff.text([roman("RFC 9309, Robots Exclusion Protocol.")]);
    roff.render()
}

fn section<'r>(roff: &'r mut Roff, heading: &str) -> &'r mut Roff {
    roff.control("SH", [heading])
}

/// The call, with its command in bold.
fn synopsis(roff: &mut Roff, usage: &str) {
    for (i, call) in usage.lines().map(str::trim).enumerate() {
        if i > 0 {
            roff.control("br", []);
        }
        let arguments = call.find(['[', '<', '-']).unwrap_or(call.len());
        let (command, arguments) = call.split_at(arguments);
        roff.text([bold(command), roman(arguments)]);
    }
}

fn lines<'t>(roff: &mut Roff, text: impl Iterator<Item = &'t str>, is_verbatim: bool) {
    if is_verbatim {
        roff.control("nf", []);
    }
    for line in text {
        roff.text([roman(line)]);
    }
    if is_verbatim {
        roff.control("fi", []);
    }
}

fn entry(roff: &mut Roff, option: &OptionDoc) {
    roff.control("TP", []);
    roff.text([bold(&*option.name)]);
    let mut text: Vec<Inline> = vec![roman(&*option.about)];
    for (name, values) in &option.facts {
        text.extend([line_break(), italic(format!("{name}: ")), roman(values.join(", "))]);
    }
    for (name, meaning) in &option.values {
        text.extend([line_break(), bold(name), roman(format!(": {meaning}"))]);
    }
    roff.text(text);
}
