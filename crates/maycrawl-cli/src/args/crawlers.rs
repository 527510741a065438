//! Options of `maycrawl crawlers`.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand, ValueHint};
use jiff::Timestamp;

use super::{Format, Net};

const CRAWLERS_HELP: &str = "\
Shows the crawlers that match all words. A word is a purpose (ai, search, seo,
ai-training), or a part of a name, an operator, a conduct or a note. The name
of one crawler shows everything that is known about it.

Examples:
  maycrawl crawlers
  maycrawl crawlers GPTBot
  maycrawl crawlers ai
  maycrawl crawlers brave
  maycrawl crawlers ai-training openai
  maycrawl crawlers --stale
  maycrawl crawlers --format json
  maycrawl crawlers update
  maycrawl crawlers check-signature request.http

Exit status:
  0  at least one crawler was found; with --stale also none
  2  none was found";

const UPDATE_HELP: &str = "\
Operators publish the addresses of their crawlers as lists, or the keys that
their requests are signed with. Both prove who sent a request. Without --from,
every list is fetched that is in the table of operators. maycrawl audit reads
the lists of the folder, and judges each request by the list of its time: each
version is kept, with the first and the last time that it was fetched. So run
this every day:

  17 4 * * *  maycrawl crawlers update --quiet

A list that cannot be read, is empty, or has less than a tenth of the prefixes
or keys that it had, is refused, and what is kept stays as it is. Only https is
fetched.

Examples:
  maycrawl crawlers update
  maycrawl crawlers update --from https://openai.com/gptbot.json
  maycrawl crawlers update --from https://openai.com/gptbot.json=gptbot.json

Exit status:
  0  every list is kept
  2  a list could not be fetched or is refused; the others are kept";

const CHECK_SIGNATURE_HELP: &str = "\
For those who sign the requests of their crawler (Web Bot Auth, RFC 9421):
what a verifier says of one request. REQUEST is its head as it was sent, such
as

  GET /path HTTP/1.1
  Host: www.example.com
  User-Agent: ExampleBot/1.0
  Signature-Agent: sig=\"https://bot.example.com\"
  Signature-Input: sig=(\"@authority\" \"signature-agent\";key=\"sig\");created=...
  Signature: sig=:...:

The directory of keys is fetched from where Signature-Agent says, or read from
the file that --keys names. With --listen the crawler sends its request to
http://127.0.0.1:PORT, and gets the same answer.

A signature is right if its text has no fault, its key is in the directory, and
it holds now: made within the last 24 hours, and not expired. If not, the text
that should have been signed is printed, to compare with that of the signer.

Examples:
  maycrawl crawlers check-signature request.http
  maycrawl crawlers check-signature request.http --keys directory.json
  maycrawl crawlers check-signature --listen 8080 --keys directory.json

Exit status:
  0  a signature is right
  1  no signature is right, or there is none
  2  the request or the directory of keys could not be read, or a signature
     may be right: its kind is not checked here, or it covers a scheme that
     is not known";

/// A day, such as `2026-08-22`.
#[derive(Clone, Debug)]
pub(crate) struct Day(pub(crate) String);

fn day(text: &str) -> Result<Day, String> {
    // Days are compared as texts, so each has one form.
    let date = text.parse::<jiff::civil::Date>().map(|date| date.to_string());
    let date = date.ok().filter(|date| date == text);
    date.map(Day).ok_or_else(|| "write a day as 2026-08-22".to_owned())
}

#[derive(Debug, ClapArgs)]
#[command(after_help = CRAWLERS_HELP, args_conflicts_with_subcommands = true)]
pub(crate) struct Crawlers {
    #[command(subcommand)]
    pub(crate) command: Option<CrawlersCommand>,

    /// A name, a purpose, or words to search for
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,

    /// Only crawlers whose row was last checked more than a year before DAY [default: today]
    #[arg(long, value_name = "DAY", num_args = 0..=1, require_equals = true, value_parser = day)]
    pub(crate) stale: Option<Option<Day>>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CrawlersCommand {
    /// Fetch the address lists and keys of operators, and keep every version
    Update(UpdateCrawlers),
    /// Is the signature of my crawler right? What a verifier says of one signed request
    CheckSignature(CheckSignature),
}

#[derive(Debug, ClapArgs)]
#[command(after_help = CHECK_SIGNATURE_HELP)]
pub(crate) struct CheckSignature {
    /// The head of the request as it was sent; - for standard input
    #[arg(value_name = "REQUEST", value_hint = ValueHint::FilePath, required_unless_present = "listen")]
    pub(crate) request: Option<PathBuf>,

    /// Wait at 127.0.0.1:PORT for one request, and answer it with what is found
    #[arg(long, value_name = "PORT", conflicts_with = "request")]
    pub(crate) listen: Option<u16>,

    /// The directory of keys; by default it is fetched from where the request says
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) keys: Option<PathBuf>,

    /// The site that was asked, with its scheme; by default https and the Host of the request, with --listen http
    #[arg(long, value_name = "URL")]
    pub(crate) site: Option<String>,

    /// The time of the request, such as 2026-11-29T08:00:00Z [default: now]
    #[arg(long, value_name = "TIME")]
    pub(crate) at: Option<Timestamp>,

    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) net: Net,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = UPDATE_HELP)]
pub(crate) struct UpdateCrawlers {
    /// A list by its address, or out of a file that was fetched from there; may be repeated
    #[arg(long, value_name = "URL|URL=FILE", value_parser = list_source, value_hint = ValueHint::Url)]
    pub(crate) from: Vec<ListSource>,

    #[command(flatten)]
    pub(crate) lists: ListsArg,

    /// Keep a list that lost most of its prefixes too
    #[arg(long)]
    pub(crate) accept_smaller: bool,

    #[command(flatten)]
    pub(crate) net: Net,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ListsArg {
    /// The folder of address lists that `maycrawl crawlers update` keeps [default: maycrawl/lists in the data folder]
    #[arg(long, value_name = "FOLDER", env = "MAYCRAWL_LISTS", value_hint = ValueHint::DirPath)]
    pub(crate) lists: Option<PathBuf>,
}

/// An address list: where it is published, and perhaps the file that it is in.
#[derive(Clone, Debug)]
pub(crate) struct ListSource {
    pub(crate) url: String,
    pub(crate) file: Option<PathBuf>,
}

/// `URL`, or `URL=FILE`. An address may have an equals sign, and so may a name: what follows the last one is a file if
/// there is one, or if it cannot be a part of the address.
fn list_source(text: &str) -> Result<ListSource, String> {
    let is_url = |text: &str| text.starts_with("https://") || text.starts_with("http://");
    let with_file = text.rsplit_once('=').filter(|(url, file)| {
        is_url(url) && !file.is_empty() && (!url.contains('?') || Path::new(file).exists())
    });
    match with_file {
        Some((url, file)) => {
            Ok(ListSource { url: url.to_owned(), file: Some(PathBuf::from(file)) })
        }
        None if is_url(text) => Ok(ListSource { url: text.to_owned(), file: None }),
        None => Err("URL, or URL=FILE: the address where the list is published first".to_owned()),
    }
}

/// `URL=FILE`.
pub(super) fn list_file(text: &str) -> Result<ListSource, String> {
    match list_source(text)? {
        source if source.file.is_some() => Ok(source),
        _ => Err("URL=FILE: the address where the list is published first".to_owned()),
    }
}
