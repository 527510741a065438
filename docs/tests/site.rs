//! The site as mdBook builds it: every link leads somewhere, nothing is left out, nothing comes from elsewhere.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use maycrawl::crawler::KnownCrawler;
use maycrawl_docs::{build, pages};
use maycrawl_lint::Lint;
use maycrawl_lint::recipe::Recipe;

/// Every file of the site, by its path; those that are not text are empty.
static SITE: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("site-{}", std::process::id()));
    // In the place of the tester, which needs node.
    let tester = tempfile::tempdir().unwrap();
    fs::create_dir(tester.path().join("assets")).unwrap();
    for name in ["index.html", "service-worker.js", "assets/index-1.js"] {
        fs::write(tester.path().join(name), "tester").unwrap();
    }
    let count = build(&folder, Some(tester.path())).unwrap();
    assert_eq!(count, pages().unwrap().len());
    let mut files = BTreeMap::new();
    read(&folder, "", &mut files);
    fs::remove_dir_all(&folder).unwrap();
    files
});

fn read(folder: &Path, path: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{path}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{name}/"), files);
        } else {
            let bytes = fs::read(entry.path()).unwrap();
            files.insert(name, String::from_utf8(bytes).unwrap_or_default());
        }
    }
}

/// The pages that people read, by path.
fn chapters() -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_chapter =
        |path: &str| path.ends_with(".html") && path != "toc.html" && !path.starts_with("try/");
    let html = SITE.iter().filter(move |(path, _)| is_chapter(path));
    html.map(|(path, text)| (path.as_str(), text.as_str()))
}

/// What a page says, without the frame.
fn content(path: &str) -> &'static str {
    let page = SITE.get(path).unwrap_or_else(|| panic!("there is no {path}"));
    let (_, rest) = page.split_once("<main>").unwrap();
    rest.split_once("</main>").unwrap().0
}

/// The values of an attribute.
fn attributes<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let begin = format!(" {name}=\"");
    text.split(&begin).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The path of the file that a link on a page leads to, and the anchor.
fn target<'l>(page: &str, link: &'l str) -> (String, &'l str) {
    let (link, anchor) = link.split_once('#').unwrap_or((link, ""));
    if link.is_empty() {
        return (page.to_owned(), anchor);
    }
    let mut parts: Vec<_> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop().unwrap_or_else(|| panic!("{page} links to {link}"))),
            part => parts.push(part),
        }
    }
    (parts.join("/"), anchor)
}

#[test]
fn every_link_leads_to_a_file_of_the_site_and_to_an_anchor_in_it() {
    let mut links = 0;
    for (path, text) in chapters() {
        for link in attributes(text, "href").into_iter().chain(attributes(text, "src")) {
            if link.starts_with("https://") {
                continue; // a reference that people may follow; nothing is loaded from it
            }
            let (file, anchor) = target(path, link);
            let page = SITE.get(&file).unwrap_or_else(|| panic!("{path} links to {link}"));
            let id = format!(" id=\"{anchor}\"");
            assert!(anchor.is_empty() || page.contains(&id), "{path} links to {link}");
            links += 1;
        }
    }
    assert!(links > 2000, "{links}");
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let listed: BTreeSet<&str> = attributes(&SITE["toc.html"], "href").into_iter().collect();
    assert!(listed.len() > 110, "{}", listed.len());
    for (path, text) in chapters() {
        assert!(listed.contains(path), "{path}");
        assert!(
            text.contains("rel=\"next\"")
                || text.contains("rel=\"next prefetch\"")
                || path == "security.html"
        );
    }
}

