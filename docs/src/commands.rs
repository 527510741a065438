//! The pages of the commands, from what `maycrawl help` prints. They are kept in `docs/reference`, and a test compares them
//! with the command.

use std::fmt::Write as _;

/// Where the description of an option begins in the help.
const DESCRIPTION: usize = 10;

/// The subcommands that a help lists, without `help` itself.
#[must_use]
pub fn subcommands(help: &str) -> Vec<String> {
    let (_, list) = help.split_once("\nCommands:\n").unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names =
        lines.filter(|line| indent(line) == 2).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// The page of a command such as `cache list`, or of all commands if it is empty, as Markdown.
#[must_use]
pub fn command_page(command: &str, help: &str) -> String {
    let mut page = match command {
        "" => "# Commands\n".to_owned(),
        command => format!("# maycrawl {command}\n"),
    };
    let folder =
        if command.is_empty() { "commands/".to_owned() } else { format!("{}-", file(command)) };
    let mut blocks = blocks(help).into_iter().peekable();
    while let Some(block) = blocks.next() {
        // Writing to a string cannot fail.
        let _ = match block {
            Block::Text(text) => match text.strip_prefix("Usage: ") {
                Some(usage) => writeln!(page, "\n```text\n{usage}\n```"),
                None => writeln!(page, "\n{}", escaped(&text)),
            },
            Block::Heading(words) => {
                let _ = writeln!(page, "\n## {words}");
                let body = match blocks.next_if(|next| matches!(next, Block::Indented(_))) {
                    Some(Block::Indented(lines)) => lines,
                    _ => Vec::new(),
                };
                let first = body.first().map_or("", |line| line.trim_start());
                match words.as_str() {
                    "Commands" => writeln!(page, "\n{}", command_list(&body, &folder).trim_end()),
                    "Arguments" => writeln!(page, "\n{}", option_list(&body)),
                    _ if first.starts_with('-') => writeln!(page, "\n{}", option_list(&body)),
                    _ => writeln!(page, "\n{}", verbatim(&body)),
                }
            }
            Block::Indented(lines) => writeln!(page, "\n{}", verbatim(&lines)),
        };
    }
    while page.ends_with("\n\n") {
        page.pop();
    }
    page
}

/// The name of the page of a command, without its ending.
fn file(command: &str) -> String {
    command.replace(' ', "-")
}

enum Block {
    /// A paragraph.
    Text(String),
    /// The name of the section of the block that follows.
    Heading(String),
    /// Lines that begin with spaces, and empty lines between them.
    Indented(Vec<String>),
}

fn blocks(help: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = help.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        let starts_section = lines.peek().is_some_and(|next| indent(next) > 0);
        if indent(line) > 0 {
            let mut block = vec![line.to_owned()];
            while let Some(line) = lines.next_if(|line| line.is_empty() || indent(line) > 0) {
                block.push(line.to_owned());
            }
            while block.last().is_some_and(|line| line.trim().is_empty()) {
                block.pop();
            }
            blocks.push(Block::Indented(block));
        } else if let Some(words) = line.strip_suffix(':').filter(|_| starts_section) {
            blocks.push(Block::Heading(words.to_owned()));
        } else {
            let mut text = line.to_owned();
            while let Some(line) = lines.next_if(|line| !line.is_empty() && indent(line) == 0) {
                text.push('\n');
                text.push_str(line);
            }
            blocks.push(Block::Text(text));
        }
    }
    blocks
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Lines as they are, without the two spaces in front of them.
fn verbatim(lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    format!("```text\n{}\n```", lines.join("\n"))
}

/// The subcommands, each with a link to its page.
fn command_list(lines: &[String], folder: &str) -> String {
    let mut list = String::new();
    for line in lines {
        let (name, about) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let about = escaped(about.trim());
        let _ = match (indent(line), name) {
            (2, "help") => writeln!(list, "- `help`: {about}"),
            (2, name) => writeln!(list, "- [{name}]({folder}{name}.md): {about}"),
            _ => writeln!(list, "  {}", escaped(line.trim())),
        };
    }
    list
}

/// An option or an argument of a help.
#[derive(Default)]
struct Entry {
    name: String,
    about: Vec<String>,
    /// The possible values, each with its meaning.
    values: Vec<String>,
    /// Its default and the like.
    facts: Vec<String>,
}

impl Entry {
    fn write(&self, list: &mut String) -> std::fmt::Result {
        write!(list, "- **`{}`**", self.name)?;
        for line in [self.about.join(" "), self.facts.join("; ")] {
            if !line.is_empty() {
                write!(list, "\\\n  {line}")?;
            }
        }
        list.push('\n');
        self.values.iter().try_for_each(|value| writeln!(list, "  - {value}"))
    }
}

/// Options or arguments: each a list item with its description, its defaults and its values.
fn option_list(lines: &[String]) -> String {
    let mut entries: Vec<Entry> = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let text = line.trim();
        if indent(line) < DESCRIPTION {
            entries.push(Entry { name: text.to_owned(), ..Entry::default() });
            continue;
        }
        let Some(entry) = entries.last_mut() else { continue };
        if text == "Possible values:" {
            continue;
        }
        if let Some((name, about)) = text.strip_prefix("- ").and_then(|value| value.split_once(':'))
        {
            entry.values.push(format!("`{name}`: {}", escaped(about.trim())));
        } else if let Some(fact) = fact(text) {
            entry.facts.push(fact);
        } else if indent(line) > DESCRIPTION
            && let Some(value) = entry.values.last_mut()
        {
            value.push(' ');
            value.push_str(&escaped(text));
        } else {
            entry.about.push(escaped(text));
        }
    }
    let mut list = String::new();
    for entry in &entries {
        // Writing to a string cannot fail.
        let _ = entry.write(&mut list);
    }
    list.trim_end().to_owned()
}

