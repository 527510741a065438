//! Builds the site with mdBook.

use std::error::Error;
use std::path::Path;
use std::str::FromStr as _;
use std::{env, fs};

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use tempfile::TempDir;

use crate::pages::{DOCS, SUMMARY, TRY_MARK, pages, summary};

/// Files that the site needs next to its pages: where they are in the repository, and where mdBook wants them.
const FILES: [(&str, &str); 3] = [
    ("docs/theme/style.css", "theme/style.css"),
    ("docs/theme/filter.js", "theme/filter.js"),
    ("web/public/favicon.svg", "theme/favicon.svg"),
];

/// Where the static tester is in the site.
const TESTER: &str = "try";

/// In the bar of mdBook's pages, before its own buttons.
const BUTTONS: &str = "<div class=\"right-buttons\">";

/// In the place of [`TRY_MARK`].
const FRONT_LINK: &str = "**[Try it](try/index.html)**: paste a robots.txt, and see what it allows. It runs in your \
     browser alone.";

/// Builds the site in the folder `site`, whose present content is removed. Returns the number of pages. The site gets a
/// copy of the static tester in `tester`, and links to it, if there is one.
///
/// # Errors
/// A page cannot be made, a file cannot be read or written, `site` is a folder with something else in it, or `tester`
/// is not a static tester.
pub fn build(site: &Path, tester: Option<&Path>) -> Result<usize, Box<dyn Error + Send + Sync>> {
    // mdBook empties the folder.
    let is_foreign = site.is_dir() && !site.join("index.html").is_file();
    if is_foreign && fs::read_dir(site)?.next().is_some() {
        return Err("the folder has files that are not a site; name another folder".into());
    }
    if let Some(folder) = tester.filter(|folder| !folder.join("service-worker.js").is_file()) {
        return Err(format!("{} is not a static tester; run make tester", folder.display()).into());
    }
    let source = Source::write(tester.is_some())?;
    let mut config = Config::from_str(&fs::read_to_string(Path::new(DOCS).join("book.toml"))?)?;
    config.build.build_dir = env::current_dir()?.join(site);
    let book = MDBook::load_with_config(source.folder.path(), config)?;
    book.build()?;
    if let Some(folder) = tester {
        link_tester(site, "")?;
        copy_folder(folder, &site.join(TESTER))?;
    }
    Ok(source.pages)
}

/// Puts a link to the tester into the bar of every page below `folder`. `root` leads to the folder of the site.
fn link_tester(folder: &Path, root: &str) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            link_tester(&path, &format!("../{root}"))?;
        } else if path.extension().is_some_and(|it| it == "html") {
            let link = format!(
                "{BUTTONS}<a class=\"try-it\" href=\"{root}{TESTER}/index.html\">Try it</a>"
            );
            fs::write(&path, fs::read_to_string(&path)?.replacen(BUTTONS, &link, 1))?;
        }
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// What mdBook reads: a folder that is removed when this is dropped.
struct Source {
    folder: TempDir,
    pages: usize,
}

impl Source {
    fn write(has_tester: bool) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let mut source = Self { folder: tempfile::tempdir()?, pages: 0 };
        for page in pages()? {
            let text = page.text.replace(TRY_MARK, if has_tester { FRONT_LINK } else { "" });
            source.file(&format!("src/{}", page.path), text.as_bytes())?;
            source.pages += 1;
        }
        source.file(&format!("src/{SUMMARY}"), summary()?.as_bytes())?;
        let root = Path::new(DOCS).join("..");
        for (from, to) in FILES {
            source.file(to, &fs::read(root.join(from))?)?;
        }
        // In the place of mdBook's own fonts. An empty file would be left out, but not the links to it.
        source.file("theme/fonts/fonts.css", b"/* The fonts are those of the system. */\n")?;
        for picture in fs::read_dir(Path::new(DOCS).join("pictures"))? {
            let picture = picture?;
            let name = format!("src/pictures/{}", picture.file_name().to_string_lossy());
            source.file(&name, &fs::read(picture.path())?)?;
        }
        Ok(source)
    }

    fn file(&self, name: &str, content: &[u8]) -> std::io::Result<()> {
        let path = self.folder.path().join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)
    }
}
