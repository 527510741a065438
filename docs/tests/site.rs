//! The site as a whole: every link leads somewhere, nothing is left out, nothing comes from elsewhere.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::BTreeMap;

use maycrawl::crawler::KnownCrawler;
use maycrawl::lint::Lint;
use maycrawl::recipe::Recipe;
use maycrawl_docs::site;

fn files() -> BTreeMap<String, String> {
    site().into_iter().collect()
}

/// The values of an attribute.
fn attributes<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let begin = format!(" {name}=\"");
    text.split(&begin).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn every_link_leads_to_a_file_of_the_site() {
    let files = files();
    let mut links = 0;
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
        let folder: Vec<_> = path.split('/').rev().skip(1).collect();
        for link in attributes(text, "href").into_iter().chain(attributes(text, "src")) {
            if link.starts_with("https://") {
                continue; // a reference that people may follow; nothing is loaded from it
            }
            let mut parts: Vec<_> = folder.iter().rev().copied().collect();
            for part in link.split('#').next().unwrap().split('/') {
                match part {
                    ".." => drop(parts.pop().expect(link)),
                    part => parts.push(part),
                }
            }
            let target = parts.join("/");
            let target = if link.starts_with('#') { path } else { &target };
            let page = files.get(target).unwrap_or_else(|| panic!("{path} links to {link}"));
            let anchor = link.split_once('#').map_or("", |(_, anchor)| anchor);
            let id = format!(" id=\"{anchor}\"");
            assert!(anchor.is_empty() || page.contains(&id), "{path} links to {link}");
            links += 1;
        }
    }
    assert!(links > 500, "{links}");
}

#[test]
fn nothing_is_loaded_from_elsewhere_and_nothing_runs() {
    for (path, text) in files() {
        assert!(!text.contains("<script") && !text.contains("url("), "{path}");
        assert!(attributes(&text, "src").is_empty(), "{path}");
    }
}

#[test]
fn every_lint_crawler_and_recipe_is_there() {
    let files = files();
    for lint in Lint::all() {
        let page = &files[&format!("lints/{}.html", lint.name)];
        assert!(page.contains(lint.code) && page.contains("<h1>"), "{}", lint.name);
        assert!(files["lints/index.html"].contains(&format!(">{}</a>", lint.name)));
    }
    for crawler in KnownCrawler::all() {
        assert!(files["crawlers.html"].contains(&format!("<code>{}</code>", crawler.token)));
    }
    for recipe in Recipe::all() {
        assert!(files["recipes.html"].contains(&format!("<h2 id=\"{}\">", recipe.name)));
    }
    assert!(!files["recipes.html"].contains("cannot"), "every recipe makes a file of its example");
}

/// Result, and what the page says of a site whose file was there before; in the order of the policies.
const RESULTS: &[(&str, [&str; 4])] = &[
    ("<code>404</code>", ["no limits: there is no file"; 4]),
    (
        "<code>429</code>",
        [
            "no limits: there is no file",
            "everything disallowed for 12 h, then the last copy counts until day 30, then everything disallowed",
            "no limits: there is no file",
            "no limits: there is no file",
        ],
    ),
    (
        "<code>503</code>",
        [
            "everything disallowed until day 30, then the last copy counts",
            "everything disallowed for 12 h, then the last copy counts until day 30, then everything disallowed",
            "everything disallowed",
            "everything disallowed until day 30, then the last copy counts",
        ],
    ),
];

#[test]
fn results_mean_what_the_texts_say() {
    let files = files();
    for (result, expected) in RESULTS {
        let cells = expected.map(|words| format!("<td>{words}</td>")).concat();
        let row = format!("<tr><td>{result}</td>{cells}</tr>");
        assert!(files["results.html"].contains(&row), "{row}");
    }
}

/// Text between tags, outside of code, has no Markdown left.
#[test]
fn no_markdown_is_shown_raw() {
    let files = files();
    for page in ["crawlers.html", "recipes.html"] {
        for piece in files[page].split("<code>") {
            let text = piece.split_once("</code>").map_or(piece, |(_, text)| text);
            assert!(!text.contains('`') && !text.contains("*"), "{page}: {text}");
        }
    }
}

#[test]
fn what_a_source_holds_is_text() {
    let files = files();
    let page = &files["lints/index.html"];
    assert_eq!(page.matches("<main>").count(), 1);
    assert!(!files.values().any(|text| text.contains("<img")), "no source can put an element in");
}

#[test]
fn the_profiles_stand_beside_one_another_and_the_changes_of_2019_are_told() {
    let files = files();
    let profiles = &files["profiles.html"];
    for profile in maycrawl::Profile::ALL {
        assert!(profiles.contains(&format!("<th scope=\"col\">{}</th>", profile.name)));
    }
    let row = "<code>/fish/</code></td><td>allowed</td><td><strong>disallowed</strong></td><td>allowed</td>";
    assert!(profiles.contains(row), "the assumed slash");
    let changes = &files["changes-2019.html"];
    for words in
        ["30 days", "five redirects", "500 kibibytes", "Requirements Language", "AJAX", "fish/"]
    {
        assert!(changes.contains(words), "{words}");
    }
    assert!(files["index.html"].contains("href=\"changes-2019.html\""));
}

#[test]
fn the_guide_has_its_chapters_in_order_and_each_leads_to_the_others() {
    let files = files();
    let chapters = [
        "getting-started",
        "reading-a-verdict",
        "recipes",
        "changing-a-file",
        "editor",
        "running-the-service",
        "embedding-the-library",
    ];
    let count = files.keys().filter(|path| path.starts_with("guide/")).count();
    assert_eq!(count, chapters.len());
    for (i, chapter) in chapters.iter().enumerate() {
        let path = format!("guide/{chapter}.html");
        let page = &files[&path];
        let (before, _) = page.split_once("<main>").unwrap();
        let (_, navigation) = before.split_once("<nav aria-label=\"Guide\">").unwrap();
        let expected: Vec<_> = chapters.map(|chapter| format!("../guide/{chapter}.html")).to_vec();
        assert_eq!(attributes(navigation, "href"), expected, "{chapter}");
        let current = format!("href=\"../{path}\" aria-current=\"page\"");
        assert!(navigation.contains(&current), "{chapter}");
        let next =
            chapters.get(i + 1).map(|next| format!("<p>Next: <a href=\"../guide/{next}.html\">"));
        assert!(next.is_none_or(|next| page.contains(&next)), "{chapter}");
        assert!(!page.contains(".md\"") && !page.contains("```"), "{chapter}");
    }
    let start = "href=\"guide/getting-started.html\"";
    assert!(files["index.html"].contains(start), "the guide is in the navigation of every page");
}