/// Addresses of other hosts are in links that people follow, and in comments of scripts. Nothing is loaded from them.
#[test]
fn nothing_is_loaded_from_elsewhere() {
    for (path, text) in SITE.iter() {
        if path.ends_with(".html") {
            for source in attributes(text, "src") {
                assert!(!source.contains("//"), "{path}: {source}");
            }
            for tag in text.split("<link ").skip(1) {
                assert!(!tag.split('>').next().unwrap().contains("//"), "{path}: {tag:.80}");
            }
        }
        if path.ends_with(".css") {
            assert!(
                !text.contains("url(http") && !text.contains("url(//") && !text.contains("@import"),
                "{path}"
            );
        }
    }
    assert!(!SITE.keys().any(|path| path.ends_with(".woff2")), "the fonts are those of the system");
}

#[test]
fn the_search_needs_no_server_and_finds_lints_and_options() {
    let (_, index) = SITE.iter().find(|(path, _)| path.starts_with("searchindex")).unwrap();
    for word in ["misspelt-field", "allow-private", "Storebot-Google", "CheckManyRequest"] {
        assert!(index.contains(word), "{word}");
    }
}

#[test]
fn every_lint_crawler_and_recipe_is_there() {
    for lint in Lint::all() {
        let page = content(&format!("reference/lints/{}.html", lint.name));
        assert!(page.contains(lint.code) && page.contains("<h1"), "{}", lint.name);
        assert!(content("reference/lints.html").contains(&format!(">{}</a>", lint.name)));
    }
    let crawlers = content("reference/crawlers.html");
    for crawler in KnownCrawler::all() {
        assert!(crawlers.contains(&format!("<code>{}</code>", crawler.token)), "{}", crawler.token);
    }
    let recipes = content("reference/recipes.html");
    for recipe in Recipe::all() {
        assert!(recipes.contains(&format!("<h2 id=\"{}\">", recipe.name)), "{}", recipe.name);
    }
    assert!(!recipes.contains("cannot hold"), "every recipe makes a file of its example");
}

#[test]
fn every_call_of_the_api_is_there_with_its_parameters_and_problems() {
    let api = content("reference/api.html");
    for words in [
        "GET /v1/check",
        "POST /v1/draft/diff",
        "GET /v1/lints/{code}",
        "<code>url</code> (required)",
        "<a href=\"#CheckManyRequest\">CheckManyRequest</a>",
        "<h3 id=\"CheckManyRequest\">",
        "application/x-ndjson",
        "rate limit exceeded",
    ] {
        assert!(api.contains(words), "{words}");
    }
    // The examples of the library stay there.
    assert!(!api.contains("use maycrawl::"));
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
    let page = content("reference/results.html");
    let policies = ["google-2021", "google-2026", "google-2019", "rfc9309"];
    for (result, expected) in RESULTS {
        let cells = policies.iter().zip(expected);
        let cells: String = cells
            .map(|(policy, words)| format!("<td data-label=\"{policy}\">{words}</td>"))
            .collect();
        let row = format!("<tr><td data-label=\"Result\">{result}</td>{cells}</tr>");
        assert!(page.contains(&row), "{row}");
    }
}

/// Cases in which maycrawl keeps a site closed although a text opens it: words of the page, and the answer in
/// `conformance/answers/judged.jsonl`, which the tests of the fetcher and of archives read.
const DEVIATIONS: &[(&str, &str)] = &[
    ("206, a part of the file", "206"),
    ("300, with or without", "300"),
    ("301, 302, 303, 307 or 308 without one", "301-no-target"),
    ("304, although nothing was conditional", "304"),
    ("a redirect to <code>ftp:</code>", "302-ftp"),
    ("5xx for every missing page", "500"),
];

#[test]
fn the_deviations_stand_in_one_place_and_are_judged_so() {
    let page = content("reference/results.html");
    let table = page.split("Where maycrawl differs from the texts</a>").nth(1).unwrap();
    let table = table.split("</table>").next().unwrap();
    let rows = table.matches("<tr>").count() - 1;
    assert_eq!(rows, DEVIATIONS.len());
    let judged = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/answers/judged.jsonl");
    let judged = fs::read_to_string(judged).unwrap();
    for (words, id) in DEVIATIONS {
        assert!(table.contains(words), "{words}: {table}");
        let begin = format!("{{\"id\": \"{id}\", ");
        let row = judged.lines().find(|line| line.starts_with(&begin)).unwrap();
        assert!(row.contains("\"judgement\": \"failure\", \"allowed\": false"), "{row}");
    }
}

