//! Random numbers that are the same in every run.

/// A generator of pseudo-random numbers (`xorshift64`), with its seed, which must not be 0.
pub struct Random(pub u64);

impl Random {
    /// A number less than `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit
    }

    /// One of `items`, which must not be empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    /// A word of three syllables.
    pub fn word(&mut self) -> String {
        let syllables =
            ["ka", "to", "re", "mi", "lun", "sor", "ve", "dal", "pin", "go", "shu", "wex"];
        (0..3).map(|_| syllables[self.below(12) as usize]).collect()
    }

    /// `length` letters of `alphabet`.
    pub fn text(&mut self, alphabet: &[u8], length: usize) -> String {
        (0..length)
            .map(|_| char::from(alphabet[self.below(alphabet.len() as u64) as usize]))
            .collect()
    }
}
