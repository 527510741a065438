//! The budget of a comparison bounds its work: a step is about as many instructions in every hostile family, random
//! hostile files are no worse, and whatever a budget ends is undecided and never wrong.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a test may panic and print

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

use maycrawl::answer::RuleDecision;
use maycrawl::{Crawler, Profile, RobotsTxt};
use maycrawl_effects::answer::{ChangeAnswer, ChangeOutcome, ClassAnswer};
use maycrawl_effects::expectation::{self, ExpectationOutcome, Verifier};
use maycrawl_effects::{Access, Budget, Region, minimised};
use maycrawl_lint::lint;
use maycrawl_lint::recipe::{Recipe, extend};
use maycrawl_readers::{Reader, UNNAMED, disagreements};
use maycrawl_testdata::callgrind::{self, counted_call};
use maycrawl_testdata::hostile::letters_of;
use maycrawl_testdata::random::Random;

/// The environment variable that marks the child process, whose instructions are counted.
const CHILD_VARIABLE: &str = "MAYCRAWL_COUNTED_WORK";

/// The budget of each comparison here.
const STEPS: u64 = 200_000;

/// The most that a step of one family may cost in steps of another one. Compilers differ by a tenth (a build that is
/// not incremental inlines other calls), and the dearest family costs 2.9: what this finds is a step that is not
/// constant.
const MOST_BETWEEN_FAMILIES: f64 = 4.0;

/// What reading a byte of a random file may cost. Reading is no part of a comparison and takes no steps.
const INSTRUCTIONS_OF_A_BYTE: f64 = 200.0;

