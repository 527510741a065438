//! How clients share a resource, and what gives way first.

/// How clients share a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// By what they hold now. Permits can be revoked.
    Held,
    /// By the time that they have used. Permits are short turns that are never revoked.
    Timed,
}

/// Which permits of a client are revoked first. Among equals, the one that was granted or [renewed] least recently.
///
/// [renewed]: super::Permit::set_priority
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Idle for so long that it gives way to a client that holds as much, too.
    Spare,
    /// Nothing is lost, such as an idle connection.
    Idle,
    /// Work is lost. Permits begin with this priority.
    Working,
    /// Never revoked.
    Kept,
}
