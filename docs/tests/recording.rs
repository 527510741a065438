//! The picture of the command in the README: real commands with their real output, drawn as a terminal.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::path::Path;
use std::{env, fs};

use anstyle_svg::Term;

mod terminal;

use terminal::{maycrawl, output};

/// Run in a folder that has the example `shop.txt`, and `changed.txt`, which lacks a line of it and misspells another.
const COMMANDS: &[&str] = &[
    "maycrawl check --robots shop.txt --agent Googlebot --agent GPTBot '/search?q=boots' /sale/",
    "maycrawl diff shop.txt changed.txt",
    "maycrawl lint changed.txt | grep -A 5 warning",
];

/// The columns of the terminal.
const COLUMNS: usize = 96;

/// `UPDATE_GUIDE=1` writes the picture.
#[test]
fn the_picture_of_the_command_shows_its_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(maycrawl) = maycrawl() else {
        eprintln!("skipped: the command is not built; `cargo test --workspace` builds it");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let shop = fs::read_to_string(root.join("../examples/shop.robots.txt")).unwrap();
    let changed = shop
        .replace("Disallow: /search?\n", "")
        .replace("Disallow: /account/", "Disalow: /account/");
    fs::write(folder.path().join("shop.txt"), &shop).unwrap();
    fs::write(folder.path().join("changed.txt"), changed).unwrap();
    let mut screen = String::new();
    for command in COMMANDS {
        let typed = command.replacen("maycrawl ", "maycrawl --color always ", 1);
        let shown = output(&typed, folder.path(), &maycrawl, true);
        screen += &format!("\x1b[1m$ {command}\x1b[0m\n{shown}\n");
    }
    let drawn = Term::new().min_width_px(COLUMNS * 8).render_svg(screen.trim_end());
    let picture = root.join("pictures/command.svg");
    if env::var_os("UPDATE_GUIDE").is_some() {
        fs::write(&picture, &drawn).unwrap();
    }
    let kept = fs::read_to_string(&picture).unwrap_or_default();
    assert!(
        kept == drawn,
        "docs/pictures/command.svg is not what the command says; UPDATE_GUIDE=1 writes it"
    );
}
