//! Which groups count for which crawler, in many files with nearly the same names.

use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::internals::is_star;
use maycrawl_effects::Budget;

use super::ReadFile;
use super::axes::{CrawlerName, NameMatch};
use super::groups::{CrawlerNames, Group, chosen};

/// What is known of names. Several readers compare them alike, and an edit changes few of them, so which of all names
/// mean a crawler is found out once. Only groups with such a name, or for all, are looked at.
#[derive(Debug, Default)]
pub(super) struct Choices {
    numbers: BTreeMap<Vec<u8>, usize>,
    names: Vec<Vec<u8>>,
    meant: Vec<(How, BTreeMap<String, Meant>)>,
}

/// How readers compare names.
type How = (CrawlerName, NameMatch);

/// The names that mean a crawler, of those that were compared.
#[derive(Debug, Default)]
struct Meant {
    compared: usize,
    names: Vec<usize>,
}

/// Where the names of a file stand.
pub(super) struct Table {
    how: usize,
    /// For each name the groups that have it.
    groups: BTreeMap<usize, Vec<usize>>,
    /// The groups for all.
    stars: Vec<usize>,
}

/// The steps of comparing a name of a file with that of a crawler, and of finding one.
const STEPS_OF_A_NAME: u64 = 4;

/// The steps of a crawler's name for a file.
const STEPS_OF_A_CRAWLER: u64 = 16;

impl Choices {
    /// O(names of the file * log names).
    pub(super) fn table(&mut self, file: &ReadFile, budget: &mut Budget<'_>) -> Table {
        let how = (file.axes.crawler_name, file.axes.name_match);
        let known = self.meant.iter().position(|(known, _)| *known == how);
        let how = known.unwrap_or_else(|| {
            self.meant.push((how, BTreeMap::new()));
            self.meant.len() - 1
        });
        let mut table = Table { how, groups: BTreeMap::new(), stars: Vec::new() };
        for (at, group) in file.groups.iter().enumerate() {
            budget.take(STEPS_OF_A_NAME * group.names.len() as u64);
            if group.names.iter().any(|name| is_star(name)) {
                table.stars.push(at);
            }
            for name in &group.names {
                table.groups.entry(self.number(name)).or_default().push(at);
            }
        }
        table
    }

    /// Compares all names of the files with those of the crawlers, as far as the budget suffices, which several edits
    /// need.
    pub(super) fn compare_all(
        &mut self,
        files: &[ReadFile],
        crawlers: &[String],
        budget: &mut Budget<'_>,
    ) {
        let tables: Vec<_> = files.iter().map(|file| self.table(file, budget)).collect();
        for crawler in crawlers {
            for (file, table) in files.iter().zip(&tables) {
                if self.of(file, table, crawler, budget).is_none() {
                    return;
                }
            }
        }
    }

    fn number(&mut self, name: &[u8]) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len();
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        number
    }

    /// The numbers of the groups that count for a crawler, in order. `None` if the budget does not suffice.
    pub(super) fn of(
        &mut self,
        file: &ReadFile,
        table: &Table,
        crawler: &str,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<usize>> {
        let (_, meant) = &mut self.meant[table.how];
        if !meant.contains_key(crawler) {
            meant.insert(crawler.to_owned(), Meant::default());
        }
        let meant = meant.get_mut(crawler)?;
        let names = CrawlerNames::new(crawler, &file.axes);
        for (number, name) in self.names.iter().enumerate().skip(meant.compared) {
            if !budget.take(STEPS_OF_A_NAME + name.len() as u64 / 2) {
                return None;
            }
            meant.compared = number + 1;
            if names.is(name) {
                meant.names.push(number);
            }
        }
        let own = meant.names.iter().filter_map(|name| table.groups.get(name)).flatten();
        let candidates: BTreeSet<usize> = own.chain(&table.stars).copied().collect();
        let groups: Vec<&Group> = candidates.iter().map(|&at| &file.groups[at]).collect();
        let of_groups = groups.iter().map(|group| group.names.len() as u64).sum::<u64>();
        if !budget.take(STEPS_OF_A_CRAWLER + STEPS_OF_A_NAME * of_groups) {
            return None;
        }
        let chosen = chosen(&groups, crawler, &file.axes);
        let is_chosen = |at: &usize| chosen.iter().any(|it| core::ptr::eq(*it, &file.groups[*at]));
        Some(candidates.into_iter().filter(is_chosen).collect())
    }
}
