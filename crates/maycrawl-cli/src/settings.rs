//! `maycrawl.toml`: what a project wants by default. An option wins over it, and so does a variable of the environment.
//!
//! The file is looked for from this folder upwards, up to the root of the git repository. Outside a repository only
//! this folder counts: a file that somebody else left in `/tmp` or `/home` must not change an answer.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command};
use maycrawl::{Crawler, Printable, Profile};
use serde::Deserialize;

use crate::args;

const FILE: &str = "maycrawl.toml";

/// The settings of a project.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// The file, if there is one.
    file: Option<PathBuf>,
    table: Table,
}

/// The file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Table {
    /// The project's robots.txt; like `expectations` beside the file.
    robots: Option<PathBuf>,
    expectations: Option<PathBuf>,
    profile: Option<String>,
    crawlers: Vec<String>,
    lint: LintTable,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct LintTable {
    allow: Vec<String>,
    deny: Vec<String>,
}

impl Settings {
    /// The settings for a command that runs in `folder`; the defaults of the command if there is no file.
    ///
    /// # Errors
    /// The file cannot be read, or has a key or a value that does not exist. The text names the file.
    pub(crate) fn of_folder(folder: &Path) -> Result<Self, String> {
        let is_root = |folder: &&Path| folder.join(".git").exists();
        let root = folder.ancestors().find(is_root).unwrap_or(folder);
        let inside = folder.ancestors().take_while(|folder| folder.starts_with(root));
        for file in inside.map(|folder| folder.join(FILE)) {
            match fs::read_to_string(&file) {
                Ok(text) => return Self::parse(&text, file),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(format!("{}: {error}", shown(&file))),
            }
        }
        Ok(Self::default())
    }

    fn parse(text: &str, file: PathBuf) -> Result<Self, String> {
        let failed = |why: &str| format!("{}: {why}", shown(&file));
        let mut table: Table =
            toml::from_str(text).map_err(|error| failed(error.to_string().trim_end()))?;
        if let Some(name) = &table.profile
            && Profile::by_name(name).is_none()
        {
            let names = Profile::ALL.map(|profile| profile.name).join(", ");
            return Err(failed(&format!("there is no profile {name:?}; there are {names}")));
        }
        for names in &table.crawlers {
            Crawler::resolve_list(names).map_err(|error| failed(&format!("crawlers: {error}")))?;
        }
        for what in table.lint.allow.iter().chain(&table.lint.deny) {
            args::filter(what).map_err(|error| failed(&format!("lint: {error}")))?;
        }
        let folder = file.parent().unwrap_or(Path::new(""));
        for path in [&mut table.robots, &mut table.expectations].into_iter().flatten() {
            *path = folder.join(&path);
        }
        Ok(Self { file: Some(file), table })
    }

    /// The robots.txt of the project, or of this folder.
    pub(crate) fn robots(&self) -> PathBuf {
        self.table.robots.clone().unwrap_or_else(|| PathBuf::from("robots.txt"))
    }

    /// The command line with these settings in place of its own defaults.
    pub(crate) fn apply(&self, command: Command) -> Command {
        command.mut_subcommands(|command| {
            let name = command.get_name().to_owned();
            command.mut_args(|arg| self.with_default(&name, arg))
        })
    }

    fn with_default(&self, command: &str, arg: Arg) -> Arg {
        let values = self.default_of(command, arg.get_id().as_str());
        if values.is_empty() {
            return arg;
        }
        // clap takes texts that live as long as the program. They are few, and read once.
        let values = values.into_iter().map(|value| &*value.leak());
        arg.required(false).default_values(values)
    }

    /// The values of an option or an argument of a command; none if the file does not set it.
    fn default_of(&self, command: &str, id: &str) -> Vec<String> {
        let Table { robots, expectations, profile, crawlers, lint } = &self.table;
        let path =
            |path: &Option<PathBuf>| path.iter().map(|it| it.display().to_string()).collect();
        match (command, id) {
            ("verify" | "parse" | "readers", "robots")
            | ("lint", "targets")
            | ("minimise", "file") => path(robots),
            ("verify", "expectations") => path(expectations),
            ("lint" | "lsp", "allow") => lint.allow.clone(),
            ("lint", "deny") => lint.deny.clone(),
            (_, "profile") => profile.iter().cloned().collect(),
            (_, "agents") => crawlers.clone(),
            _ => Vec::new(),
        }
    }

    /// What to say about an answer that these settings can change: by its crawlers, or by how the file is read.
    pub(crate) fn note(&self, matches: &ArgMatches) -> Option<String> {
        let file = self.file.as_ref()?;
        let (name, matches) = matches.subcommand()?;
        let is_used = |id: &str| {
            !self.default_of(name, id).is_empty()
                && matches.try_contains_id(id).is_ok() // the command has the option
                && matches.value_source(id) == Some(clap::parser::ValueSource::DefaultValue)
        };
        let used: Vec<_> = [("profile", "profile"), ("agents", "crawlers")]
            .into_iter()
            .filter_map(|(id, key)| is_used(id).then_some(key))
            .collect();
        let words = used.join(" and ");
        (!used.is_empty()).then(|| format!("{words} as {} says", shown(file)))
    }
}

fn shown(file: &Path) -> String {
    Printable(file.as_os_str().as_encoded_bytes()).to_string()
}
