//! Small changes of real files.

use crate::random::Random;

/// The file with one rule removed, one turned round, and one of another file added. None if it has no rule.
/// `rule_lines`: the numbers of the lines of a text that are rules.
pub fn edited(
    text: &str,
    other: &str,
    rule_lines: impl Fn(&str) -> Vec<u32>,
    random: &mut Random,
) -> Vec<String> {
    let pick = |lines: &[u32], random: &mut Random| match lines.len() {
        0 => None,
        count => Some(lines[random.below(count as u64) as usize] as usize - 1),
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let Some(at) = pick(&rule_lines(text), random).filter(|&at| at < lines.len()) else {
        return Vec::new();
    };
    let mut removed = lines.clone();
    removed.remove(at);
    let lower = lines[at].to_ascii_lowercase();
    let turned_line = if lower.contains("disallow") {
        lower.replace("disallow", "allow")
    } else {
        lower.replace("allow", "disallow")
    };
    let mut turned = lines.clone();
    turned[at] = &turned_line;
    let others: Vec<&str> = other.split('\n').collect();
    let mut added = lines.clone();
    let new = pick(&rule_lines(other), random).and_then(|at| others.get(at));
    added.insert(at, new.copied().unwrap_or("Disallow: /new"));
    [removed, turned, added].map(|lines| lines.join("\n")).into()
}
