//! The most memory that the audit of a log may take, whatever is in the log: a browser gives a module up to 4 GiB.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_AUDIT").is_some() {
        println!("cargo:rustc-cdylib-link-arg=--max-memory={}", 256 << 20);
    }
}
