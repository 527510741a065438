//! A command as a page of the documentation: Markdown.

use std::fmt::{self, Write as _};

use super::{Block, CommandDoc, OptionDoc, unindented};

/// The name of the file of the page.
pub(crate) fn file_name(doc: &CommandDoc) -> String {
    match doc.words.as_str() {
        "" => "commands.md".to_owned(),
        _ => format!("commands/{}.md", doc.name()),
    }
}

/// The page of a command.
pub(crate) fn page(doc: &CommandDoc) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut page, doc);
    page
}

fn write(page: &mut String, doc: &CommandDoc) -> fmt::Result {
    match doc.words.as_str() {
        "" => writeln!(page, "# Commands")?,
        words => writeln!(page, "# maycrawl {words}")?,
    }
    writeln!(page, "\n{}", escaped(&doc.about))?;
    verbatim(page, doc.usage.lines())?;
    if !doc.subcommands.is_empty() {
        writeln!(page, "\n## Commands\n")?;
    }
    // The pages of all commands are in one folder, beside the page of the whole program.
    let folder = if doc.words.is_empty() { "" } else { "commands/" };
    for below in &doc.subcommands {
        let (path, words) = (file_name(below), below.words.rsplit(' ').next().unwrap_or_default());
        let link = path.strip_prefix(folder).unwrap_or(&path);
        writeln!(page, "- [{words}]({link}): {}", escaped(&below.summary))?;
    }
    for (heading, options) in &doc.options {
        writeln!(page, "\n## {heading}\n")?;
        options.iter().try_for_each(|option| entry(page, option))?;
    }
    for Block { is_verbatim, lines } in doc.sections.blocks() {
        if is_verbatim {
            verbatim(page, lines.into_iter().map(unindented))?;
        } else {
            writeln!(page, "\n{}", escaped(&lines.join("\n")))?;
        }
    }
    for (heading, text) in &doc.sections.named {
        writeln!(page, "\n## {heading}")?;
        verbatim(page, text.trim_end().lines().map(unindented))?;
    }
    Ok(())
}

fn entry(page: &mut String, option: &OptionDoc) -> fmt::Result {
    write!(page, "- **`{}`**", option.name)?;
    let quoted = |values: &[String]| {
        values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ")
    };
    let facts = option.facts.iter().map(|(name, values)| format!("{name}: {}", quoted(values)));
    let facts = facts.collect::<Vec<_>>().join("; ");
    for line in [escaped(&option.about), facts] {
        if !line.is_empty() {
            write!(page, "\\\n  {line}")?;
        }
    }
    page.push('\n');
    let mut values = option.values.iter();
    values.try_for_each(|(name, meaning)| writeln!(page, "  - `{name}`: {}", escaped(meaning)))
}

/// Lines as they are.
fn verbatim<'t>(page: &mut String, lines: impl Iterator<Item = &'t str>) -> fmt::Result {
    writeln!(page, "\n```text\n{}\n```", lines.collect::<Vec<_>>().join("\n"))
}

/// Text in which nothing outside of back quotes is Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for (i, part) in text.split('`').enumerate() {
        if i > 0 {
            escaped.push('`');
        }
        for char in part.chars() {
            if i % 2 == 0 && matches!(char, '*' | '_' | '<' | '[' | ']' | '#' | '|') {
                escaped.push('\\');
            }
            escaped.push(char);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_of_back_quotes_is_markdown() {
        assert_eq!(
            escaped("Lines with # or *: `# *`, _x_"),
            "Lines with \\# or \\*: `# *`, \\_x\\_"
        );
    }
}
