//! The FTP client against scripted servers.

mod connections;
mod dialogue;
mod scripted_server;
