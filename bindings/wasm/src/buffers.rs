//! The memory that module and host share.
//!
//! `text` is kept from call to call, so that a check of one URL allocates nothing. `input` is taken by the call that
//! reads it: a file is parsed where the host wrote it.

use std::cell::RefCell;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The buffer for a short text, with room for `length` bytes.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn text_buffer(length: usize) -> *const u8 {
    TEXT.with_borrow_mut(|text| {
        if text.len() < length {
            text.resize(length.max(1 << 12), 0);
        }
        text.as_ptr()
    })
}

/// The buffer for a file or a list, with room for `length` bytes. What the host has written into it stays.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn input_buffer(length: usize) -> *const u8 {
    INPUT.with_borrow_mut(|input| {
        input.resize(length, 0);
        input.as_ptr()
    })
}

/// The answer of the last call that has one.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(Vec::as_ptr)
}

/// Its length.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Gives the first `length` bytes of the text to `read`. The host encodes text as UTF-8; other bytes are no text.
pub(crate) fn with_text<T>(length: usize, read: impl FnOnce(&str) -> T) -> Option<T> {
    with_bytes(length, |text| std::str::from_utf8(text).ok().map(read)).flatten()
}

/// Gives the first `length` bytes of the text to `read`.
pub(crate) fn with_bytes<T>(length: usize, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
    TEXT.with_borrow(|text| text.get(..length).map(read))
}

/// Takes the first `length` bytes of the input.
pub(crate) fn take_input(length: usize) -> Vec<u8> {
    let mut input = INPUT.take();
    input.truncate(length);
    // The host makes room before it knows how many bytes its text has.
    if input.capacity() > input.len() * 2 {
        input.shrink_to_fit();
    }
    input
}

/// Makes `answer` the answer of this call.
pub(crate) fn answer(answer: impl Into<Vec<u8>>) {
    OUTPUT.set(answer.into());
}
