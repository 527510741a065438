//! A name server that answers as its script says, over UDP and TCP on one port. Packets are made by hand.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UdpSocket};
use tokio::task::{JoinHandle, JoinSet};

use super::HERE;

/// What is asked for: a name and one kind of address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub name: String,
    pub kind: Kind,
    /// How often the same was asked before.
    pub nth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    A,
    Aaaa,
    Other(u16),
}

/// What is answered.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Those of the kind that was asked for, to be kept for no time at all.
    Addresses(Vec<IpAddr>),
    /// The same, but over UDP nothing except that TCP has it.
    OverTcp(Vec<IpAddr>),
    /// Another name is the right one, and this is all that is said.
    Alias(&'static str),
    /// An error: 2 is SERVFAIL, 3 NXDOMAIN, 5 REFUSED.
    Code(u8),
    /// Bytes that are no answer.
    Garbage,
    /// The answer to another question, with an address in it.
    ToAnother(IpAddr),
    Silence,
}

pub const SERVFAIL: Reply = Reply::Code(2);
pub const NXDOMAIN: Reply = Reply::Code(3);

/// It ends with its value.
#[derive(Debug)]
pub struct NameServer {
    pub address: SocketAddr,
    questions: Arc<Mutex<Vec<Question>>>,
    serving: Vec<JoinHandle<()>>,
}

impl Drop for NameServer {
    fn drop(&mut self) {
        self.serving.iter().for_each(JoinHandle::abort);
    }
}

impl NameServer {
    pub async fn new(script: impl Fn(&Question) -> Reply + Send + Sync + 'static) -> Self {
        let (udp, tcp) = one_port().await;
        let address = udp.local_addr().unwrap();
        let questions = Arc::new(Mutex::new(Vec::new()));
        let desk = Arc::new(Desk { script: Box::new(script), questions: Arc::clone(&questions) });
        let serving =
            vec![tokio::spawn(over_udp(udp, Arc::clone(&desk))), tokio::spawn(over_tcp(tcp, desk))];
        Self { address, questions, serving }
    }

    /// All that was asked, in order.
    pub fn questions(&self) -> Vec<Question> {
        self.questions.lock().unwrap().clone()
    }

    /// How often one kind of address was asked for.
    pub fn query_count(&self, kind: Kind) -> usize {
        self.questions().iter().filter(|question| question.kind == kind).count()
    }
}

/// The same port for both, which may take a few tries.
async fn one_port() -> (UdpSocket, TcpListener) {
    for _ in 0..100 {
        let udp = UdpSocket::bind((HERE, 0)).await.unwrap();
        if let Ok(tcp) = TcpListener::bind(udp.local_addr().unwrap()).await {
            return (udp, tcp);
        }
    }
    panic!("no port is free for both UDP and TCP");
}

async fn over_udp(socket: UdpSocket, desk: Arc<Desk>) {
    let mut packet = [0; 4096];
    loop {
        let Ok((length, from)) = socket.recv_from(&mut packet).await else { continue };
        if let Some(reply) = desk.reply(&packet[..length], false) {
            let _ = socket.send_to(&reply, from).await; // who asked may be gone
        }
    }
}

async fn over_tcp(listener: TcpListener, desk: Arc<Desk>) {
    let mut serving = JoinSet::new(); // ends with this task
    loop {
        let Ok((mut stream, _)) = listener.accept().await else { continue };
        let desk = Arc::clone(&desk);
        serving.spawn(async move {
            while let Ok(length) = stream.read_u16().await {
                let mut packet = vec![0; length.into()];
                if stream.read_exact(&mut packet).await.is_err() {
                    return;
                }
                if let Some(reply) = desk.reply(&packet, true) {
                    let length = u16::try_from(reply.len()).unwrap().to_be_bytes();
                    let _ = stream.write_all(&[&length, &reply[..]].concat()).await;
                }
            }
        });
    }
}

struct Desk {
    script: Box<dyn Fn(&Question) -> Reply + Send + Sync>,
    questions: Arc<Mutex<Vec<Question>>>,
}

impl Desk {
    fn reply(&self, packet: &[u8], tcp: bool) -> Option<Vec<u8>> {
        let (name, kind, end) = asked(packet)?;
        let question = {
            let mut questions = self.questions.lock().unwrap();
            let same = |old: &&Question| old.name == name && old.kind == kind;
            let nth = questions.iter().filter(same).count();
            let question = Question { name, kind, nth };
            questions.push(question.clone());
            question
        };
        let (mut code, mut cut, mut records) = (0, false, Vec::new());
        let mut asked = packet[12..end].to_vec();
        match (self.script)(&question) {
            Reply::Silence => return None,
            Reply::Garbage => return Some([&packet[..2], &[0xff; 30]].concat()),
            Reply::Code(error) => code = error,
            Reply::OverTcp(_) if !tcp => cut = true,
            Reply::Addresses(addresses) | Reply::OverTcp(addresses) => {
                let right = |ip: &&IpAddr| ip.is_ipv4() == (kind == Kind::A) && kind.is_address();
                records.extend(addresses.iter().filter(right).map(address));
            }
            Reply::Alias(target) => records.push(record(5, &encoded(target))),
            Reply::ToAnother(ip) => {
                asked = [encoded("another.test"), packet[end - 4..end].to_vec()].concat();
                records.push(address(&ip));
            }
        }
        // An answer that recursion was available for, with this question and these answers.
        let flags = [0x81 | if cut { 2 } else { 0 }, 0x80 | code];
        let counts = [1, u16::try_from(records.len()).unwrap(), 0, 0].map(u16::to_be_bytes);
        Some([&packet[..2], &flags, counts.as_flattened(), &asked, &records.concat()].concat())
    }
}

impl Kind {
    fn is_address(self) -> bool {
        matches!(self, Self::A | Self::Aaaa)
    }
}

/// The question of a packet, and where it ends.
fn asked(packet: &[u8]) -> Option<(String, Kind, usize)> {
    let (mut labels, mut at) = (Vec::new(), 12);
    loop {
        let length = usize::from(*packet.get(at)?);
        at += 1;
        if length == 0 {
            break;
        }
        labels.push(String::from_utf8_lossy(packet.get(at..at + length)?).to_ascii_lowercase());
        at += length;
    }
    let kind = match u16::from_be_bytes(packet.get(at..at + 2)?.try_into().ok()?) {
        1 => Kind::A,
        28 => Kind::Aaaa,
        other => Kind::Other(other),
    };
    Some((labels.join("."), kind, at + 4))
}

fn encoded(name: &str) -> Vec<u8> {
    let label = |label: &str| [&[u8::try_from(label.len()).unwrap()], label.as_bytes()].concat();
    let labels: Vec<_> = name.split('.').map(label).collect();
    [labels.concat(), vec![0]].concat()
}

fn address(ip: &IpAddr) -> Vec<u8> {
    match ip {
        IpAddr::V4(ip) => record(1, &ip.octets()),
        IpAddr::V6(ip) => record(28, &ip.octets()),
    }
}

/// A record of the name that was asked for (a pointer to it), class IN, to be kept for no time.
fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap().to_be_bytes();
    let head = [&[0xc0, 12][..], &kind.to_be_bytes(), &[0, 1, 0, 0, 0, 0], &length];
    [head.concat(), data.to_vec()].concat()
}