/// Text between tags, outside of code, has no Markdown left, and no marker.
#[test]
fn no_markdown_is_shown_raw() {
    for (path, _) in chapters() {
        for piece in content(path).split("<code") {
            let text = piece.split_once("</code>").map_or(piece, |(_, text)| text);
            assert!(
                !text.contains('`') && !text.contains("**") && !text.contains("<!--"),
                "{path}: {text}"
            );
        }
    }
}

#[test]
fn what_a_source_holds_is_text() {
    for (path, text) in chapters() {
        assert_eq!(text.matches("<main>").count(), 1, "{path}");
        let pictures = content(path).matches("<img").count();
        assert_eq!(
            pictures,
            content(path).matches("src=\"../pictures/").count()
                + content(path).matches("src=\"pictures/").count(),
            "{path}"
        );
        assert!(!content(path).contains("<script"), "{path}");
    }
}

#[test]
fn the_profiles_stand_beside_one_another_and_the_changes_of_2019_are_told() {
    let profiles = content("reference/profiles.html");
    for profile in maycrawl::Profile::ALL {
        assert!(profiles.contains(&format!("<th scope=\"col\">{}</th>", profile.name)));
    }
    let row = "<code>/fish/</code></td><td data-label=\"google\">allowed</td><td data-label=\"google-2019\"><strong>disallowed</strong></td><td data-label=\"rfc9309\">allowed</td>";
    assert!(profiles.contains(row), "the assumed slash");
    let changes = content("reference/changes-2019.html");
    for words in
        ["30 days", "five redirects", "500 kibibytes", "Requirements Language", "AJAX", "fish/"]
    {
        assert!(changes.contains(words), "{words}");
    }
}

#[test]
fn references_are_links() {
    let page = content("reference/lints/misspelt-field.html");
    let section =
        "<a href=\"https://www.rfc-editor.org/rfc/rfc9309#section-2.2\">RFC 9309, section 2.2</a>";
    assert!(page.contains(section), "{page}");
    let mut without = BTreeSet::new();
    for lint in Lint::all() {
        let page = content(&format!("reference/lints/{}.html", lint.name));
        for reference in lint.references.iter().filter(|text| text.starts_with("Google, *")) {
            let title = reference.split('*').nth(1).unwrap();
            let words = title.replace('&', "&amp;");
            if !page.contains(&format!("<em>{words}</em></a>")) {
                without.insert(title);
            }
        }
    }
    // Google's help has moved this page, and its address is not known.
    let known = BTreeSet::from(["Sitemap errors: URL restricted by robots.txt"]);
    assert_eq!(without, known);
}

/// The messages of Search Console, as it writes them, and their pages.
const MESSAGES: &[(&str, &str)] = &[
    ("Blocked by robots.txt", "blocked-by-robots-txt"),
    ("Indexed, though blocked by robots.txt", "indexed-though-blocked"),
    ("Submitted URL blocked by robots.txt", "submitted-url-blocked"),
    ("robots.txt unreachable", "robots-txt-unreachable"),
];

#[test]
fn each_message_has_a_page_of_its_name_with_a_screen_a_repair_and_a_proof() {
    let all = content("guide/search-console.html");
    for (message, page) in MESSAGES {
        assert!(all.contains(&format!("<a href=\"{page}.html\">{message}</a>")), "{message}");
        let text = content(&format!("guide/{page}.html"));
        let title = text.split("</h1>").next().unwrap();
        assert!(title.ends_with(&format!(">{message}</a>")), "{message}: {title}");
        assert_eq!(text.matches(">The repair: ").count(), 1, "{message}: one repair");
        for part in [">Prove it</a></h2>", "language-console", "<p>Sources, read on "] {
            assert!(text.contains(part), "{message}: {part}");
        }
    }
}

