//! Other readers of the same answers: a web archive whose records may be cut, and a program that makes its own
//! requests. Both ask the judge of evidence, like the fetcher.

use std::sync::Arc;

use maycrawl_policy::{
    ArchivedResponse, BodyEnd, HttpAnswer, NextStep, Outcome, RobotsRequest, Timestamp,
};
use tokio::time::sleep;

use crate::random::Random;
use crate::site::{self, host_name};
use crate::world::{Event, Said, World};

/// Reads the answers of sites now and then.
pub(crate) async fn live(world: Arc<World>, sites: usize, mut random: Random) {
    loop {
        sleep(random.scale(600, 43_200)).await;
        let index = random.index(sites);
        let site = world.lock().sites[index].clone();
        let Some((bytes, said)) = site::recorded(&site, index) else { continue };
        if matches!(said, Some(Said::Challenge(_))) {
            continue; // these readers know nothing of the site, so a web page is a file without rules
        }
        let file = site.file.as_bytes();
        let is_whole = matches!(said, Some(Said::File(..)));
        let url = format!("http://{}/robots.txt", host_name(index));

        let cut_at = random.percent(40).then(|| random.index(bytes.len() + 1));
        let kept = cut_at.map_or(bytes.len(), |cut| cut);
        let end = match cut_at {
            Some(_) => BodyEnd::Cut,
            None if random.percent(50) && is_whole => BodyEnd::Complete,
            None => BodyEnd::Unknown,
        };
        let read = match ArchivedResponse::read(&url, &bytes[..kept], end) {
            Ok(ArchivedResponse::Outcome(Outcome::File(body))) => Some(body.bytes.to_vec()),
            _ => None,
        };
        expect(&world, "archive", index, read, file, (is_whole, cut_at.is_some()));

        // The program receives what the site sent, and may know no more of its end.
        let end = if end == BodyEnd::Complete { end } else { BodyEnd::Unknown };
        let read = answered(&url, &bytes, end);
        expect(&world, "program", index, read, file, (is_whole, false));
    }
}

/// The file that a reader takes must be the whole file, and a whole file must be taken. A record may be cut after the
/// end of the file.
fn expect(
    world: &World,
    reader: &'static str,
    site: usize,
    read: Option<Vec<u8>>,
    file: &[u8],
    (is_whole, is_cut): (bool, bool),
) {
    world.log(Event::Read(reader, site, read.is_some()));
    match read {
        Some(read) if !is_whole || read != file => world.violated(format!(
            "the {reader} takes {} bytes for the file of site {site}, which has {}",
            read.len(),
            file.len()
        )),
        None if is_whole && !is_cut => {
            world.violated(format!("the {reader} does not read the whole file of site {site}"));
        }
        _ => {}
    }
}

/// What a program with an HTTP client of its own makes of an answer.
fn answered(url: &str, answer: &[u8], end: BodyEnd) -> Option<Vec<u8>> {
    let split = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..split]).ok()?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let fields: Vec<(&str, &str)> =
        head.lines().skip(1).filter_map(|line| line.split_once(": ")).collect();
    if fields.iter().any(|(name, _)| name.eq_ignore_ascii_case("transfer-encoding")) {
        return dechunked(url, &answer[split + 4..], status, &fields);
    }
    let answer = HttpAnswer::new(status, &fields, &answer[split + 4..]).ending(end);
    taken(url, &answer)
}

/// A client that joins chunks knows whether the last one came.
fn dechunked(url: &str, mut body: &[u8], status: u16, fields: &[(&str, &str)]) -> Option<Vec<u8>> {
    let (mut joined, mut end) = (Vec::new(), BodyEnd::Cut);
    while let Some(line) = body.windows(2).position(|pair| pair == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..line]).ok()?, 16).ok()?;
        if size == 0 {
            end = BodyEnd::Complete;
            break;
        }
        joined.extend_from_slice(body.get(line + 2..line + 2 + size)?);
        body = &body[line + 4 + size..];
    }
    taken(url, &HttpAnswer::new(status, fields, &joined).ending(end))
}

fn taken(url: &str, answer: &HttpAnswer<'_>) -> Option<Vec<u8>> {
    let mut request = RobotsRequest::new(url)?;
    match request.answered(answer, Timestamp::from_millis(0)) {
        NextStep::Done { file, .. } => file.map(|file| file.to_vec()),
        _ => None,
    }
}
