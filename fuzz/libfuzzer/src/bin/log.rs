#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| maycrawl_fuzz::log::check(input));
