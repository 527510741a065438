//! `maycrawl crawlers check-signature`: what a verifier says of one signed request, for those who sign.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::time::Duration;

use jiff::Timestamp;
use maycrawl::{Origin, Printable};
use maycrawl_audit::identity::{KeyDirectory, Signature, SignatureFault, SignedRequest};
use maycrawl_audit::log::SignedFields;
use maycrawl_fetch::Store;
use serde::Serialize;

use super::update;
use crate::args::{CheckSignature, Format};
use crate::fetcher;
use crate::inputs::{input, site_argument};
use crate::text::output::{Exit, Failure, Output};

/// The most bytes of the head of a request.
const MAX_HEAD_BYTES: usize = 64 << 10;
/// The most fields of a request.
const MAX_FIELDS: usize = 128;
/// How long a client may take to send its head.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// The head of a request.
struct Head {
    method: String,
    target: String,
    origin: Option<String>,
    fields: SignedFields,
}

/// What a verifier says of one signature.
#[derive(Default, Serialize)]
struct Judged {
    label: Option<String>,
    /// `null` if it may be right: its kind is not checked here, or the scheme of the request is not known.
    is_right: Option<bool>,
    /// What it is refused for.
    fault: Option<&'static str>,
    why: Option<String>,
    covered: Vec<String>,
    created: Option<String>,
    expires: Option<String>,
    key_id: Option<String>,
    directory: Option<String>,
    /// The thumbprints of the keys in the directory.
    directory_keys: Vec<String>,
    /// The text that is signed.
    signed_text: Option<String>,
}

pub(super) fn run(args: &CheckSignature, output: &mut Output) -> Result<Exit, Failure> {
    let (bytes, stream) = match (args.listen, &args.request) {
        (Some(port), _) => {
            let (bytes, stream) = heard(port, output)?;
            (bytes, Some(stream))
        }
        (None, Some(path)) => (input::whole(path, "a request")?, None),
        (None, None) => return Err(Failure::new("name the file of a request, or --listen PORT")),
    };
    let judged = Head::read(&bytes, args).and_then(|head| judge(&head, args));
    if let Some(stream) = stream {
        let text = match &judged {
            Ok(judged) => judged.iter().map(told).collect(),
            Err(failure) => format!("{failure}\n"),
        };
        answer(stream, &text);
    }
    let judged = judged?;
    for one in &judged {
        match args.format {
            Format::Json => output.json(one)?,
            Format::Text => output.line(format_args!("{}", told(one).trim_end()))?,
        }
    }
    let has = |is_right| judged.iter().any(|one| one.is_right == is_right);
    Ok(match () {
        () if has(Some(true)) => Exit::Done,
        () if has(Some(false)) => Exit::Found,
        () => Exit::Unanswered,
    })
}

impl Head {
    fn read(bytes: &[u8], args: &CheckSignature) -> Result<Self, Failure> {
        // A file may end with its last field.
        let bytes = [bytes, b"\r\n\r\n"].concat();
        let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        let read = request.parse(&bytes);
        let is_whole = read.as_ref().is_ok_and(httparse::Status::is_complete);
        let (true, Some(method), Some(target)) = (is_whole, request.method, request.path) else {
            let why = read.err().map_or_else(|| "it has no end".to_owned(), |why| why.to_string());
            return Err(Failure::new(format!("this is not the head of a request: {why}")));
        };
        let fields = request.headers.iter().map(|field| {
            let value = std::str::from_utf8(field.value).ok().filter(|value| value.is_ascii());
            value.map(|value| (field.name, value)).ok_or(field.name)
        });
        let fields: Vec<_> = fields.collect::<Result<_, _>>().map_err(|name| {
            Failure::new(format!("the field {name} has bytes that are no ASCII"))
        })?;
        let mut fields = SignedFields::from_headers(fields);
        let site = args.site.as_deref().map(site_argument::origin).transpose();
        let site = site.map_err(Failure::new)?;
        let host = fields.get("host");
        let scheme = if args.listen.is_some() { "http" } else { "https" };
        let absolute = Origin::parse(target).ok().filter(|_| target.contains("://"));
        let assumed = host.and_then(|host| Origin::parse(&format!("{scheme}://{host}")).ok());
        let is_told = site.is_some() || absolute.is_some() || args.listen.is_some();
        let target = match &absolute {
            Some(_) => {
                target.splitn(4, '/').nth(3).map_or("/".to_owned(), |path| format!("/{path}"))
            }
            None => target.to_owned(),
        };
        let origin = site.or(absolute).or(assumed).map(|origin| origin.to_string());
        fields.is_scheme_logged = is_told;
        Ok(Self { method: method.to_owned(), target, origin, fields })
    }
}

/// What a verifier says of each signature. Without any, there is one row with the reason.
fn judge(head: &Head, args: &CheckSignature) -> Result<Vec<Judged>, Failure> {
    let request = SignedRequest {
        fields: &head.fields,
        origin: head.origin.as_deref(),
        method: &head.method,
        target: Some(&head.target),
    };
    let signatures = match Signature::all(&request) {
        Ok(signatures) => signatures,
        Err(fault) => return Ok(vec![Judged::refused(Judged::default(), &fault)]),
    };
    let at = args.at.unwrap_or_else(Timestamp::now);
    let mut judged = Vec::new();
    for signature in signatures {
        judged.push(match signature {
            Ok(signature) => of_signature(&signature, at, args)?,
            Err(fault) => Judged::refused(Judged::default(), &fault),
        });
    }
    Ok(judged)
}

