//! Which groups count for which crawler, in many files with nearly the same names.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::internals::is_star;
use maycrawl_effects::Budget;

use super::ReadFile;
use super::axes::{CrawlerName, NameMatch};
use super::groups::{CrawlerNames, Group, chosen};
use super::interned::Interned;

/// What is known of names. Several readers compare them alike, and an edit changes few of them, so which of all names
/// mean a crawler is found out once. Only groups with such a name, or for all, are looked at.
#[derive(Debug, Default)]
pub(super) struct Choices {
    /// The names of the files, by their bytes.
    numbers: Interned,
    names: Vec<Vec<u8>>,
    crawlers: Interned,
    /// For each crawler, by its number.
    meant: Vec<(How, Vec<Meant>)>,
}

/// How readers compare names.
type How = (CrawlerName, NameMatch);

/// The names that mean a crawler, of those that were compared.
#[derive(Clone, Debug, Default)]
struct Meant {
    compared: usize,
    names: Vec<u32>,
}

/// Where the names of a file stand.
pub(super) struct Table {
    how: usize,
    /// Each name, with a group that has it. In order.
    groups: Vec<[u32; 2]>,
    /// The groups for all.
    stars: Vec<u32>,
}

fn words(text: &[u8]) -> Vec<u32> {
    text.iter().map(|&byte| byte.into()).collect()
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
            self.meant.push((how, Vec::new()));
            self.meant.len() - 1
        });
        let mut table = Table { how, groups: Vec::new(), stars: Vec::new() };
        for (group, at) in file.groups.iter().zip(0..) {
            budget.take(STEPS_OF_A_NAME * group.names.len() as u64);
            for name in &group.names {
                if is_star(name) && table.stars.last() != Some(&at) {
                    table.stars.push(at);
                }
                table.groups.push([self.number(name), at]);
            }
        }
        table.groups.sort_unstable();
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
                if self.add_groups(file, table, crawler, &mut Vec::new(), budget).is_none() {
                    return;
                }
            }
        }
    }

    fn number(&mut self, name: &[u8]) -> u32 {
        let (number, is_new) = self.numbers.insert(&words(name));
        if is_new {
            self.names.push(name.to_owned());
        }
        number
    }

    /// Adds the groups that count for a crawler, in order: how many, and their numbers. `None` if the budget does not
    /// suffice.
    pub(super) fn add_groups(
        &mut self,
        file: &ReadFile,
        table: &Table,
        crawler: &str,
        groups_of_crawler: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Option<()> {
        let (number, _) = self.crawlers.insert(&words(crawler.as_bytes()));
        let (_, meant) = &mut self.meant[table.how];
        if meant.len() <= number as usize {
            meant.resize(number as usize + 1, Meant::default());
        }
        let meant = &mut meant[number as usize];
        let names = CrawlerNames::new(crawler, &file.axes);
        for (number, name) in self.names.iter().enumerate().skip(meant.compared) {
            if !budget.take(STEPS_OF_A_NAME + name.len() as u64 / 2) {
                return None;
            }
            meant.compared = number + 1;
            if names.is(name) {
                meant.names.push(number as u32);
            }
        }
        let mut candidates = table.stars.clone();
        for &name in &meant.names {
            let of_name = &table.groups[table.groups.partition_point(|it| it[0] < name)..];
            candidates.extend(of_name.iter().take_while(|it| it[0] == name).map(|it| it[1]));
        }
        candidates.sort_unstable();
        candidates.dedup();
        let groups: Vec<&Group> = candidates.iter().map(|&at| &file.groups[at as usize]).collect();
        let of_groups = groups.iter().map(|group| group.names.len() as u64).sum::<u64>();
        if !budget.take(STEPS_OF_A_CRAWLER + STEPS_OF_A_NAME * of_groups) {
            return None;
        }
        // Both are in the order of the file.
        let mut chosen = chosen(&groups, crawler, &file.axes).into_iter().peekable();
        let before = groups_of_crawler.len();
        groups_of_crawler.push(0);
        for (&at, group) in candidates.iter().zip(groups) {
            if chosen.next_if(|it| core::ptr::eq(*it, group)).is_some() {
                groups_of_crawler.push(at);
            }
        }
        groups_of_crawler[before] = (groups_of_crawler.len() - before - 1) as u32;
        Some(())
    }
}
