//! What a server sends, judged as the fetcher judges it, without a connection. For the fuzz targets.

use std::io;
use std::net::{IpAddr, Ipv4Addr};

use maycrawl_policy::{ArchivedResponse, Failure, Outcome};
use tokio::io::{AsyncRead, AsyncWrite};
use url::Url;

use crate::fetcher::Fetcher;
use crate::ftp;
use crate::http::TEXT;
use crate::ledger::{Account, Client, Sharing};
use crate::robots_fetch::{HopResult, ftp_outcome};

/// What the server at the other end of `stream` answers to the request for the robots.txt at `url`.
pub async fn http<S>(fetcher: &Fetcher, url: &Url, stream: S) -> ArchivedResponse
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let transport = fetcher.transport();
    let answer = async {
        let client = Client::from_address(IpAddr::from(Ipv4Addr::LOCALHOST));
        let slot = Account::new(1, Sharing::Held).try_take(client, 1);
        let slot =
            slot.ok_or_else(|| Failure::new(maycrawl_policy::FailureKind::Connect, "no slot"))?;
        let requester = &transport.requester;
        let request = requester.request(url, TEXT, &requester.user_agent)?;
        let answer = requester.send(request, stream, (slot, None)).await?;
        transport.read(url, answer, None).await
    };
    match answer.await {
        Ok(HopResult::Done(outcome, _)) => ArchivedResponse::Outcome(outcome),
        Ok(HopResult::Redirect(to)) => ArchivedResponse::Redirect(to.into()),
        Err(failure) => ArchivedResponse::Outcome(Outcome::Failed(failure)),
    }
}

/// What an FTP server answers to the request for the file at `path`: on `control`, and on `data` with the file.
pub async fn ftp<S, D>(control: S, data: D, path: &str, limit: usize) -> Outcome
where
    S: AsyncRead + AsyncWrite + Unpin,
    D: AsyncRead + Unpin,
{
    let connect = |_| async { Ok::<_, io::Error>(data) };
    let peer = Ipv4Addr::LOCALHOST.into();
    ftp_outcome(ftp::retrieve(control, peer, path, limit + 1, connect).await, limit).1
}
