//! One HTTP request: sends it and validates the answer. The caller follows redirects.
//!
//! One connection, one request, HTTP/1.1: a robots.txt is one small file, and a simple protocol has a small attack
//! surface. A request has the request line, `Host`, `User-Agent`, `Accept`, `Accept-Encoding` and `Connection`, and
//! nothing else.

pub(crate) mod connect;

use std::error::Error as _;
use std::fmt::Write as _;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::{Body as _, Frame, Incoming};
use hyper::client::conn::http1;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use maycrawl_policy::internals::{
    ACCEPTED, AnnouncedBody, DECODE_SLICE_BYTES, Decoder, Limits, PushResult, check_text,
};
use maycrawl_policy::{Body, BodyEnd, Failure, FailureKind};
use rustls::pki_types::ServerName;
use rustls::{CertificateError, ClientConfig};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::yield_now;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

use crate::fetch_pass::FetchPass;
use connect::{AddressSlot, ConnectError, Connector};

/// Maximum number of header fields in an answer.
const MAX_HEADER_FIELDS: usize = 100;
/// Maximum size of the head of an answer, in bytes.
const MAX_HEAD_BYTES: usize = 64 << 10;
/// Bytes that a compressed body may have on the wire in addition to the limit of its content.
pub(crate) const WIRE_OVERHEAD_BYTES: u64 = 64 << 10;

/// Sends requests.
pub(crate) struct Requester {
    pub(crate) connector: Connector,
    pub(crate) tls: Arc<ClientConfig>,
    pub(crate) user_agent: HeaderValue,
    /// TLS timeout: the time for the handshake.
    pub(crate) tls_timeout: Duration,
    /// First-byte timeout: the time from the request to the head of the answer.
    pub(crate) first_byte_timeout: Duration,
    /// Maximum size of a robots.txt in decoded bytes.
    pub(crate) limit: usize,
}

/// The `Accept` fields of a request.
#[derive(Clone, Copy)]
pub(crate) struct AcceptedContent {
    /// `Accept`.
    pub(crate) types: &'static str,
    /// `Accept-Encoding`.
    pub(crate) codings: &'static str,
}

/// For a robots.txt: prefers text.
pub(crate) const TEXT: AcceptedContent =
    AcceptedContent { types: "text/plain, */*;q=0.5", codings: ACCEPTED };

/// The head of an answer whose body is not read yet.
pub(crate) struct AnswerHead {
    pub(crate) status: StatusCode,
    pub(crate) fields: HeaderMap,
    body: ConnectedBody,
}

/// A body, and the connection on which it arrives with its slot for the address, which are held until it is read.
pub(crate) struct ConnectedBody {
    body: Incoming,
    driver: Driver,
    _slot: AddressSlot,
}

/// What hyper does on a connection, until it is over. It is polled by whoever waits for its answer: as a task of its
/// own it would often run on another thread, which has to be woken for each step.
///
/// Nobody locks the mutex; it lets threads share what holds the connection.
struct Driver(Mutex<Option<DrivenConnection>>);

type DrivenConnection = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Driver {
    fn poll(&mut self, cx: &mut Context<'_>) {
        let connection = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        if connection.as_mut().is_some_and(|it| it.as_mut().poll(cx).is_ready()) {
            *connection = None;
        }
    }
}

impl ConnectedBody {
    /// The next piece of the body.
    pub(crate) async fn frame(&mut self) -> Option<Result<Frame<Bytes>, hyper::Error>> {
        poll_fn(|cx| {
            // The connection reads no further than the body was asked for, and the body has what the connection has
            // read.
            if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
                return Poll::Ready(frame);
            }
            self.driver.poll(cx);
            Pin::new(&mut self.body).poll_frame(cx)
        })
        .await
    }
}

impl Requester {
    /// Sends a GET for `url` and reads the head of the answer. `is_known`: its host has given a robots.txt.
    pub(crate) async fn get(
        &self,
        url: &Url,
        accepted: AcceptedContent,
        is_known: bool,
        pass: &FetchPass,
    ) -> Result<AnswerHead, ConnectError> {
        let user_agent = pass.sent_as.as_ref().map_or(&self.user_agent, |sent| &sent.user_agent);
        let request = self.request(url, accepted, user_agent)?;
        self.exchange(url, request, is_known, pass).await
    }

