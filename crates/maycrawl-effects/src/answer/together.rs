//! Answers for classes of crawlers, put together where they are alike.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use maycrawl::crawler::sort_by_weight;

use super::readers::{ReaderKind, ReadersAnswer, in_two_places};
use crate::{Budget, CrawlerClass};

/// Some crawlers, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CrawlersAnswer {
    /// Known crawlers, and others that a file names, by weight: Googlebot, bingbot, other search engines, AI crawlers,
    /// the rest.
    pub crawlers: Vec<String>,
    /// Names in the files that are tokens for a purpose, not crawlers.
    pub purpose_tokens: Vec<String>,
    /// True if every crawler that is not known and that neither file names is one of them.
    pub others: bool,
    /// Crawlers for which this is true for one kind of readers only. Those of `knows-crawler` are in `crawlers` too,
    /// because the crawlers themselves read the files so. Those of `bare-token` are not.
    pub readers: Vec<ReadersAnswer>,
}

/// The crawlers of an answer.
pub(super) struct Who<'a> {
    pub(super) crawlers: &'a mut Vec<String>,
    pub(super) purpose_tokens: &'a mut Vec<String>,
    pub(super) others: &'a mut bool,
    pub(super) readers: &'a mut Vec<ReadersAnswer>,
}

/// The answer for some crawlers, which crawlers with the same effects share.
pub(super) trait Together {
    fn who(&mut self) -> Who<'_>;
    /// True if another answer says the same of its crawlers.
    fn is_like(&self, other: &Self) -> bool;
}

/// Names of a class, for an answer.
pub(super) fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Puts the answers of classes together that are alike. `answers`: one for each class, `None` if nothing changes for
/// it; those crawlers are the second part of the result.
pub(super) fn put_together<A: Together>(
    compared: &[CrawlerClass<'_>],
    answers: Vec<Option<A>>,
    budget: &mut Budget<'_>,
) -> (Vec<A>, CrawlersAnswer) {
    let mut unaffected = CrawlersAnswer::default();
    let mut classes: Vec<A> = Vec::new();
    // For each class its place in `classes`; `None` for crawlers for which nothing changes.
    let mut places = Vec::new();
    for (class, answer) in compared.iter().zip(answers) {
        let Some(mut answer) = answer else {
            unaffected.crawlers.extend(owned(&class.crawlers));
            unaffected.purpose_tokens.extend(owned(&class.purpose_tokens));
            unaffected.others |= class.includes_others;
            places.push(None);
            continue;
        };
        budget.take(1 + classes.len() as u64 / 4);
        // Crawlers may follow other lines and see the same change all the same.
        let known = classes.iter().position(|known| known.is_like(&answer));
        places.push(Some(known.unwrap_or(classes.len())));
        match known {
            Some(known) => {
                let (known, more) = (classes[known].who(), answer.who());
                known.crawlers.append(more.crawlers);
                known.purpose_tokens.append(more.purpose_tokens);
                *known.others |= *more.others;
            }
            None => classes.push(answer),
        }
    }
    for class in &mut classes {
        sort_by_weight(class.who().crawlers);
    }
    sort_by_weight(&mut unaffected.crawlers);
    for one in in_two_places(compared.iter().zip(places)) {
        let mut readers_at = |place: Option<usize>, kind| match place {
            Some(at) => one.add_to(classes[at].who().readers, kind),
            None => one.add_to(&mut unaffected.readers, kind),
        };
        readers_at(one.of_those_who_know, ReaderKind::KnowsCrawler);
        if one.is_named {
            readers_at(one.of_others, ReaderKind::BareToken);
        }
    }
    (classes, unaffected)
}
