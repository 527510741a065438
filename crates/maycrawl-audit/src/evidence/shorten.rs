//! What a row leaves out, so that it can be shown.

use std::net::IpAddr;

use ipnet::IpNet;
use maycrawl::crawler::KnownCrawler;

use crate::judge::{Candidate, Verdicts};

/// The network that an address is in: /24, and /48 for IPv6.
pub(super) fn shorten_address(address: IpAddr) -> IpNet {
    let address = address.to_canonical();
    let length = if address.is_ipv4() { 24 } else { 48 };
    IpNet::new(address, length).map_or_else(|_| IpNet::from(address), |net| net.trunc())
}

/// The target up to the end of the deciding rule; else without its query; else, if the verdicts depend on the query, as
/// it is. Each part is tried: only one that has the verdicts of the whole is taken, so the row can be decided again
/// from it.
pub(super) fn shorten_target<'t>(
    verdicts: &mut Verdicts,
    target: &'t str,
    crawler: &'static KnownCrawler,
    sets: &[&Vec<Candidate>; 3],
) -> &'t str {
    let mut copies: Vec<Candidate> = sets.iter().flat_map(|set| set.iter().copied()).collect();
    copies.sort_unstable();
    copies.dedup();
    let matched = copies.iter().map(|&copy| verdicts.answer(copy, crawler, target).matched).max();
    let by_rule = matched.filter(|&matched| matched > 0).and_then(|matched| target.get(..matched));
    let path = target.split(['?', ';']).next().unwrap_or(target);
    let mut parts: Vec<&str> = by_rule.into_iter().chain([path]).collect();
    parts.sort_by_key(|part| part.len());
    let is_same = |part: &&&str| {
        copies.iter().all(|&copy| {
            let [a, b] = [target, **part].map(|it| verdicts.answer(copy, crawler, it));
            (a.outcome, a.line) == (b.outcome, b.line)
        }) && [0, 2].iter().all(|&at| {
            let [a, b] = [target, **part].map(|it| verdicts.is_reserved(sets[at], crawler, it));
            a == b
        })
    };
    parts.iter().find(is_same).copied().unwrap_or(target)
}
