//! Options of `maycrawl check`.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use maycrawl::{Printable, Profile};
use maycrawl_site::UsePlaces;
use maycrawl_uses::{Family, Use};

use super::{
    AgentArgs, Readers, SiteArgs, SuspiciousArg, TableFormat, UnreachableArg, family, profile,
    reader, use_name, use_places,
};
use crate::text::output::Output;

const CHECK_HELP: &str = "\
Without --robots the live site is asked, and its file is kept in the store.
For a host without a scheme, such as example.com/page, https is assumed.
If only paths are asked about, such as /cart, the robots.txt of this folder is
read.

A list of URLs on standard input has one URL per line. Empty lines and lines
that begin with # are skipped.

If a robots.txt cannot be read, the answer is `unreachable`. For crawlers this
means that they may fetch nothing, but the site itself did not forbid it.
--unreachable=disallow makes it count as disallowed.

--as asks what other programs answer for the file, such as Python's
urllib.robotparser or protego. Programs with the same answer share a line.
What maycrawl knows about crawlers is not used: they know the name alone.

--use asks what the robots.txt says about a use of the content: training,
input of AI answers, search. A document's own word is understood too, such as
train-ai or ai-train. Without --agent, all crawlers that work for AI are asked.
It is what the site states, and no legal advice.

--read asks other places too: page (with its header fields), tdmrep.json
(/.well-known/tdmrep.json), licences (the RSL documents that robots.txt and
the page name, up to four), or all. A place is fetched only if robots.txt lets
the crawler of --user-agent fetch it. What could not be read is told, and is
neither a grant nor `not said`.

Examples:
  maycrawl check https://www.example.com/page
  maycrawl check --robots robots.txt https://www.example.com/page
  maycrawl check -r robots.txt -a GPTBot -a Googlebot-Image --explain /a.html
  maycrawl check --crawlers ai https://www.example.com/
  maycrawl check -r robots.txt --format json < urls.txt
  maycrawl check --policy google-2026 --refresh www.example.com
  maycrawl check --as protego,cpython -r robots.txt /cart
  maycrawl check --as all -r robots.txt -a GPTBot --format json /cart
  maycrawl check --use train -r robots.txt /news/
  maycrawl check --use train,search -a GPTBot www.example.com/news/
  maycrawl check --use train,tdm --read all www.example.com/news/

Exit status:
  0  every URL is allowed
  1  some are disallowed
  2  a URL could not be checked, a robots.txt is unreachable, or
     --deny-suspicious refuses the file

With --as a URL is allowed if all of the programs allow it.

Exit status with --use:
  0  every URL may be fetched, and the use is granted
  1  some may not be fetched, or the use is refused, conditional, or in
     conflict
  2  as above, or a place of --read could not be read and may refuse
  3  nothing is refused, and for some the site does not say";

#[derive(Debug, ClapArgs)]
#[command(after_help = CHECK_HELP)]
pub(crate) struct Check {
    /// Robots.txt to read: a file, or - for standard input; without it, the live site's file, or for paths alone
    /// the robots.txt of this folder
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) robots: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) agent: AgentArgs,

    /// Check for every known crawler, or for one kind of them, and show a table
    #[arg(long, value_name = "WHICH")]
    pub(crate) crawlers: Option<CrawlerSet>,

    /// Answer as these programs do, or as all of them
    #[arg(long = "as", value_name = "READER", value_parser = reader(), value_delimiter = ',',
          conflicts_with_all = ["crawlers", "uses", "explain"])]
    pub(crate) readers: Vec<Readers>,

    /// What the content may be used for, instead of whether it may be fetched
    #[arg(long = "use", value_name = "USE", value_parser = use_name(), value_delimiter = ',', conflicts_with = "explain")]
    pub(crate) uses: Vec<Use>,

    /// With --use, the signals that are read [default: all but purpose-token, whose draft is provisional]
    #[arg(long, value_name = "SIGNAL", value_parser = family(), value_delimiter = ',', requires = "uses")]
    pub(crate) signals: Vec<Family>,

    /// With --use, the places that are read beside robots.txt
    #[arg(long = "read", value_name = "PLACE", value_parser = use_places(), value_delimiter = ',', requires = "uses",
          conflicts_with = "robots")]
    pub(crate) places: Vec<UsePlaces>,

    /// How robots.txt is read
    #[arg(long, value_name = "PROFILE", env = "MAYCRAWL_PROFILE", default_value = Profile::GOOGLE.name,
          value_parser = profile(), ignore_case = true)]
    pub(crate) profile: Profile,

    /// With --robots, the site of the file: URLs of other origins are then not applicable
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) origin: Option<String>,

    /// Show every step to each verdict
    #[arg(long, conflicts_with = "crawlers")]
    pub(crate) explain: bool,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,

    /// URLs, or with --robots also paths of the file's own site; without any, or for -, one per line from standard
    /// input
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<String>,

    #[command(flatten)]
    pub(crate) suspicious: SuspiciousArg,

    #[command(flatten)]
    pub(crate) unreachable: UnreachableArg,

    #[command(flatten)]
    pub(crate) site: SiteArgs,
}

impl Check {
    /// Takes the robots.txt of this folder if only paths are asked about. `-` is standard input, as in other commands.
    pub(super) fn use_folder_file(&mut self, robots: &Path, output: &mut Output) {
        if self.urls == ["-"] {
            self.urls.clear();
        }
        let is_path = |url: &String| url.starts_with('/') && !url.starts_with("//");
        let names_no_site = !self.urls.is_empty() && self.urls.iter().all(is_path);
        if self.robots.is_none() && names_no_site && robots.is_file() {
            let name = Printable(robots.as_os_str().as_encoded_bytes());
            output.note("note", &format!("the paths are those of {name}; --robots names another"));
            self.robots = Some(robots.to_owned());
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CrawlerSet {
    /// All known crawlers
    All,
    /// Crawlers of Google
    Google,
    /// Crawlers of search engines
    Search,
    /// Crawlers that work for language models
    Ai,
}
