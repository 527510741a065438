//! The recipes, each with the file that it makes.

use std::fmt::Write as _;

use maycrawl_lint::recipe::{Recipe, compose};

pub(crate) fn markdown() -> String {
    let mut text = String::new();
    for recipe in Recipe::all() {
        let example = recipe.parameter.map(|wanted| wanted.example);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n## {}\n\n{}", recipe.name, recipe.summary);
        if !recipe.advice.is_empty() {
            let _ = writeln!(text, "\nGood to know: {}.", recipe.advice);
        }
        let asked = match example {
            Some(value) => format!("maycrawl new --recipe {}={value}", recipe.name),
            None => format!("maycrawl new --recipe {}", recipe.name),
        };
        let made = recipe.with(example).and_then(|choice| compose(&[choice], &[]));
        let file = made.unwrap_or_else(|error| format!("# {error}\n"));
        let _ = writeln!(text, "\n```console\n$ {asked}\n{}\n```", file.trim_end());
        if !recipe.source.is_empty() {
            let _ = writeln!(text, "\nSource: {}", recipe.source);
        }
    }
    text
}
