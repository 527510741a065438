//! `maycrawl new`: a robots.txt from recipes, asked for by flags or in a short dialogue.

mod dialogue;

use std::io;
use std::path::{Path, PathBuf};

use maycrawl::{Choice, Conduct, KnownCrawler, Printable, Recipe, compose};

use crate::args::{BlockAi, New};
use crate::input;
use crate::output::{Failure, Outcome, Output};
use crate::replace;

pub(crate) fn run(args: &New, output: &mut Output) -> Result<Outcome, Failure> {
    if args.list {
        return list(output);
    }
    if let Some(path) = args.out.as_deref().filter(|_| !args.force) {
        not_there_yet(path)?;
    }
    let asks = args.recipes.is_empty() && args.block_ai.is_empty() && args.sitemaps.is_empty();
    let mut wanted = if asks {
        dialogue::hold(args.out.as_deref(), output)?
    } else {
        Wanted { choices: asked_for(args)?, sitemaps: args.sitemaps.clone(), out: args.out.clone() }
    };
    if wanted.choices.is_empty() {
        wanted.choices.push(choice("open", None)?);
    }
    for token in wanted.choices.iter().flat_map(Choice::crawlers) {
        look_at(token, output);
    }
    let sitemaps: Vec<&str> = wanted.sitemaps.iter().map(String::as_str).collect();
    let text = compose(&wanted.choices, &sitemaps).map_err(|e| Failure::new(e.to_string()))?;
    match &wanted.out {
        Some(path) => write(path, &text, args.force, output)?,
        None => output.bytes(text.as_bytes())?,
    }
    Ok(Outcome::AllAllowed)
}

/// What the file is to be.
struct Wanted {
    choices: Vec<Choice>,
    sitemaps: Vec<String>,
    out: Option<PathBuf>,
}

fn asked_for(args: &New) -> Result<Vec<Choice>, Failure> {
    let mut choices = Vec::new();
    for recipe in &args.recipes {
        let (name, value) = match recipe.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (recipe.as_str(), None),
        };
        choices.push(choice(name, value)?);
    }
    for purpose in &args.block_ai {
        for name in recipes_of(*purpose) {
            choices.push(choice(name, None)?);
        }
    }
    Ok(choices)
}

const fn recipes_of(purpose: BlockAi) -> &'static [&'static str] {
    match purpose {
        BlockAi::Training => &["ai-training"],
        BlockAi::Search => &["ai-search"],
        BlockAi::User => &["ai-user"],
        BlockAi::All => &["ai-training", "ai-search", "ai-user", "ai-undocumented"],
    }
}

fn choice(name: &str, value: Option<&str>) -> Result<Choice, Failure> {
    let recipe = Recipe::named(name).ok_or_else(|| {
        Failure::new(format!(
            "there is no recipe `{}`; `maycrawl new --list` shows them",
            Printable(name.as_bytes())
        ))
    })?;
    recipe.with(value).map_err(|error| Failure::new(error.to_string()))
}

/// Says what a person should know of a crawler that a recipe names.
fn look_at(token: &str, output: &mut Output) {
    match KnownCrawler::find(token) {
        Some(known) if known.conduct == Conduct::ReportedNotToObey => {
            output.note("note", &format!("{token} is reported not to obey robots.txt"));
        }
        Some(_) => {}
        None => {
            if let Some(near) = KnownCrawler::meant_by(token.as_bytes()) {
                output.note(
                    "note",
                    &format!(
                        "no crawler `{token}` is known here; did you mean `{}`? Written as it is",
                        near.token
                    ),
                );
            }
        }
    }
}

fn not_there_yet(path: &Path) -> Result<(), Failure> {
    if path.symlink_metadata().is_ok() {
        return Err(exists(path));
    }
    Ok(())
}

fn exists(path: &Path) -> Failure {
    Failure::new(format!("there is a file {} already; --force writes over it", input::name(path)))
}

fn write(path: &Path, text: &str, force: bool, output: &mut Output) -> Result<(), Failure> {
    let written = if force && path.exists() {
        replace::replace(path, text.as_bytes())
    } else {
        replace::create(path, text.as_bytes())
    };
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => {
            Failure::new(format!("cannot write {}: {}", input::name(path), replace::reason(&error)))
        }
    })?;
    output.line(format_args!(
        "wrote {}; it belongs at the root of its host, as /robots.txt",
        input::name(path)
    ))
}

fn list(output: &mut Output) -> Result<Outcome, Failure> {
    for recipe in Recipe::all() {
        let name = match recipe.wants {
            Some(wanted) if wanted.is_default => format!("{}[={}]", recipe.name, wanted.example),
            Some(wanted) => format!("{}={}", recipe.name, wanted.example),
            None => recipe.name.to_owned(),
        };
        output.painted(anstyle::Style::new().bold(), &name)?;
        output.line(format_args!("\n    {}", recipe.summary))?;
    }
    Ok(Outcome::AllAllowed)
}