/// Runs some work with a budget.
type Run<'r> = &'r mut dyn FnMut(&mut dyn FnMut(&mut Budget<'_>));

/// A family of hostile requests. It makes its files and then calls the function that counts.
type Family = (&'static str, fn(Run<'_>));

const FAMILIES: [Family; 22] = [
    ("stars of two letters against each other", |run| diff(run, stars(300, 12))),
    ("short stars, many rules", |run| diff(run, stars(2000, 8))),
    ("literals against literals", |run| diff(run, opposed(500, ""))),
    ("literals with one long beginning", |run| diff(run, opposed(300, &"a".repeat(200)))),
    ("many groups", |run| diff(run, groups(200))),
    ("a large group for all, and many others", |run| diff(run, one_large_group(150, 600))),
    ("one long segment", |run| diff(run, long_segments(700))),
    ("the same rules, and one more", |run| diff(run, one_more(1500))),
    ("a large product", |run| diff(run, products(12, 6))),
    ("many parts, each with many exceptions", |run| diff(run, exceptions(120))),
    ("names and no rules", |run| diff(run, names(3000))),
    ("`same` for many groups", |run| {
        verify(run, &groups(150).0, &"same * Googlebot /\n".repeat(20));
    }),
    ("claims that fail", |run| {
        verify(run, &groups(60).0, &"disallow * /p\nallow * /x\n".repeat(10));
    }),
    ("how much is allowed", |run| {
        let rules = RobotsTxt::parse(stars(600, 12).0.as_bytes()).rules_for(&Crawler::GOOGLEBOT);
        run(&mut |budget| {
            let _ = Access::for_rules(&rules, budget);
        });
    }),
    ("minimise", |run| {
        let file = stars(150, 6).0;
        let robots = RobotsTxt::parse(file.as_bytes());
        run(&mut |budget| drop(minimised(&robots, budget)));
    }),
    ("minimise many groups", |run| {
        let file = groups(100).0;
        let robots = RobotsTxt::parse(file.as_bytes());
        run(&mut |budget| drop(minimised(&robots, budget)));
    }),
    ("preferences of many names", |run| diff(run, preferences_of_names(1000))),
    ("preferences of many groups", |run| diff(run, preferences_of_groups(200))),
    ("preferences with many paths", |run| diff(run, preferences_with_paths(200))),
    ("`refuse` for many groups", |run| {
        verify(run, &preferences_of_groups(100).0, &"refuse train * /x\n".repeat(10));
    }),
    ("minimise with preferences", |run| {
        let file = preferences_with_paths(100).0;
        let robots = RobotsTxt::parse(file.as_bytes());
        run(&mut |budget| drop(minimised(&robots, budget)));
    }),
    ("a recipe for many names", |run| {
        let file = groups(400).0;
        let recipe = Recipe::by_name("directory").unwrap().with(Some("/calendar/")).unwrap();
        let choices = [recipe];
        run(&mut |budget| drop(extend(&file, &choices, &[], budget)));
    }),
];

fn group(rules: impl IntoIterator<Item = String>) -> String {
    rules.into_iter().fold(String::from("User-agent: *\n"), |file, rule| file + &rule + "\n")
}

/// Rules `/a*b*a...`: nearly every pair of them meets.
fn stars(count: usize, length: usize) -> (String, String) {
    let letter = |rule: usize, at: usize| if rule >> at & 1 == 0 { "a" } else { "b" };
    let rule = |rule: usize| {
        let letters: Vec<_> = (0..length).map(|at| letter(rule, at)).collect();
        format!("Disallow: /{}", letters.join("*"))
    };
    let before = group((0..count).map(rule));
    let after = before.replace("a*a*a", "a*b*a");
    (before, after)
}

fn opposed(count: usize, start: &str) -> (String, String) {
    let rules = |kind: &str, end: &str| {
        group((0..count).map(|i| format!("{kind}: /{start}{}{end}", letters_of(i))))
    };
    (rules("Disallow", "x"), rules("Allow", "y"))
}

fn groups(count: usize) -> (String, String) {
    let file = |start: &str| -> String {
        let name = letters_of;
        (0..count)
            .map(|i| format!("User-agent: b{}\nDisallow: /{start}{}\n", name(i), name(i)))
            .collect()
    };
    (file("x"), file("y"))
}

fn one_large_group(others: usize, rules: usize) -> (String, String) {
    let star = group((0..rules).map(|i| format!("Disallow: /{}", letters_of(i))));
    (star.clone(), groups(others).0 + &star)
}

fn long_segments(length: usize) -> (String, String) {
    let file = |end: &str| {
        let (a, b) = ("a".repeat(length), "ab".repeat(length / 2));
        group([format!("Disallow: /*{a}{end}"), format!("Allow: /*{b}{end}")])
    };
    (file("b"), file("c"))
}

fn one_more(rules: usize) -> (String, String) {
    let before = group((0..rules).map(|i| format!("Disallow: /{}", letters_of(i))));
    let after = before.clone() + "Disallow: /zzzzzz\n";
    (before, after)
}

fn products(rules: usize, segments: usize) -> (String, String) {
    let mut random = Random(9);
    let mut file = || {
        group((0..rules).map(|_| {
            let parts: Vec<_> = (0..segments).map(|_| random.text(b"ab", 3)).collect();
            let kind = ["Allow", "Disallow"][random.below(2) as usize];
            format!("{kind}: /*{}", parts.join("*"))
        }))
    };
    (file(), file())
}

/// Each rule of the second file closes a part of the site, and each allow rule may leave an exception of each part.
fn exceptions(count: usize) -> (String, String) {
    let letters = letters_of;
    let allow = |i| format!("Allow: /*{}*{}", letters(i), letters(i * i));
    let close = |i| format!("Disallow: /{}/{}", letters(i), "z".repeat(20));
    (group((0..count).map(allow)), group((0..count).map(allow).chain((0..count).map(close))))
}

fn names(count: usize) -> (String, String) {
    let agents: String = (0..count).map(|i| format!("User-agent: b{}\n", letters_of(i))).collect();
    (agents.clone() + "Disallow: /a\n", agents + "Disallow: /b\n")
}

/// A group of many names and many statements, of which one changes.
fn preferences_of_names(count: usize) -> (String, String) {
    let agents: String = (0..count).map(|i| format!("User-agent: b{}\n", letters_of(i))).collect();
    let lines = (0..count).map(|i| format!("Content-Usage: /{} train-ai=n\n", letters_of(i)));
    let before = agents + "Disallow: /b\n" + &lines.collect::<String>();
    let after = before.clone() + "Content-Usage: /zzzzzz train-ai=y\n";
    (before, after)
}

/// Many groups, each with a statement that changes.
fn preferences_of_groups(count: usize) -> (String, String) {
    let file = |value: &str| -> String {
        let group = |i| {
            format!(
                "User-agent: b{}\nContent-Usage: /{} train-ai={value}\nDisallow: /b\n",
                letters_of(i),
                letters_of(i)
            )
        };
        (0..count).map(group).collect()
    };
    (file("n"), file("y"))
}

/// Statements for many paths, each of which changes, beside many rules and a control token.
fn preferences_with_paths(count: usize) -> (String, String) {
    let file = |value: &str| {
        let rules = (0..count).map(|i| format!("Disallow: /*{}", letters_of(i)));
        let lines =
            (0..count).map(|i| format!("Content-Usage: /{}* train-ai={value}", letters_of(i)));
        let star = group(rules.chain(lines));
        star.clone() + &star.replace("User-agent: *", "User-agent: Google-Extended")
    };
    (file("n"), file("y"))
}

fn diff(run: Run<'_>, (before, after): (String, String)) {
    run(&mut |budget| drop(compared(&before, &after, Profile::GOOGLE, budget)));
}

fn compared(before: &str, after: &str, profile: Profile, budget: &mut Budget<'_>) -> ChangeAnswer {
    let read = |text| RobotsTxt::parse_with(text, profile);
    let (before, after) = (read(before.as_bytes()), read(after.as_bytes()));
    ChangeAnswer::new(&before, &after, &Region::everything(), 100, budget).unwrap()
}

fn verify(run: Run<'_>, file: &str, claims: &str) {
    let robots = RobotsTxt::parse(file.as_bytes());
    let claims = expectation::parse(claims).unwrap();
    run(&mut |budget| {
        let verifier = Verifier::new(&robots, budget);
        claims.iter().for_each(|claim| drop(verifier.verify(claim, budget)));
    });
}

/// Two files of a few groups that share names, with up to `rules` rules in a group, over few letters and with many
/// stars.
fn random_pair(random: &mut Random, rules: u64) -> (String, String) {
    let mut file = String::new();
    for _ in 0..=random.below(2 + rules / 3) {
        for _ in 0..=random.below(3) {
            let name = ["*", "Googlebot", "GPTBot", "x", "y", "bingbot"][random.below(6) as usize];
            writeln!(file, "User-agent: {name}").unwrap();
        }
        for _ in 0..random.below(rules) {
            let kind = ["Allow", "Disallow"][random.below(2) as usize];
            let length = 1 + random.below(rules * 2 / 3 + 1) as usize;
            let alphabet: &[u8] =
                [b"ab**".as_slice(), b"a*", b"abc/%2F*$"][random.below(3) as usize];
            writeln!(file, "{kind}: /{}", random.text(alphabet, length)).unwrap();
        }
    }
    let (from, to) = [("a*", "b*"), ("Disallow: /a", "Allow: /a"), ("x\n", "z\n"), ("**", "*a*")]
        [random.below(4) as usize];
    let after = file.replace(from, to);
    (file, after)
}

const RANDOM_PAIRS: u64 = 12;

/// A file with one short rule and `count` rules below it.
fn below_one_rule(count: usize) -> String {
    let below = (0..count).map(|i| format!("Disallow: /section-{i:06}/page"));
    group(["Disallow: /section".to_owned()].into_iter().chain(below))
}

/// The same, and rules of the other kind among them.
fn below_and_opposed(count: usize) -> String {
    let rule = |i: usize| {
        let kind = if i.is_multiple_of(2) { "Disallow" } else { "Allow" };
        format!("{kind}: /section-{i:06}/page")
    };
    group(["Disallow: /section".to_owned()].into_iter().chain((0..count).map(rule)))
}

/// A group of many names with many statements about uses.
fn named_and_preferring(count: usize) -> String {
    preferences_of_names(count / 4).0
}

/// Many statements about paths that may not be fetched.
fn preferring_where_closed(count: usize) -> String {
    let lines = (0..count).map(|i| format!("Content-Usage: /section-{i:06} train-ai=n"));
    group(["Disallow: /section".to_owned()].into_iter().chain(lines))
}

const LINTED: [fn(usize) -> String; 4] =
    [below_one_rule, below_and_opposed, named_and_preferring, preferring_where_closed];
const LINTED_RULES: usize = 3_000;

/// A comparison with next to nothing to compare: its price is that of every one, which neither steps nor bytes tell. It
/// puts all known crawlers in order.
fn compared_at_least() {
    let (before, after) = ("User-agent: *\n", "User-agent: *\nDisallow: /a\n");
    drop(compared(before, after, Profile::RFC9309, &mut Budget::new(STEPS)));
}

/// What is counted: the least comparison, the families, random pairs, and the lints of files that grow.
fn counted_work() {
    counted_call(compared_at_least);
    for (_, family) in FAMILIES {
        family(&mut |work| {
            let mut budget = Budget::new(STEPS);
            counted_call(|| work(&mut budget));
        });
    }
    let mut random = Random(17);
    for _ in 0..RANDOM_PAIRS {
        let (before, after) = random_pair(&mut random, 30);
        let mut budget = Budget::new(STEPS / 4);
        counted_call(|| compared(&before, &after, Profile::RFC9309, &mut budget));
    }
    for make in LINTED {
        for count in [LINTED_RULES, 4 * LINTED_RULES] {
            let file = make(count);
            let robots = RobotsTxt::parse(file.as_bytes());
            counted_call(|| lint(&robots));
        }
    }
}

#[test]
fn a_step_costs_the_same_in_every_hostile_family() {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        return counted_work();
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    // This test alone: the binary has all others too.
    let name = "work::a_step_costs_the_same_in_every_hostile_family";
    child.args(["--exact", name, "--test-threads=1"]).env(CHILD_VARIABLE, "1");
    let Some(counts) = callgrind::instructions("work of a budget", &child) else { return };
    let mut counts = counts.into_iter();
    let of_a_comparison = counts.next().unwrap() as f64;
    println!("a comparison with nothing to compare: {of_a_comparison} instructions");
    let mut of_a_step = Vec::new();
    for (name, family) in FAMILIES {
        let mut steps = 0;
        family(&mut |work| {
            let mut budget = Budget::new(STEPS);
            work(&mut budget);
            steps = STEPS - budget.steps();
        });
        let instructions = counts.next().unwrap();
        let ratio = instructions as f64 / steps as f64;
        println!("{name:42} {steps:>8} steps {instructions:>10} instructions {ratio:>6.1}");
        of_a_step.push(ratio);
    }
    let least = of_a_step.iter().copied().fold(f64::INFINITY, f64::min);
    let most = of_a_step.iter().copied().fold(0.0, f64::max);
    let mut random = Random(17);
    for _ in 0..RANDOM_PAIRS {
        let (before, after) = random_pair(&mut random, 30);
        let bytes = before.len() + after.len();
        let mut budget = Budget::new(STEPS / 4);
        let _ = compared(&before, &after, Profile::RFC9309, &mut budget);
        let instructions = counts.next().unwrap();
        println!("random pair {bytes:>6} bytes, {} steps left: {instructions}", budget.steps());
        let used = (STEPS / 4 - budget.steps()) as f64;
        let of_steps = MOST_BETWEEN_FAMILIES * least * used;
        let bound = of_a_comparison + of_steps + INSTRUCTIONS_OF_A_BYTE * bytes as f64;
        assert!(
            (instructions as f64) < bound,
            "{instructions} instructions, and at most {bound:.0} are due:\n{before}---\n{after}"
        );
    }
    for lints in counts.collect::<Vec<_>>().chunks(2) {
        let growth = lints[1] as f64 / lints[0] as f64;
        println!("lint: {lints:?} instructions, {growth:.2}");
        assert!(growth < 5.0, "lint of four times the rules: {lints:?}");
    }
    assert!(most < MOST_BETWEEN_FAMILIES * least, "{least:.1} to {most:.1} instructions in a step");
}

type NamedFile = (&'static str, fn() -> String);

/// Files on which programs have many ways to differ, or much to read before they do.
const FOR_READERS: [NamedFile; 7] = [
    ("many groups", || groups(600).0),
    ("long names", || groups(300).0.replace("agent: b", &format!("agent: {}", "b".repeat(300)))),
    ("one large group", || one_large_group(1, 3000).0),
    ("names that share a large group", || names(300).0 + &"Disallow: /a*b\n".repeat(2000)),
    ("names in a large group and alone", || {
        let rules = one_more(2000).0.replace("User-agent: *\n", "");
        names(200).0 + &rules + &groups(200).0
    }),
    ("rules with one long beginning", || opposed(150, &"a".repeat(1500)).0),
    ("stars", || stars(1500, 10).0),
];
const STEPS_FOR_READERS: u64 = 4_000_000;

/// What a step of a comparison of readers may cost. `maycrawl readers` takes 1,000,000,000 at most: 3.5 s in these
/// files. The dearest one costs 84 here; other compilers and switches inline other calls. A step that is not constant
/// costs hundreds.
const INSTRUCTIONS_OF_A_STEP: u64 = 130;

fn told_of_readers(file: &str, steps: u64) -> u64 {
    let names = file.lines().filter_map(|line| line.strip_prefix("User-agent: "));
    let names: Vec<_> = [UNNAMED].into_iter().chain(names).collect();
    let mut budget = Budget::new(steps);
    let readers: Vec<_> = Reader::all().iter().collect();
    drop(disagreements(&readers, file.as_bytes(), &names, &mut budget));
    steps - budget.steps()
}

/// `maycrawl readers` took minutes for 1,200 groups when names, rules and answers took no steps.
#[test]
fn a_step_of_comparing_readers_has_a_bound() {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        for (_, file) in FOR_READERS {
            let file = file();
            // Each program reads the file first, which takes no steps.
            counted_call(|| told_of_readers(&file, 1));
            counted_call(|| told_of_readers(&file, STEPS_FOR_READERS));
        }
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    let name = "work::a_step_of_comparing_readers_has_a_bound";
    child.args(["--exact", name, "--test-threads=1"]).env(CHILD_VARIABLE, "1");
    let Some(counts) = callgrind::instructions("readers", &child) else { return };
    let mut dear = Vec::new();
    for ((name, file), counts) in FOR_READERS.iter().zip(counts.chunks(2)) {
        let steps = told_of_readers(&file(), STEPS_FOR_READERS);
        let of_a_step = counts[1].saturating_sub(counts[0]) / steps.max(1);
        println!("{name:34} {steps:>8} steps, {of_a_step} instructions in a step");
        dear.extend((of_a_step > INSTRUCTIONS_OF_A_STEP).then_some((name, of_a_step)));
    }
    assert!(dear.is_empty(), "{dear:?}");
}

/// What an answer says about crawlers.
struct Said<'a> {
    crawlers: BTreeSet<&'a str>,
    /// The new verdicts, each with its shortest path.
    effects: BTreeSet<(RuleDecision, &'a str)>,
    is_complete: bool,
}

impl<'a> Said<'a> {
    fn of(class: &'a ClassAnswer) -> Self {
        let effects = class.effects.iter().map(|one| (one.becomes, one.shortest.as_str()));
        Self {
            crawlers: class.crawlers.iter().map(String::as_str).collect(),
            effects: effects.collect(),
            is_complete: class.undecided == 0 && class.more == 0,
        }
    }
}

/// Enough for nearly every pair of small files. A comparison that needs more is ended at fewer steps only.
const MOST_STEPS: u64 = 2_000_000;

/// Ends the same comparison at many steps. What is left is undecided, and what is said is what the whole one says.
#[test]
fn whatever_a_budget_ends_is_undecided_and_never_wrong() {
    let mut random = Random(23);
    for round in 0..9 {
        let (before, after) = random_pair(&mut random, 9);
        let profile = Profile::ALL[round % 3];
        let mut budget = Budget::new(MOST_STEPS);
        let whole = compared(&before, &after, profile, &mut budget);
        let needed = MOST_STEPS - budget.steps();
        let whole_said: Vec<_> = whole.classes.iter().map(Said::of).collect();
        let whole_of = |name: &str| whole_said.iter().find(|said| said.crawlers.contains(name));
        for at in [0, 1, 2, 3, 5, 8, 10, 12, 15, 20] {
            // A third of a budget is for names, so a larger one than needed decides more.
            if at > 10 && needed == MOST_STEPS {
                break;
            }
            let steps = needed * at * at / 100;
            let part = compared(&before, &after, profile, &mut Budget::new(steps));
            let shown = || format!("{steps} of {needed} steps\n{before}---\n{after}");
            if part.outcome == ChangeOutcome::None {
                assert_eq!(whole.outcome, ChangeOutcome::None, "{}", shown());
            }
            let part_said: Vec<_> = part.classes.iter().map(Said::of).collect();
            for said in &part_said {
                for name in &said.crawlers {
                    let none = BTreeSet::new();
                    let all = whole_of(name).map_or(&none, |whole| &whole.effects);
                    let is_cut = whole_of(name).is_some_and(|whole| !whole.is_complete);
                    assert!(is_cut || said.effects.is_subset(all), "{name}: {}", shown());
                    let is_same = said.effects == *all;
                    assert!(!said.is_complete || is_cut || is_same, "{name}: {}", shown());
                }
            }
            for name in &part.unaffected.crawlers {
                assert!(whole_of(name).is_none(), "{name}: {}", shown());
            }
            let is_compared = part.names_not_compared == 0 && !part.uses_undecided;
            if is_compared && part_said.iter().all(|said| said.is_complete) {
                assert_eq!(part.outcome, whole.outcome, "{}", shown());
            }
        }
    }
}

/// A claim that is called proved under a small budget is proved under a large one, and so for one that fails.
#[test]
fn a_claim_that_a_budget_ends_is_undecided() {
    let claims = "disallow * /a\nallow Googlebot /b\nsame * GPTBot /\ndisallow x /*b\nallow z /\n";
    let claims = expectation::parse(claims).unwrap();
    let mut random = Random(29);
    for _ in 0..8 {
        let file = random_pair(&mut random, 9).0;
        let robots = RobotsTxt::parse(file.as_bytes());
        let outcomes = |steps: u64| -> Vec<ExpectationOutcome> {
            let mut budget = Budget::new(steps);
            let verifier = Verifier::new(&robots, &mut budget);
            claims.iter().map(|claim| verifier.verify(claim, &mut budget).outcome).collect()
        };
        let (whole, undecided) = (outcomes(MOST_STEPS), ExpectationOutcome::Undecided);
        for steps in [0, 100, 3_000, 10_000, 20_000, 40_000, 80_000, 160_000] {
            for (part, whole) in outcomes(steps).into_iter().zip(&whole) {
                let is_right = part == *whole || [part, *whole].contains(&undecided);
                assert!(is_right, "{part:?}, {whole:?}: {steps}\n{file}");
            }
        }
    }
}
