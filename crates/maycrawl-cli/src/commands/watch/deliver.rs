//! How messages reach a destination: one file for each way.

mod feed;
mod lines;
mod program;
mod webhook;

use std::path::PathBuf;

use maycrawl::Printable;
use maycrawl_fetch::{Clock, Fetcher, Store};
use tokio::sync::{mpsc, oneshot};

use super::message::Headline;

pub(super) use webhook::Secret;

/// A value of `--to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    StandardOutput,
    /// JSON Lines.
    File(PathBuf),
    /// An Atom feed.
    Feed(PathBuf),
    Webhook(String),
    /// A program and its arguments.
    Program(Vec<String>),
}

/// What workers send to the main task, which has the output.
pub(super) enum Report {
    Warning(String),
    /// A line for standard output, and who waits for it.
    Line(Vec<u8>, oneshot::Sender<Result<(), String>>),
}

/// A change of the notes of a store.
pub(super) type NoteChange = (String, Option<Vec<u8>>);

/// A destination, and what its delivery uses.
pub(super) struct Target {
    /// Its name in the store.
    pub(super) id: String,
    pub(super) destination: Destination,
    pub(super) store: Store,
    pub(super) reports: mpsc::Sender<Report>,
}

/// What destinations need.
pub(super) struct Delivery {
    pub(super) clock: Clock,
    /// Sends webhooks. `None` without a webhook.
    pub(super) webhooks: Option<(Fetcher, Secret)>,
}

impl Destination {
    /// Reads a value of `--to`.
    ///
    /// # Errors
    /// What is wrong with it, and what to write.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let shown = Printable(text.as_bytes());
        if text == "-" {
            return Ok(Self::StandardOutput);
        }
        if text.starts_with("http://") || text.starts_with("https://") {
            return Ok(Self::Webhook(text.to_owned()));
        }
        if let Some(words) = text.strip_prefix("run:") {
            let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
            return match words.is_empty() {
                true => Err("--to run: names no program; write run:PROGRAM".to_owned()),
                false => Ok(Self::Program(words)),
            };
        }
        if text.is_empty() || text.contains("://") {
            return Err(format!(
                "--to {shown}: write -, a file, a feed such as changes.atom, an http or https URL, or run:PROGRAM"
            ));
        }
        let path = PathBuf::from(text);
        if path.is_dir() {
            return Err(format!("--to {shown}: it is a folder; name a file"));
        }
        let ending = path.extension().and_then(|it| it.to_str()).map(str::to_ascii_lowercase);
        Ok(match ending.as_deref() {
            Some("atom" | "xml") => Self::Feed(path),
            _ => Self::File(path),
        })
    }

    /// The name in warnings. A URL may have a secret in its path, so only its host is named.
    pub(super) fn name(&self) -> String {
        match self {
            Self::StandardOutput => "standard output".to_owned(),
            Self::File(path) | Self::Feed(path) => {
                Printable(path.as_os_str().as_encoded_bytes()).to_string()
            }
            Self::Webhook(url) => {
                let host = maycrawl::Origin::parse(url);
                host.map_or_else(|_| "the webhook".to_owned(), |it| format!("the webhook at {it}"))
            }
            Self::Program(words) => format!("run:{}", Printable(words[0].as_bytes())),
        }
    }
}

impl Delivery {
    /// Sends a message. The result are changes of the store that belong to it.
    ///
    /// # Errors
    /// Why it was not sent.
    pub(super) async fn send(
        &self,
        target: &Target,
        json: &[u8],
    ) -> Result<Vec<NoteChange>, String> {
        match &target.destination {
            Destination::StandardOutput => {
                let (done, result) = oneshot::channel();
                let line = [json, b"\n"].concat();
                let ended = |_| "the command ends".to_owned();
                target.reports.send(Report::Line(line, done)).await.map_err(|_| ended(()))?;
                result.await.map_err(|_| ended(()))??;
            }
            Destination::File(path) => {
                let (path, line) = (path.clone(), [json, b"\n"].concat());
                in_background(move || lines::append(&path, &line)).await?;
            }
            Destination::Feed(path) => {
                let headline = headline(json)?;
                return feed::add(target, path, headline).await;
            }
            Destination::Webhook(url) => {
                let Some((fetcher, secret)) = &self.webhooks else {
                    return Err("there is no secret".to_owned());
                };
                let id = headline(json)?.id;
                let now = self.clock.now().wall;
                webhook::post(fetcher, url, (secret, &id, now), json).await?;
            }
            Destination::Program(words) => program::run(words, json).await?,
        }
        Ok(Vec::new())
    }
}

fn headline(json: &[u8]) -> Result<Headline, String> {
    serde_json::from_slice(json).map_err(|error| format!("a stored message is not valid: {error}"))
}

/// Does work with files outside of the tasks.
async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err("the work was interrupted".to_owned()))
}
