//! The recipes, each with the file that it makes.

use std::fmt::Write as _;

use maycrawl::recipe::{Recipe, compose};

use crate::html::{Page, escape, inline};

pub(crate) fn page() -> Page {
    let mut text = String::new();
    for recipe in Recipe::all() {
        let example = recipe.parameter.map(|wanted| wanted.example);
        let name = escape(recipe.name);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<h2 id=\"{name}\">{name}</h2>\n<p>{}</p>", inline(recipe.summary));
        if !recipe.advice.is_empty() {
            let _ = writeln!(text, "<p>Good to know: {}.</p>", inline(recipe.advice));
        }
        let asked = match example {
            Some(value) => format!("maycrawl new --recipe {}={value}", recipe.name),
            None => format!("maycrawl new --recipe {}", recipe.name),
        };
        let made = recipe.with(example).and_then(|choice| compose(&[choice], &[]));
        let file = made.unwrap_or_else(|error| format!("# {error}"));
        let _ = writeln!(text, "<pre><code>$ {}\n{}</code></pre>", escape(&asked), escape(&file));
        if !recipe.source.is_empty() {
            let _ = writeln!(text, "<p class=\"source\">{}</p>", inline(recipe.source));
        }
    }
    Page::from_markdown("recipes.html", include_str!("../pages/recipes.md"), &text)
}
