//! Words over a small alphabet, for tests that try all of them.

/// All words of up to `length` letters, each after `start`.
#[must_use]
pub fn words(start: &[u8], letters: &[u8], length: usize) -> Vec<Vec<u8>> {
    let mut words = vec![start.to_vec()];
    let mut from = 0;
    for _ in 0..length {
        let end = words.len();
        for i in from..end {
            for letter in letters {
                words.push([&words[i], core::slice::from_ref(letter)].concat());
            }
        }
        from = end;
    }
    words
}
