//! Text output in each language. JSON and exit statuses do not depend on it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use crate::support::{command, maycrawl_in};

const FILE: &[u8] =
    b"User-agent: *\nDisalow: /x\nDisallow: /cart/\nAllow: /cart/help\nDisallow: /\xc3\xa4\n";
const LANGUAGES: [&str; 5] = ["en", "id", "ko", "th", "fi"];

fn asked(args: &[&str]) -> crate::support::Run {
    maycrawl_in(&[("f.txt", FILE)], args, b"")
}

/// The screens of one language: check, its explanation, all crawlers, lint.
fn screens(language: &str) -> String {
    let commands: [&[&str]; 5] = [
        &["check", "-r", "f.txt", "/cart/a", "/b"],
        &["check", "-r", "f.txt", "--explain", "-a", "Googlebot-News", "/cart/help"],
        &["check", "-r", "f.txt", "--crawlers", "google", "/cart/a"],
        &["lint", "f.txt"],
        &["check", "-r", "f.txt", "--origin", "https://a.example", "https://b.example/"],
    ];
    let screen = |args: &&[&str]| asked(&[args, &["--lang", language][..]].concat()).screen();
    commands.iter().map(screen).collect()
}

#[test]
fn screens_in_english() {
    screen_text!("language_en", screens("en"));
}

#[test]
fn screens_in_indonesian() {
    screen_text!("language_id", screens("id"));
}

#[test]
fn screens_in_korean() {
    screen_text!("language_ko", screens("ko"));
}

#[test]
fn screens_in_thai() {
    screen_text!("language_th", screens("th"));
}

#[test]
fn screens_in_finnish() {
    screen_text!("language_fi", screens("fi"));
}

#[test]
fn json_and_the_exit_status_are_the_same_in_every_language() {
    let commands: [&[&str]; 4] = [
        &["check", "-r", "f.txt", "--explain", "--format", "json", "/cart/a", "/b"],
        &["check", "-r", "f.txt", "--crawlers", "google", "--format", "json", "/cart/a"],
        &["lint", "f.txt", "--format", "json"],
        &["lint", "f.txt", "--format", "sarif"],
    ];
    for args in commands {
        let english = asked(args).screen();
        for language in LANGUAGES {
            let screen = asked(&[args, &["--lang", language][..]].concat()).screen();
            assert_eq!(screen, english, "{language} {args:?}");
        }
    }
}

#[test]
fn the_option_is_stronger_than_the_variable_and_that_than_the_locale() {
    let args = ["check", "-r", "-", "/cart/a"];
    let word = |set: &[(&str, &str)], option: &[&str]| {
        let mut command = command(&[&args[..], option].concat());
        command.envs(set.iter().copied());
        let mut child = command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), FILE).unwrap();
        let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        output.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(word(&[("LC_ALL", "ko_KR.UTF-8")], &[]), "차단됨");
    assert_eq!(word(&[("LC_ALL", "ko_KR.UTF-8"), ("MAYCRAWL_LANG", "fi")], &[]), "kielletty");
    let all = [("LC_ALL", "ko_KR.UTF-8"), ("MAYCRAWL_LANG", "fi")];
    assert_eq!(word(&all, &["--lang", "ID"]), "dilarang");
    assert_eq!(word(&[("LC_ALL", "de_DE.UTF-8")], &[]), "disallowed");
    assert_eq!(word(&[("MAYCRAWL_LANG", "")], &[]), "disallowed");
}

/// The option would promise what the command does not do. The variable is a wish, for all commands of a session.
#[test]
fn a_command_that_speaks_english_only_refuses_another_language() {
    for args in [&["diff", "f.txt", "f.txt"][..], &["minimise", "f.txt"], &["new", "--list"]] {
        let run = asked(&[args, &["--lang", "ko"]].concat());
        assert_eq!(run.status, 2, "{args:?}");
        let why = format!("the text of `{}` is English only; leave out --lang", args[0]);
        assert!(run.stderr.contains(&why), "{}", run.stderr);
        assert_ne!(asked(&[args, &["--lang", "en"]].concat()).status, 2, "{args:?}");
    }
}

#[test]
fn an_unknown_language_is_an_error_that_lists_the_languages() {
    let run = asked(&["check", "--lang", "fr", "-r", "f.txt", "/"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("[possible values: en, id, ko, th, fi]"), "{}", run.stderr);
}
