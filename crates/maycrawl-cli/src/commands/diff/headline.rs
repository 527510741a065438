//! What crawlers lose or gain, in one sentence: the first thing that every format says.

use maycrawl::answer::{AnswerRule, RuleDecision};
use maycrawl_effects::Extent;
use maycrawl_effects::answer::{
    ChangeAnswer, ClassAnswer, EffectAnswer, PaceChangeAnswer, PaceLine,
};

use super::MAX_NAMES;
use crate::commands::{crawlers_as, in_words_of_tokens, only_for_readers, without_readers};

/// The form of a text out of the files.
type Show<'s> = &'s dyn Fn(&str) -> String;

/// What a class of crawlers loses or gains.
pub(in crate::commands) struct Headline<'a> {
    pub(super) becomes: RuleDecision,
    pub(super) extent: &'a Extent,
    /// The effects in this direction, the largest first.
    pub(super) effects: Vec<&'a EffectAnswer>,
    class: &'a ClassAnswer,
}

/// What the class loses, then what it gains.
pub(in crate::commands) fn headlines(class: &ClassAnswer) -> impl Iterator<Item = Headline<'_>> {
    let impact = &class.impact;
    let both = [
        (RuleDecision::Disallowed, impact.lost.as_ref()),
        (RuleDecision::Allowed, impact.gained.as_ref()),
    ];
    both.into_iter().filter_map(move |(becomes, extent)| {
        let effects = class.effects.iter().filter(|effect| effect.becomes == becomes).collect();
        Some(Headline { becomes, extent: extent?, effects, class })
    })
}

/// The crawlers of a class: those of which a sentence is true, and those for which it is only true for one kind of
/// readers.
pub(super) fn subjects(class: &ClassAnswer, name: Show<'_>) -> (String, Vec<String>) {
    let whole = without_readers(&class.crawlers, &class.readers);
    let whole = crawlers_as(&whole, 0, class.others, MAX_NAMES, name);
    let named = [whole].into_iter().filter(|whole| !whole.is_empty());
    let tokens = in_words_of_tokens(&class.purpose_tokens, name);
    let whole = named.chain(tokens).collect::<Vec<_>>().join(" and ");
    (whole, only_for_readers(&class.readers, MAX_NAMES, name))
}

impl Headline<'_> {
    /// `Googlebot and bingbot lose the whole site, except /help/`. `name` and `text` give the form of a name and of a
    /// text out of the files.
    pub(in crate::commands) fn sentence(&self, name: Show<'_>, text: Show<'_>) -> String {
        let class = self.class;
        let whole = without_readers(&class.crawlers, &class.readers);
        let (subject, only_for) = subjects(class, name);
        let (subject, is_one) = if subject.is_empty() {
            let named = class.readers.iter().map(|readers| readers.crawlers.len()).sum::<usize>();
            (only_for.join("; ") + ",", named == 1)
        } else {
            (subject, whole.len() + class.purpose_tokens.len() == 1 && !class.others)
        };
        let verb = match (self.becomes, is_one) {
            (RuleDecision::Allowed, _) => "may now fetch",
            (RuleDecision::Disallowed, true) => "loses",
            (RuleDecision::Disallowed, false) => "lose",
        };
        format!("{subject} {verb} {}", self.extent.in_words(text))
    }

    /// Readers for which the sentence is also true, each with the condition.
    pub(in crate::commands) fn also(&self, name: Show<'_>) -> Vec<String> {
        let (subject, only_for) = subjects(self.class, name);
        if subject.is_empty() { Vec::new() } else { only_for }
    }

    /// `136 of the 200 URLs of the sitemap`; `None` if no URLs are known.
    pub(super) fn share(&self, answer: &ChangeAnswer) -> Option<String> {
        let known = answer.urls.filter(|urls| urls.total > 0)?;
        Some(known.share(self.extent.urls?))
    }
}

/// `/about: line 5, Disallow: / (before: no rule)`.
pub(super) fn proof(effect: &EffectAnswer, text: Show<'_>) -> String {
    let rule = |rule: Option<&AnswerRule>| match rule {
        Some(rule) => {
            let written = format!("{}: {}", rule.kind.field(), rule.pattern);
            format!("line {}, {}", rule.line, text(&written))
        }
        None => "no rule".to_owned(),
    };
    let (after, before) = (rule(effect.after.as_ref()), rule(effect.before.as_ref()));
    format!("{}: {after} (before: {before})", text(&effect.example))
}

/// `bingbot and SeznamBot are asked to go at another pace: line 3, Crawl-delay: 50 (before: no line)`.
pub(super) fn paces(answer: &ChangeAnswer, name: Show<'_>, text: Show<'_>) -> Vec<String> {
    let said = |lines: &[PaceLine]| {
        let each = lines.iter().map(|asked| format!("line {}, {}", asked.line, text(&asked.text)));
        let each: Vec<_> = each.collect();
        if each.is_empty() { "no line".to_owned() } else { each.join(" and ") }
    };
    let sentence = |change: &PaceChangeAnswer| {
        let names = crawlers_as(&change.crawlers, 0, change.others, MAX_NAMES, name);
        let verb = if change.crawlers.len() == 1 && !change.others { "is" } else { "are" };
        let (after, before) = (said(&change.after), said(&change.before));
        format!("{names} {verb} asked to go at another pace: {after} (before: {before})")
    };
    answer.pace.iter().map(sentence).collect()
}
