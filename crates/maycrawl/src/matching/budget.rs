//! The work that comparisons may do, counted in steps.
//!
//! # What is counted
//!
//! Everything that can take long: reading bytes of a path by automata, product states, comparing pairs of rules,
//! compiling rules, checking paths, copying and sorting. A step is about sixty instructions, whatever is done:
//! otherwise a budget would bound a number, and not the work. The test `work.rs` holds that for hostile files.
//!
//! # Why steps, and not time
//!
//! The same question must have the same answer on every machine. A program that must share its processor gives a
//! function to [`Budget::pausing`]. It is called every few milliseconds; it may wait, and it may end the work. Then all
//! that is left is undecided, as at the end of the budget.

use core::fmt;

/// The work that searches and comparisons may still do. It is counted, not timed, so that a result does not depend on
/// the machine.
///
/// ```
/// use maycrawl::Budget;
///
/// let mut budget = Budget::new(100);
/// assert!(budget.take(60));
/// // What does not suffice is spent: a smaller piece of work that comes later is not done either.
/// assert!(!budget.take(60));
/// assert_eq!(budget.steps(), 0);
/// ```
pub struct Budget<'p> {
    steps: u64,
    /// The steps until `may_continue` is asked again.
    until_pause: u64,
    may_continue: Option<&'p mut dyn FnMut() -> bool>,
    /// True after `may_continue` has ended the work.
    is_stopped: bool,
}

/// The steps between two pauses: about a millisecond.
const STEPS_BETWEEN_PAUSES: u64 = 50_000;

impl<'p> Budget<'p> {
    /// A budget of the given number of steps. A step is about sixty instructions: ten to twenty nanoseconds.
    #[must_use]
    pub const fn new(steps: u64) -> Self {
        Self { steps, until_pause: STEPS_BETWEEN_PAUSES, may_continue: None, is_stopped: false }
    }

    /// A budget that calls `may_continue` about once in a millisecond. The function may wait, so that others can use
    /// the processor. If it returns false, the budget is spent.
    ///
    /// ```
    /// use maycrawl::Budget;
    ///
    /// let mut pauses = 0;
    /// let mut may_continue = || {
    ///     pauses += 1;
    ///     pauses < 3
    /// };
    /// let mut budget = Budget::pausing(1_000_000_000, &mut may_continue);
    /// while budget.take(1000) {}
    /// assert!(budget.is_stopped());
    /// assert_eq!((budget.steps(), pauses), (0, 3));
    /// ```
    #[must_use]
    pub fn pausing(steps: u64, may_continue: &'p mut dyn FnMut() -> bool) -> Self {
        Self { may_continue: Some(may_continue), ..Self::new(steps) }
    }

    /// The steps that are left.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// True after `may_continue` has ended the work.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Takes the given number of steps. False if there are not enough: then none is left.
    #[inline]
    pub fn take(&mut self, steps: u64) -> bool {
        if steps < self.until_pause && steps <= self.steps {
            self.until_pause -= steps;
            self.steps -= steps;
            return true;
        }
        self.take_and_pause(steps)
    }

    #[cold]
    fn take_and_pause(&mut self, steps: u64) -> bool {
        if self.is_stopped || steps > self.steps {
            self.steps = 0;
            return false;
        }
        self.steps -= steps;
        self.until_pause = STEPS_BETWEEN_PAUSES;
        self.is_stopped = self.may_continue.as_mut().is_some_and(|may_continue| !may_continue());
        if self.is_stopped {
            self.steps = 0;
        }
        !self.is_stopped
    }

    /// Does work that may take at most the given number of the steps that are left. What it leaves of them is not lost.
    ///
    /// ```
    /// use maycrawl::Budget;
    ///
    /// let mut budget = Budget::new(100);
    /// assert!(!budget.with_at_most(10, |part| part.take(60)));
    /// // The dear piece had ten steps, and only these are gone.
    /// assert_eq!(budget.steps(), 90);
    /// ```
    pub fn with_at_most<T>(&mut self, most: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let kept = self.steps.saturating_sub(most);
        self.steps -= kept;
        let done = work(self);
        if !self.is_stopped {
            self.steps += kept;
        }
        done
    }
}

impl Default for Budget<'_> {
    /// 50 million steps: about a second.
    fn default() -> Self {
        Self::new(50_000_000)
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("steps", &self.steps).finish_non_exhaustive()
    }
}
