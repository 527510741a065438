//! Any file, field, page and licence has an answer for every use, and what is refused by one more field is never
//! granted.

use maycrawl::{Crawler, RequestUrl, RobotsTxt};
use maycrawl_site::{PageAnswer, RslDocument, TdmrepFile, UseSources};
use maycrawl_uses::{Outcome, Readings, Use};

/// Panics if that is not so. The input is a robots.txt, a field `Content-Usage`, a field `X-Robots-Tag`, a field
/// `Link`, a page, a file `tdmrep.json` and a licence.
pub fn check(input: &[u8]) {
    let [robots, usage, tag, link, page, tdmrep, license] = crate::parts(input);
    let robots = RobotsTxt::parse(robots);
    let url = RequestUrl::parse_path("/a/b.png").expect("a path");
    let tdmrep = TdmrepFile::read(tdmrep).ok();
    let document = RslDocument::read(license).ok();
    let licenses: Vec<_> =
        document.iter().map(|document| ("https://h.example/l.xml", document)).collect();
    let fields = [("content-usage", usage), ("x-robots-tag", tag), ("link", link)];
    let refusal = [("content-usage", &b"train-ai=n"[..]), ("x-robots-tag", tag), ("link", link)];
    for crawler in [Crawler::GOOGLEBOT, Crawler::BINGBOT, Crawler::from_token("GPTBot")] {
        for wanted in Use::ALL {
            let ask = |fields: &[(&str, &[u8])]| {
                let answer = PageAnswer::read(200, fields, page, Some("https://h.example/a/b.png"));
                let sources = UseSources {
                    robots: Some(&robots),
                    tdmrep: tdmrep.as_ref(),
                    licenses: &licenses,
                    ..answer.use_sources()
                };
                sources.ask(&crawler, &url, wanted, Readings::DEFAULT)
            };
            let answer = ask(&fields);
            let stated = answer.families.iter().flat_map(|family| &family.statements);
            for statement in stated {
                assert!(!statement.text.chars().any(char::is_control));
                assert_eq!(
                    statement.condition.is_some(),
                    statement.outcome == Outcome::Conditional
                );
            }
            let strictest = answer.strictest.map_or(Outcome::NotSaid, |it| it);
            match answer.outcome {
                Outcome::Refused | Outcome::Conditional | Outcome::Granted => {
                    assert_eq!(answer.outcome, strictest);
                }
                Outcome::NotSaid | Outcome::NotApplicable => assert_eq!(answer.strictest, None),
                Outcome::Conflict => assert_eq!(strictest, Outcome::Refused),
            }
            if wanted == Use::Train {
                let refused = ask(&refusal);
                assert_eq!(refused.strictest, Some(Outcome::Refused));
                assert!(matches!(refused.outcome, Outcome::Refused | Outcome::Conflict));
            }
        }
    }
}