    /// Connects to the host of `url`, sends `request` and reads the head of the answer.
    pub(crate) async fn exchange(
        &self,
        url: &Url,
        request: Request<Full<Bytes>>,
        is_known: bool,
        pass: &FetchPass,
    ) -> Result<AnswerHead, ConnectError> {
        let invalid = || Failure::new(FailureKind::Redirect, "the URL has no host");
        let host = url.host().ok_or_else(invalid)?;
        let port = url.port_or_known_default().ok_or_else(invalid)?;
        let connection = self.connector.connect(&host, port, is_known, pass).await?;
        if url.scheme() == "https" {
            let name = server_name(&host)?;
            let connector = TlsConnector::from(Arc::clone(&self.tls));
            let stream = timeout(self.tls_timeout, connector.connect(name, connection.stream))
                .await
                .map_err(|_| Failure::new(FailureKind::Tls, "TLS: the handshake timed out"))?
                .map_err(|error| Failure::new(FailureKind::Tls, tls_error(&error)))?;
            Ok(self.send(request, stream, connection.slot).await?)
        } else {
            Ok(self.send(request, connection.stream, connection.slot).await?)
        }
    }

    /// Sends a request on this connection and reads the head of the answer.
    pub(crate) async fn send<S>(
        &self,
        request: Request<Full<Bytes>>,
        stream: S,
        slot: AddressSlot,
    ) -> Result<AnswerHead, Failure>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (mut sender, connection) = http1::Builder::new()
            .max_headers(MAX_HEADER_FIELDS)
            .max_buf_size(MAX_HEAD_BYTES)
            .handshake(TokioIo::new(stream))
            .await
            .map_err(|error| http_error(&error))?;
        let connection = Box::pin(async move {
            let _ = connection.await; // the answer reports the same error
        });
        let mut driver = Driver(Mutex::new(Some(connection)));
        let mut answering = pin!(sender.send_request(request));
        let answer = poll_fn(|cx| {
            driver.poll(cx);
            answering.as_mut().poll(cx)
        });
        let answer = timeout(self.first_byte_timeout, answer)
            .await
            .map_err(|_| Failure::new(FailureKind::Timeout, "the server did not answer in time"))?
            .map_err(|error| http_error(&error))?;
        let (head, body) = answer.into_parts();
        // hyper's limit is one of its buffer, and a larger head may arrive in one read.
        let sizes = head.headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4);
        if sizes.sum::<usize>() > MAX_HEAD_BYTES {
            let text = "the head of the answer is larger than 64 KiB";
            return Err(Failure::new(FailureKind::Protocol, text));
        }
        AnnouncedBody::from_fields(&head.headers)?;
        let (status, fields) = (head.status, head.headers);
        Ok(AnswerHead { status, fields, body: ConnectedBody { body, driver, _slot: slot } })
    }

    /// The GET for `url`.
    pub(crate) fn request(
        &self,
        url: &Url,
        accepted: AcceptedContent,
        user_agent: &HeaderValue,
    ) -> Result<Request<Full<Bytes>>, Failure> {
        let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
        let invalid = |_| Failure::new(FailureKind::Redirect, "the URL cannot be requested");
        let mut request = Request::get(target).body(Full::default()).map_err(invalid)?;
        let fields = request.headers_mut();
        let host = HeaderValue::from_str(host)
            .map_err(|_| Failure::new(FailureKind::Redirect, "the URL's host cannot be sent"))?;
        fields.insert(header::HOST, host);
        fields.insert(header::USER_AGENT, user_agent.clone());
        fields.insert(header::ACCEPT, HeaderValue::from_static(accepted.types));
        fields.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted.codings));
        fields.insert(header::CONNECTION, HeaderValue::from_static("close"));
        Ok(request)
    }
}

impl AnswerHead {
    /// The fields and the body.
    pub(crate) fn into_parts(self) -> (HeaderMap, ConnectedBody) {
        (self.fields, self.body)
    }

    /// The text of a field, if it is valid text.
    pub(crate) fn field(&self, name: &HeaderName) -> Option<&str> {
        self.fields.get(name)?.to_str().ok()
    }

