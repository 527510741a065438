//! What a change does to uses: the rows that all formats show, and what `--fail-on` asks of them.

use maycrawl::Printable;
use maycrawl_effects::answer::{
    ChangeAnswer, UseClassAnswer, UseEffectAnswer, UseSideAnswer, UseStatementAnswer,
};
use maycrawl_uses::{Family, Outcome};

use super::Names;
use crate::args::{FailOn, Watched};
use crate::text::output::Exit;
use crate::text::wrap::shortened;

/// The columns for a line of a file.
const LINE_WIDTH: usize = 60;

/// Uses that change in the same way: by the same lines, for the same paths.
pub(super) struct Row<'a> {
    /// `AI training, AI input`.
    pub(super) uses: String,
    pub(super) effect: &'a UseEffectAnswer,
}

/// The effects of a class, those that differ only in the use as one.
pub(super) fn rows(class: &UseClassAnswer) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for effect in &class.effects {
        let is_same = |row: &&mut Row<'_>| {
            (&row.effect.before, &row.effect.after) == (&effect.before, &effect.after)
                && row.effect.example == effect.example
        };
        match rows.iter_mut().find(is_same) {
            Some(row) => {
                row.uses.push_str(", ");
                row.uses.push_str(effect.wanted.title());
            }
            None => rows.push(Row { uses: effect.wanted.title().to_owned(), effect }),
        }
    }
    rows
}

/// True if the effects are those of access under another name: the rules of a control token, which no crawler sends,
/// say what may be done with the pages. The same paths are told as blocked or allowed, so a person needs one line more.
pub(super) fn follows_from_access(class: &UseClassAnswer) -> bool {
    let is_rule = |statement: &UseStatementAnswer| statement.family == Family::ControlToken;
    let is_by_rules = |effect: &UseEffectAnswer| {
        let sides = [&effect.before, &effect.after];
        // Lines that say nothing about the use are in the answer as well.
        let mut stated = sides.into_iter().flat_map(|side| &side.statements);
        let is_blocked = |side: &UseSideAnswer| side.outcome == Outcome::Refused;
        is_blocked(&effect.before) != is_blocked(&effect.after)
            && stated.all(|it| is_rule(it) || it.outcome == Outcome::NotSaid)
    };
    !class.others && !class.undecided && class.effects.iter().all(is_by_rules)
}

/// `the same lines refuse AI training (Applebot-Extended), AI training and AI input (Google-Extended)`: what the
/// effects on access mean for control tokens. `None` if they mean nothing.
pub(super) fn of_control_tokens(answer: &ChangeAnswer) -> Option<String> {
    let classes: Vec<_> = answer.uses.iter().filter(|class| follows_from_access(class)).collect();
    let of_class = |class: &&UseClassAnswer| {
        let mut titles: Vec<_> = class.effects.iter().map(|effect| effect.wanted.title()).collect();
        titles.dedup();
        format!("{} ({})", titles.join(" and "), class.crawlers.join(", "))
    };
    let told: Vec<_> = classes.iter().map(of_class).collect();
    let told = Printable(told.join(", ").as_bytes()).to_string();
    let effects = || classes.iter().flat_map(|class| &class.effects);
    let is_refused = |effect: &UseEffectAnswer| effect.after.outcome == Outcome::Refused;
    match (effects().any(is_refused), effects().all(is_refused)) {
        _ if told.is_empty() => None,
        (true, true) => Some(format!("the same lines refuse {told}")),
        (false, _) => Some(format!("the same lines no longer refuse {told}")),
        (true, false) => Some(format!("for the same paths, what is said about {told} changes too")),
    }
}

/// `line 3: search=yes, ai-train=no`, for each line that says something.
pub(crate) fn lines(side: &UseSideAnswer) -> String {
    let line = |statement: &UseStatementAnswer| {
        let text = shortened(&Printable(statement.text.as_bytes()).to_string(), LINE_WIDTH);
        format!("line {}: {text}", statement.line)
    };
    let lines: Vec<_> = side.statements.iter().map(line).collect();
    if lines.is_empty() { "no line says anything".to_owned() } else { lines.join("; ") }
}

/// The documents of both sides, each once.
pub(super) fn documents(answer: &ChangeAnswer) -> Vec<&'static str> {
    let mut documents = Vec::new();
    let told = answer.uses.iter().filter(|class| !follows_from_access(class));
    for effect in told.flat_map(|class| &class.effects) {
        for statement in effect.before.statements.iter().chain(&effect.after.statements) {
            if !documents.contains(&statement.document) {
                documents.push(statement.document);
            }
        }
    }
    documents
}

/// What `--fail-on` says of the uses that change.
pub(super) fn fails(named: &FailOn, answer: &ChangeAnswer) -> Exit {
    let is_named = |effect: &UseEffectAnswer| match named.what {
        Watched::Blocked | Watched::Allowed | Watched::Impact(_) => false,
        Watched::Any => true,
        Watched::Use { wanted, becomes } => {
            effect.wanted == wanted && becomes.is_none_or(|becomes| effect.after.outcome == becomes)
        }
    };
    let is_meant = |class: &&UseClassAnswer| {
        named.crawler.as_ref().is_none_or(|crawler| Names::of_uses(class).include(crawler, answer))
    };
    let mut outcome = Exit::Done;
    for class in answer.uses.iter().filter(is_meant) {
        if class.effects.iter().any(is_named) {
            return Exit::Found;
        }
        if (class.undecided || class.more > 0)
            && !matches!(named.what, Watched::Blocked | Watched::Allowed | Watched::Impact(_))
        {
            outcome = Exit::Unanswered;
        }
    }
    outcome
}
