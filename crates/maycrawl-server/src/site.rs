//! An origin's file, asked for on behalf of a stranger.
//!
//! A stranger who may name any host could map the network around the service: a name that the guard refuses
//! exists, an address that is refused at once is another than one where nothing answers. So everything that never
//! became a connection is told alike and takes equally long. (OWASP, *Server-Side Request Forgery Prevention*.)

use std::time::{Duration, SystemTime};

use maycrawl::{Crawler, Origin, Reason, Unreachable, Verdict};
use maycrawl_fetch::{Fetcher, Robots, Rules, Time};
use tokio::time::sleep;

use crate::answer::{Answer, File, Site, VersionSeen};

/// What is told of an origin from which nothing answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// Everything: who asks may know the network, as with `--allow-private`.
    Told,
    /// Nothing but that, and no sooner than this long after the fetch began: longer than a connection may take.
    Hidden(Duration),
}

/// What is told in place of a reason.
const HIDDEN: &str =
    "no answer: its name is not known, nothing answers there, or its address is not public";

/// An origin's file, and what a stranger may know of it.
pub(crate) struct Asked {
    robots: Robots,
    /// Nothing is told but that there was no connection.
    hidden: bool,
}

impl Asked {
    /// From what is known, or from the site.
    pub(crate) async fn of(fetcher: &Fetcher, origin: &Origin, unreached: Unreached) -> Self {
        Self::told(fetcher.robots_of(origin).await, unreached).await
    }

    /// From the site, now.
    pub(crate) async fn anew(fetcher: &Fetcher, origin: &Origin, unreached: Unreached) -> Self {
        Self::told(fetcher.refresh(origin).await, unreached).await
    }

    async fn told(robots: Robots, unreached: Unreached) -> Self {
        let Unreached::Hidden(time) = unreached else { return Self { robots, hidden: false } };
        let hidden = robots.is_unreached();
        if hidden {
            let passed = Time::from(SystemTime::now()).since(robots.entry().last_fetch().at);
            sleep(time.saturating_sub(passed)).await;
        }
        Self { robots, hidden }
    }

    /// Whether nothing is told but that there was no connection.
    pub(crate) fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// The file that verdicts rest on, if they rest on one.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.robots.bytes().filter(|_| !self.hidden)
    }

    pub(crate) fn rules_for(&self, crawler: &Crawler) -> SiteRules {
        SiteRules { rules: self.robots.rules_for(crawler), hidden: self.hidden }
    }

    /// What verdicts rest on.
    pub(crate) fn site(&self) -> Site {
        let mut site = Site::from(&self.robots);
        if self.hidden {
            site.state = format!("{} gives {HIDDEN}", site.robots_url);
            site.basis = "disallowed";
        }
        site
    }

    /// The file, with its history.
    pub(crate) async fn file(&self, fetcher: &Fetcher) -> File {
        let entry = self.robots.entry();
        let old = fetcher.store().old_versions(self.robots.origin()).await.unwrap_or_default();
        let versions = entry.version().into_iter().chain(&old).enumerate();
        let last = entry.last_fetch();
        let told = !self.hidden;
        File {
            site: self.site(),
            versions: versions.map(|(i, version)| VersionSeen::new(i + 1, version)).collect(),
            last_fetch: if told { last.result.clone() } else { HIDDEN.to_owned() },
            // When it is asked again tells the two apart.
            last_fetch_at: told.then(|| last.at.to_string()),
        }
    }
}

/// The rules of one crawler on one origin.
pub(crate) struct SiteRules {
    rules: Rules,
    hidden: bool,
}

impl SiteRules {
    /// The answer to a question, which was written as `url` and is asked as `escaped`.
    pub(crate) fn answer(&self, url: &str, escaped: &str, crawler: &Crawler) -> Answer {
        let verdict = self.rules.check(escaped).verdict;
        match verdict.reason() {
            Reason::Unreachable(_) if self.hidden => {
                let network = Verdict::new(Reason::Unreachable(Unreachable::Network));
                Answer::new(url, crawler.token(), &network)
            }
            _ => Answer::new(url, crawler.token(), &verdict),
        }
    }
}
