//! The command and the room of questions give the same whole answers, not only the same verdicts. The service and the
//! page send what the room answers (`draft_faces.rs` of maycrawl-server), and the npm package writes the lines of the
//! command (`answers.test.js`).

use std::fs;

use maycrawl_language::Language;
use maycrawl_questions::{Question, ask};
use maycrawl_testdata::random::Random;
use serde_json::{Value, json};

use super::json_answers;
use super::questions::cases;
use crate::support::{Folder, maycrawl};

/// What the room answers.
fn answered(name: &str, values: &Value) -> Value {
    let question = Question::from_json(name, values.to_string().as_bytes());
    let answer = question.and_then(|question| ask(question, Language::English, &mut || true));
    serde_json::to_value(answer.unwrap_or_else(|refusal| panic!("{refusal:?} {values}"))).unwrap()
}

/// The texts of the cases, each with the names of its crawlers and its URLs.
fn files() -> Vec<(String, Vec<String>, Vec<String>)> {
    let mut files: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
    for case in cases() {
        let Ok(robots) = String::from_utf8(case.robots) else { continue };
        if !robots.contains('\0') && !files.iter().any(|(known, ..)| *known == robots) {
            files.push((robots, case.agents, case.urls));
        }
    }
    files
}

#[test]
fn what_a_change_does() {
    let folder = Folder::new();
    let [before, after] = ["before", "after"].map(|name| folder.0.join(name));
    let files = files();
    let pairs = files.iter().zip(files.iter().skip(1)).step_by(4).take(100);
    for ((old, ..), (new, ..)) in pairs {
        fs::write(&before, old).unwrap();
        fs::write(&after, new).unwrap();
        let (old_path, new_path) = (before.to_str().unwrap(), after.to_str().unwrap());
        let run = maycrawl(&["diff", "--format", "json", old_path, new_path], b"");
        let values = json!({"before": old, "after": new});
        assert_eq!(json_answers(&run.stdout), [answered("diff", &values)], "{values}");
    }
}

#[test]
fn what_is_expected() {
    let folder = Folder::new();
    let [file, claims] = ["robots.txt", "claims"].map(|name| folder.0.join(name));
    let same = |robots: &str, expectations: &str| {
        fs::write(&file, robots).unwrap();
        fs::write(&claims, expectations).unwrap();
        let (file, claims) = (file.to_str().unwrap(), claims.to_str().unwrap());
        let run = maycrawl(&["verify", "--robots", file, claims, "--format", "json"], b"");
        let answer = answered("verify", &json!({"robots": robots, "expectations": expectations}));
        assert_eq!(&json_answers(&run.stdout), answer["expectations"].as_array().unwrap());
        answer
    };
    for (robots, ..) in files().iter().step_by(10).take(40) {
        same(robots, "allow * /a\ndisallow Googlebot /b except /b/c\nsame Googlebot bingbot /\n");
    }
    // Sixty lines that cost much, and a cheap one after them: the cheap one is decided, and so are the others.
    let (mut random, letters) = (Random(5), b"ab");
    let mut segments =
        || (0..6).map(|_| "*".to_owned() + &random.text(letters, 4)).collect::<String>();
    let mut robots = "User-agent: *\n".to_owned();
    for _ in 0..40 {
        let pattern = segments();
        robots += &format!("Disallow: /{pattern}\nAllow: /{pattern}***\n");
    }
    let expectations: String = (0..60).map(|_| format!("allow * /{}\n", segments())).collect();
    let answer = same(&robots, &(expectations + "allow * /zzz$\n"));
    assert_eq!(answer["holds"], true, "{answer}");
}

#[test]
fn what_a_file_says() {
    let folder = Folder::new();
    let path = folder.0.join("robots.txt");
    for (robots, agents, urls) in files().iter().step_by(3).take(120) {
        fs::write(&path, robots).unwrap();
        let file = path.to_str().unwrap();
        let parsed = maycrawl(&["parse", "--format", "json", file], b"").stdout;
        assert_eq!(json_answers(&parsed), [answered("parse", &json!({"robots": robots}))]);
        let is_read = |url: &&String| url.starts_with('/') && !url.contains('\0');
        let urls: Vec<_> = urls.iter().filter(is_read).take(20).collect();
        let Some(agent) = agents.iter().find(|name| maycrawl::Crawler::parse(name).is_ok()) else {
            continue;
        };
        if urls.is_empty() {
            continue;
        }
        let mut args = vec!["check", "--robots", file, "--format", "json"];
        args.extend(["--agent", agent, "--"]);
        args.extend(urls.iter().map(|url| url.as_str()));
        let checked = json_answers(&maycrawl(&args, b"").stdout);
        let values = json!({"robots": robots, "urls": urls, "agents": [agent]});
        let answer = answered("check", &values);
        assert_eq!(&checked, answer.as_array().unwrap(), "{values}");
    }
}

/// A URL with white space around it, and URLs that a client sends in another form.
#[test]
fn what_a_url_becomes() {
    let folder = Folder::new();
    let file = folder.0.join("robots.txt");
    let robots = "User-agent: *\nDisallow: /a\n";
    fs::write(&file, robots).unwrap();
    for url in [" /a ", "/ä", " /%c3%a4", "/a/../b", "https://shop.example/a b"] {
        let args = ["check", "--robots", file.to_str().unwrap(), "--format", "json", "--", url];
        let [of_command] =
            <[Value; 1]>::try_from(json_answers(&maycrawl(&args, b"").stdout)).unwrap();
        let of_room = &answered("check", &json!({"robots": robots, "urls": [url]}))[0];
        for key in ["requested", "url_escaped", "decision"] {
            assert_eq!(of_command.get(key), of_room.get(key), "{key} of {url:?}");
        }
    }
}
