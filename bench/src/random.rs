//! The same numbers in every run: `xorshift64`.

pub struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % limit as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }

    /// `length` letters of `alphabet`.
    pub fn text(&mut self, alphabet: &[u8], length: usize) -> String {
        (0..length).map(|_| char::from(*self.pick(alphabet))).collect()
    }

    /// Three syllables: something like a word.
    pub fn word(&mut self) -> String {
        let syllables =
            ["ka", "to", "re", "mi", "lun", "sor", "ve", "dal", "pin", "go", "shu", "wex"];
        (0..3).map(|_| *self.pick(&syllables)).collect()
    }
}