fn of_signature(
    signature: &Signature<'_>,
    at: Timestamp,
    args: &CheckSignature,
) -> Result<Judged, Failure> {
    let judged = Judged {
        label: Some(signature.label().to_owned()),
        covered: signature.covered(),
        signed_text: signature.base().ok(),
        ..Judged::default()
    };
    let claim = match signature.claim() {
        Ok(claim) => claim,
        Err(fault) => return Ok(judged.refused(&fault)),
    };
    let keys = keys(&claim.directory, at, args)?;
    let judged = Judged {
        created: Some(claim.created.to_string()),
        expires: Some(claim.expires.to_string()),
        key_id: Some(claim.key_id.to_owned()),
        directory: Some(claim.directory.clone()),
        directory_keys: keys.thumbprints().into_iter().map(str::to_owned).collect(),
        ..judged
    };
    Ok(match signature.check(&keys, at) {
        Ok(_) => Judged { is_right: Some(true), ..judged },
        Err(fault) => judged.refused(&fault),
    })
}

impl Judged {
    fn refused(self, fault: &SignatureFault) -> Self {
        let is_right = (!fault.is_undecided()).then_some(false);
        Self { is_right, fault: Some(fault.name()), why: Some(fault.to_string()), ..self }
    }
}

/// The directory with the keys, as if it had been fetched at the time of the request.
fn keys(url: &str, at: Timestamp, args: &CheckSignature) -> Result<KeyDirectory, Failure> {
    let bytes = match &args.keys {
        Some(file) => input::whole(file, "a directory of keys")?,
        None => {
            let fetcher = fetcher::build(fetcher::of_net(&args.net, Store::memory(0))?)?;
            let fetched = fetcher::runtime()?.block_on(update::fetched(&fetcher, url));
            let (_, bytes) = fetched.map_err(|failure| {
                Failure::new(format!("{url}: {failure}; --keys FILE names a copy of it"))
            })?;
            bytes
        }
    };
    KeyDirectory::read(url, at, &bytes).map_err(|error| {
        let from = args.keys.as_deref().map_or_else(|| url.to_owned(), input::name);
        Failure::new(format!("{from}: {}: {error}", error.place()))
    })
}

/// The judgement for a person. Nothing of a stranger gets to the screen as it is.
fn told(judged: &Judged) -> String {
    let shown = |text: &str| Printable(text.as_bytes()).to_string();
    let mut text = String::new();
    let name =
        judged.label.as_deref().map_or_else(String::new, |label| format!(" {}", shown(label)));
    let _ = match &judged.why {
        None => writeln!(text, "The signature{name} is right."),
        Some(why) => {
            let how = if judged.is_right.is_none() { "was not checked" } else { "is not right" };
            writeln!(text, "The signature{name} {how}: {}.", shown(why))
        }
    };
    let list = |items: &[String]| items.iter().map(|it| shown(it)).collect::<Vec<_>>().join(" ");
    let one = |item: &Option<String>| item.as_deref().map_or_else(String::new, shown);
    let rows = [
        ("covers", list(&judged.covered)),
        ("made", one(&judged.created)),
        ("holds until", one(&judged.expires)),
        ("key", one(&judged.key_id)),
        ("directory", one(&judged.directory)),
        ("its keys", list(&judged.directory_keys)),
    ];
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "  {name:<12} {value}");
    }
    if let Some(signed) = judged.signed_text.as_ref().filter(|_| judged.is_right == Some(false)) {
        let _ = writeln!(text, "The text that is signed, its lines joined by a line feed:");
        for line in signed.lines() {
            let _ = writeln!(text, "  {}", shown(line));
        }
    }
    text
}

/// The head of the first request that comes to a port of this machine.
fn heard(port: u16, output: &mut Output) -> Result<(Vec<u8>, TcpStream), Failure> {
    let failed = |error: std::io::Error| Failure::new(format!("port {port}: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    output.note("note", &format!("send one request to http://{address}"));
    let (mut stream, _) = listener.accept().map_err(failed)?;
    stream.set_read_timeout(Some(HEAD_TIME)).map_err(failed)?;
    let (mut head, mut piece) = (Vec::new(), [0; 4096]);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(&mut piece).map_err(failed)?;
        if read == 0 || head.len() + read > MAX_HEAD_BYTES {
            return Err(Failure::new("the head of the request has no end"));
        }
        head.extend_from_slice(&piece[..read]);
    }
    Ok((head, stream))
}

/// Answers the request. A client that has gone misses nothing that is not printed too.
fn answer(mut stream: TcpStream, text: &str) {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n";
    let answer = format!("{head}Content-Length: {}\r\nConnection: close\r\n\r\n{text}", text.len());
    let _ = stream.write_all(answer.as_bytes());
    let _ = stream.shutdown(Shutdown::Write);
}
