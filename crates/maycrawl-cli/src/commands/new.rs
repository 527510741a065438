//! `maycrawl new`: a robots.txt from recipes, named by options or chosen in a short dialogue.

mod dialogue;

use std::io;
use std::path::Path;

use maycrawl_effects::Budget;
use maycrawl_lint::answer::ComposedFile;
use maycrawl_lint::recipe::{ChosenRecipe, Recipe, RecipeError, Topic};
use maycrawl_readers::Reader;

use crate::args::{BlockAi, New};
use crate::atomic_write;
use crate::inputs::input;
use crate::text::output::{Exit, Failure, Output};
use crate::text::programs;
use crate::text::wrap::wrapped;

pub(crate) fn run(args: &New, output: &mut Output) -> Result<Exit, Failure> {
    if args.list {
        return list(output);
    }
    // `write` refuses an existing file too, but only after a person has answered all questions.
    if let Some(path) = args.output.as_deref().filter(|_| !args.force) {
        refuse_existing(path)?;
    }
    let asks = args.recipes.is_empty() && args.block_ai.is_empty() && args.sitemaps.is_empty();
    if asks && args.add_to.is_some() {
        return Err(Failure::new("--add-to needs --recipe, --block-ai or --sitemap"));
    }
    let readers = args.readers();
    let (file, out) = if asks {
        dialogue::run(args.output.as_deref(), &readers, output)?
    } else {
        let choices = choices(args)?;
        let file = match &args.add_to {
            Some(file) => extended(file, &choices, &args.sitemaps, &readers)?,
            None => new_file(&choices, &args.sitemaps, &readers)?,
        };
        file.remarks.iter().for_each(|remark| output.note("note", remark));
        if let Some(warning) = &file.warning {
            output.note("warning", warning);
        }
        (file, args.output.clone())
    };
    for sentence in programs::failures(&file.programs) {
        output.note("note", &format!("not for every program: {sentence}"));
    }
    let text = file.robots;
    match &out {
        Some(path) => write(path, &text, args.force, output)?,
        None => output.bytes(text.as_bytes())?,
    }
    Ok(Exit::Done)
}

/// The file for these choices; without any, it allows everything.
fn new_file(
    choices: &[ChosenRecipe],
    sitemaps: &[String],
    readers: &[&'static Reader],
) -> Result<ComposedFile, Failure> {
    let sitemaps: Vec<&str> = sitemaps.iter().map(String::as_str).collect();
    let open = [choice("open")?];
    let choices = if choices.is_empty() { &open } else { choices };
    ComposedFile::new(None, choices, &sitemaps, readers, &mut Budget::new(u64::MAX))
        .map_err(|error| Failure::new(error.to_string()))
}

/// The file, with these choices added.
fn extended(
    file: &Path,
    choices: &[ChosenRecipe],
    sitemaps: &[String],
    readers: &[&'static Reader],
) -> Result<ComposedFile, Failure> {
    let name = input::name(file);
    let bytes = input::whole(file, input::ROBOTS_TXT)?;
    let Ok(robots) = String::from_utf8(bytes) else {
        return Err(Failure::new(format!(
            "{name} contains bytes that are not UTF-8; save it as UTF-8 first"
        )));
    };
    let sitemaps: Vec<&str> = sitemaps.iter().map(String::as_str).collect();
    ComposedFile::new(Some(&robots), choices, &sitemaps, readers, &mut Budget::default())
        .map_err(|error| Failure::new(format!("{name}: {error}")))
}

/// The choices of the command line.
fn choices(args: &New) -> Result<Vec<ChosenRecipe>, Failure> {
    let mut choices =
        args.recipes.iter().map(|recipe| choice(recipe)).collect::<Result<Vec<_>, _>>()?;
    choices.extend(ai(&args.block_ai)?);
    Ok(choices)
}

/// The recipes of `--block-ai`.
fn ai(purposes: &[BlockAi]) -> Result<Vec<ChosenRecipe>, Failure> {
    let is_unconfirmed = purposes.contains(&BlockAi::Unconfirmed);
    let mut names: Vec<&str> = Vec::new();
    for purpose in purposes {
        names.extend(match purpose {
            BlockAi::Training => &["ai-training"][..],
            BlockAi::Search => &["ai-search"],
            BlockAi::User => &["ai-user"],
            BlockAi::All => &["ai-training", "ai-search", "ai-user"],
            BlockAi::Unconfirmed => &[],
        });
    }
    if names.is_empty() && is_unconfirmed {
        return Err(Failure::new(
            "--block-ai unconfirmed needs a purpose; write --block-ai training,unconfirmed",
        ));
    }
    let mut choices = Vec::new();
    for name in names {
        choices.push(choice(name)?);
        if is_unconfirmed {
            choices.push(choice(&format!("{name}-unconfirmed"))?);
        }
    }
    // A crawler with an undocumented purpose belongs to no purpose of the list, so only `all` includes it.
    if is_unconfirmed && purposes.contains(&BlockAi::All) {
        choices.push(choice("ai-undocumented")?);
    }
    Ok(choices)
}

/// A recipe with its value, if it takes one: `directory=/calendar/`.
fn choice(recipe: &str) -> Result<ChosenRecipe, Failure> {
    recipe.parse().map_err(|error: RecipeError| Failure::new(error.to_string()))
}

fn refuse_existing(path: &Path) -> Result<(), Failure> {
    if path.symlink_metadata().is_ok() {
        return Err(exists(path));
    }
    Ok(())
}

fn exists(path: &Path) -> Failure {
    Failure::new(format!("{} exists already; --force overwrites it", input::name(path)))
}

fn write(path: &Path, text: &str, force: bool, output: &mut Output) -> Result<(), Failure> {
    let written = if force && path.exists() {
        atomic_write::replace(path, text.as_bytes())
    } else {
        atomic_write::create(path, text.as_bytes())
    };
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => atomic_write::failure(path, &error),
    })?;
    output.line(format_args!(
        "wrote {}; serve it at the root of the host, as /robots.txt",
        input::name(path)
    ))
}

fn list(output: &mut Output) -> Result<Exit, Failure> {
    let heading = anstyle::Style::new().underline();
    for topic in Topic::ALL {
        output.line_painted(format_args!(""), heading, topic.title())?;
        for recipe in Recipe::all().iter().filter(|recipe| recipe.topic == topic) {
            let name = match recipe.parameter {
                Some(parameter) if parameter.is_default => {
                    format!("{}[={}]", recipe.name, parameter.example)
                }
                Some(parameter) => format!("{}={}", recipe.name, parameter.example),
                None => recipe.name.to_owned(),
            };
            output.line_painted(format_args!("  "), anstyle::Style::new().bold(), &name)?;
            output.line(format_args!("      {}", wrapped(recipe.summary, 6)))?;
        }
        output.line(format_args!(""))?;
    }
    Ok(Exit::Done)
}