#[test]
fn each_system_that_writes_files_is_told_with_its_source_and_what_is_not_verified() {
    let page = content("guide/where-the-file-is-written.html");
    for system in ["WordPress", "Yoast SEO", "Shopify", "Wix", "Squarespace", "Cloudflare"] {
        let (_, section) = page.split_once(&format!(">{system}</a></h2>")).expect(system);
        let section = section.split("<h2").next().unwrap();
        for part in ["Where it comes from.", "Where to change it.", "Source", "Not verified:"] {
            assert_eq!(section.replace('\n', " ").matches(part).count(), 1, "{system}: {part}");
        }
    }
}

/// A list that Cloudflare changes: each of its names is one that the table of crawlers has.
#[test]
fn the_names_in_the_block_of_cloudflare_are_known() {
    let page = content("guide/where-the-file-is-written.html").replace('\n', " ");
    let (_, names) = page.split_once("<code>Disallow: /</code> for Amazonbot").expect("the list");
    let names = format!("Amazonbot{}", names.split('.').next().unwrap_or_default());
    let names: Vec<&str> =
        names.split([',', ' ']).filter(|it| !matches!(*it, "" | "and")).collect();
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        assert!(maycrawl::crawler::KnownCrawler::by_name(name).is_some(), "{name}");
    }
}

#[test]
fn the_front_page_shows_the_tester_page_and_the_ways_of_four_readers() {
    let page = content("index.html");
    assert!(page.contains("<img src=\"pictures/verdicts.png\""));
    let ways = page.split("<tbody>").nth(1).unwrap().split("</tbody>").next().unwrap();
    assert_eq!(ways.matches("<tr>").count(), 4);
    for section in ["site owners", "operations and CI", "crawler engineers", "researchers and data"]
    {
        assert!(SITE["toc.html"].contains(&format!("How-to: for {section}")), "{section}");
    }
}

/// That the links lead there, `every_link_leads_to_a_file_of_the_site_and_to_an_anchor_in_it` tests.
#[test]
fn the_tester_can_be_tried_from_every_page() {
    for file in ["index.html", "service-worker.js", "assets/index-1.js"] {
        assert_eq!(SITE[&format!("try/{file}")], "tester");
    }
    for (path, text) in chapters() {
        let bar = text.split("menu-bar sticky").nth(1).unwrap().split("<main>").next().unwrap();
        assert_eq!(bar.matches("try/index.html\"").count(), 1, "{path}");
    }
    assert!(content("index.html").contains("<a href=\"try/index.html\">Try it</a>"));
    let folder = tempfile::tempdir().unwrap();
    let error = build(&folder.path().join("site"), Some(folder.path())).unwrap_err().to_string();
    assert!(error.contains("run make tester"), "{error}");
}

#[test]
fn a_folder_with_other_files_is_not_emptied() {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("other-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("letter.txt"), "dear").unwrap();
    let error = build(&folder, None).unwrap_err().to_string();
    assert!(error.contains("name another folder"), "{error}");
    assert!(folder.join("letter.txt").exists());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn pictures_are_small_and_shown() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures");
    for picture in fs::read_dir(folder).unwrap() {
        let picture = picture.unwrap();
        let name = picture.file_name().into_string().unwrap();
        assert!(picture.metadata().unwrap().len() < 250_000, "{name}");
        let readme = include_str!("../../README.md");
        let is_shown = readme.contains(&format!("docs/pictures/{name}"))
            || chapters().any(|(path, _)| content(path).contains(&format!("pictures/{name}")));
        assert!(is_shown, "no page shows {name}");
    }
}