/// `[default: text]` in words.
fn fact(text: &str) -> Option<String> {
    let (name, value) = text.strip_prefix('[')?.strip_suffix(']')?.split_once(": ")?;
    match name {
        "env" => Some(format!("environment: `{}`", value.split('=').next().unwrap_or(value))),
        "default" => Some(format!("default: `{value}`")),
        "possible values" => Some(format!("values: `{}`", value.replace(", ", "`, `"))),
        _ => None,
    }
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

    const HELP: &str = "\
May a crawler fetch these URLs?

Usage: maycrawl check [OPTIONS] [URL]...

Arguments:
  [URL]...
          URLs, or with --robots also paths; without any, from
          standard input

Options:
  -f, --format <FORMAT>
          Output format

          Possible values:
          - text: For people
          - json: For programs, which
            read it
          
          [env: MAYCRAWL_FORMAT=]
          [default: text]

Lines that begin with # are skipped. * is `*`:

  # claim
  allow *

Exit status:
  0  every URL is allowed
";

    #[test]
    fn a_help_becomes_a_page() {
        let page = "\
# maycrawl check

May a crawler fetch these URLs?

```text
maycrawl check [OPTIONS] [URL]...
```

## Arguments

- **`[URL]...`**\\
  URLs, or with --robots also paths; without any, from standard input

## Options

- **`-f, --format <FORMAT>`**\\
  Output format\\
  environment: `MAYCRAWL_FORMAT`; default: `text`
  - `text`: For people
  - `json`: For programs, which read it

Lines that begin with \\# are skipped. \\* is `*`:

```text
# claim
allow *
```

## Exit status

```text
0  every URL is allowed
```
";
        assert_eq!(command_page("check", HELP), page);
    }

    #[test]
    fn the_list_of_commands_has_links() {
        let help = "The store\n\nCommands:\n  list  List the origins\n  help  Print this message\n\nOptions:\n  -q\n          Quiet\n";
        assert_eq!(subcommands(help), ["list"]);
        assert!(
            command_page("cache", help)
                .contains("- [list](cache-list.md): List the origins\n- `help`: Print")
        );
        assert!(command_page("", help).contains("- [list](commands/list.md)"));
    }
}