    /// Reads the body, which is `announced` like this, up to `limit`.
    pub(crate) async fn read(
        &mut self,
        announced: &AnnouncedBody,
        limit: usize,
    ) -> Result<Body, Failure> {
        let wire = 4 * limit as u64 + WIRE_OVERHEAD_BYTES;
        let mut decoder = Decoder::new(announced, Limits { decoded: limit, wire })?;
        let (bytes, wire) = 'body: loop {
            let Some(frame) = self.body.frame().await else {
                // hyper reports a body that ends before its last chunk or its length.
                let end = if announced.has_end() { BodyEnd::Complete } else { BodyEnd::Unknown };
                let wire = decoder.wire();
                break (decoder.finish(end)?, wire);
            };
            let frame = frame.map_err(|error| body_error(&error))?;
            for slice in
                frame.data_ref().into_iter().flat_map(|piece| piece.chunks(DECODE_SLICE_BYTES))
            {
                if decoder.push(slice)? == PushResult::LimitReached {
                    break 'body (decoder.take(), decoder.wire());
                }
                if decoder.is_compressed() {
                    yield_now().await;
                }
            }
        };
        check_text(&bytes)?;
        let mut body = Body::new(bytes.into());
        body.cut = body.bytes.len() > limit;
        body.wire = wire;
        body.is_end_announced = announced.has_end();
        Ok(body)
    }

    /// The body of an answer that is no file, up to `limit`; `None` if it cannot be read.
    pub(crate) async fn page(&mut self, limit: usize) -> Option<Bytes> {
        let announced = AnnouncedBody::from_fields(&self.fields).ok()?;
        self.read(&announced, limit).await.ok().map(|body| body.bytes)
    }

    /// The same body with the fields that are kept for information.
    pub(crate) fn describe(&self, mut body: Body) -> Body {
        let kept = |name| self.field(&name).map(|text| text.chars().take(200).collect());
        body.etag = kept(header::ETAG);
        body.last_modified = kept(header::LAST_MODIFIED);
        body.content_type = kept(header::CONTENT_TYPE);
        body.head = head(self.status, &self.fields);
        body
    }
}

fn server_name(host: &Host<&str>) -> Result<ServerName<'static>, Failure> {
    match host {
        Host::Domain(name) => {
            ServerName::try_from(name.trim_end_matches('.').to_owned()).map_err(|_| {
                Failure::new(FailureKind::Tls, "TLS: a certificate cannot name this host")
            })
        }
        Host::Ipv4(address) => Ok(ServerName::IpAddress((*address).into())),
        Host::Ipv6(address) => Ok(ServerName::IpAddress((*address).into())),
    }
}

fn tls_error(error: &std::io::Error) -> String {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::InvalidCertificate(why)) => {
            format!("TLS: {}", certificate_error(why))
        }
        Some(rustls::Error::AlertReceived(alert)) => format!("TLS: the server says {alert:?}"),
        Some(rustls::Error::InvalidMessage(rustls::InvalidMessage::InvalidContentType)) => {
            "the server does not speak HTTPS on this port; try http://".to_owned()
        }
        Some(error) => format!("TLS: {error}"),
        None => "TLS: the server closed the connection during the handshake".to_owned(),
    }
}

/// Uses our own text: rustls lists all names in the certificate, and the server chooses these.
fn certificate_error(error: &CertificateError) -> &'static str {
    use CertificateError as Error;
    match error {
        Error::Expired | Error::ExpiredContext { .. } => "the certificate has expired",
        Error::NotValidYet | Error::NotValidYetContext { .. } => "the certificate is not valid yet",
        Error::NotValidForName | Error::NotValidForNameContext { .. } => {
            "the certificate is for another host"
        }
        Error::UnknownIssuer => "the certificate is not from a trusted authority",
        _ => "the certificate is not valid",
    }
}

fn http_error(error: &hyper::Error) -> Failure {
    if error.is_incomplete_message() {
        Failure::new(
            FailureKind::Truncated,
            "the server closed the connection before its answer was complete",
        )
    } else if error.is_parse() {
        Failure::new(FailureKind::Protocol, format!("the answer is not valid HTTP: {error}"))
    } else {
        Failure::new(FailureKind::Truncated, "the connection was interrupted")
    }
}

pub(crate) fn body_error(error: &hyper::Error) -> Failure {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<std::io::Error>());
    // The error kinds that hyper uses for invalid chunks.
    let invalid = [std::io::ErrorKind::InvalidInput, std::io::ErrorKind::InvalidData];
    if error.is_parse() || cause.is_some_and(|cause| invalid.contains(&cause.kind())) {
        return Failure::new(FailureKind::Protocol, "the body is not valid HTTP");
    }
    Failure::new(FailureKind::Truncated, "the transfer ended before the file did")
}

/// The head of an answer as bytes, for archives.
fn head(status: StatusCode, fields: &HeaderMap) -> Bytes {
    let mut head = Vec::new();
    let mut line = String::new();
    let _ = write!(
        line,
        "HTTP/1.1 {} {}\r\n",
        status.as_u16(),
        status.canonical_reason().unwrap_or("")
    );
    head.extend_from_slice(line.as_bytes());
    for (name, value) in fields {
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value.as_bytes());
        head.extend_from_slice(b"\r\n");
    }
    head.into()
}
