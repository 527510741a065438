//! Builds the site with mdBook.

use std::error::Error;
use std::path::Path;
use std::str::FromStr as _;
use std::{env, fs};

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use tempfile::TempDir;

use crate::pages::{DOCS, SUMMARY, pages, summary};

/// Files that the site needs next to its pages: where they are in the repository, and where mdBook wants them.
const FILES: [(&str, &str); 3] = [
    ("docs/theme/style.css", "theme/style.css"),
    ("docs/theme/filter.js", "theme/filter.js"),
    ("web/public/favicon.svg", "theme/favicon.svg"),
];

/// Builds the site in the folder `site`, whose present content is removed. Returns the number of pages.
///
/// # Errors
/// A page cannot be made, a file cannot be read or written, or `site` is a folder with something else in it.
pub fn build(site: &Path) -> Result<usize, Box<dyn Error + Send + Sync>> {
    // mdBook empties the folder.
    let is_foreign = site.is_dir() && !site.join("index.html").is_file();
    if is_foreign && fs::read_dir(site)?.next().is_some() {
        return Err("the folder has files that are not a site; name another folder".into());
    }
    let source = Source::write()?;
    let mut config = Config::from_str(&fs::read_to_string(Path::new(DOCS).join("book.toml"))?)?;
    config.build.build_dir = env::current_dir()?.join(site);
    let book = MDBook::load_with_config(source.folder.path(), config)?;
    book.build()?;
    Ok(source.pages)
}

/// What mdBook reads: a folder that is removed when this is dropped.
struct Source {
    folder: TempDir,
    pages: usize,
}

impl Source {
    fn write() -> Result<Self, Box<dyn Error + Send + Sync>> {
        let mut source = Self { folder: tempfile::tempdir()?, pages: 0 };
        for page in pages()? {
            source.file(&format!("src/{}", page.path), page.text.as_bytes())?;
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
