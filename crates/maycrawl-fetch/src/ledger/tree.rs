//! The decisions of one account: who is served next, and who gives way. No lock, no clock, no tasks.
//!
//! A node of the tree is a network of clients or a client. It has what its clients hold, and two ordered sets of its
//! children: those with waiters, by the order in which they are served, and those with permits that can be revoked, by
//! what they hold. So a decision costs the depth of the tree (four) times the logarithm of the active children.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::client::{Client, Label};
use super::sharing::{Priority, Sharing};

/// The time that a turn is expected to take, in nanoseconds: a turn counts before it ends.
const EXPECTED_TURN: u64 = 50_000_000;

/// Waiters of one client.
const MAX_WAITERS_PER_CLIENT: usize = 4096;
/// Waiters of all clients. The service has fewer requests than this.
const MAX_WAITERS: usize = 65_536;
/// Idle clients whose used time is remembered, until the others have used as much.
const MAX_RESTING: usize = 4096;

const ROOT: usize = 0;

#[derive(Debug)]
pub(super) struct Tree {
    sharing: Sharing,
    pub(super) capacity: u64,
    /// Most units of one client.
    pub(super) per_client: u64,
    nodes: Vec<Node>,
    free: Vec<usize>,
    // Trees, as below: a request makes and ends its nodes, and to hash their keys would cost more than to compare them.
    permits: BTreeMap<u64, Held>,
    waiters: BTreeMap<u64, Waiter>,
    /// Permits of all clients that are [`Priority::Spare`]: moment, permit.
    spare: BTreeSet<(u64, u64)>,
    /// Number of resting nodes.
    resting: usize,
    /// The next number of a permit, a waiter or a moment.
    next: u64,
}

#[derive(Debug, Default)]
struct Node {
    label: Option<Label>,
    parent: usize,
    children: BTreeMap<Label, usize>,
    held: u64,
    /// Units of permits that are revoked and not returned yet.
    revoked: u64,
    /// Units of waiters for which permits of others are revoked.
    promised: u64,
    waiting: usize,
    /// Timed: the time used, on the scale of the parent's `now`.
    used: u64,
    /// Timed: the time of the child that was served last, when its turn began.
    now: u64,
    /// Children with a waiter that may be served: rank, waiter, child.
    order: BTreeSet<(u64, u64, usize)>,
    /// Children with permits that can be revoked: units, child.
    largest: BTreeSet<(u64, usize)>,
    /// Timed: idle children that have used more than others: used, child.
    resting: BTreeSet<(u64, usize)>,
    /// A client's waiters and their units.
    queue: BTreeMap<u64, u64>,
    /// A client's permits that can be revoked: priority, moment, permit.
    revocable: BTreeSet<(Priority, u64, u64)>,
}

#[derive(Debug)]
struct Held {
    leaf: usize,
    units: u64,
    priority: Priority,
    moment: u64,
    is_revoked: bool,
}

#[derive(Debug)]
struct Waiter {
    leaf: usize,
    units: u64,
    /// The permit that grows, if it is not a new one.
    grows: Option<u64>,
    is_promised: bool,
}

/// A waiter that was served: the waiter and its permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grant {
    pub(super) waiter: u64,
    pub(super) permit: u64,
}

impl Node {
    /// Units that stay with the node.
    fn kept(&self) -> u64 {
        self.held - self.revoked
    }

    fn is_idle(&self) -> bool {
        self.held == 0 && self.waiting == 0
    }
}

impl Tree {
    pub(super) fn new(capacity: u64, sharing: Sharing) -> Self {
        Self {
            sharing,
            capacity,
            per_client: u64::MAX,
            nodes: vec![Node::default()],
            free: Vec::new(),
            permits: BTreeMap::new(),
            waiters: BTreeMap::new(),
            spare: BTreeSet::new(),
            resting: 0,
            next: 0,
        }
    }

    /// Adds a waiter for `units`. `None` if the client or all clients have too many waiters, or if the units can never
    /// be granted.
    pub(super) fn enqueue(&mut self, client: Client, units: u64) -> Option<u64> {
        // A permit without units would have no node.
        let units = units.max(1);
        // The waiters of the program are its own tasks.
        let is_own = client == Client::OWN;
        let most = if is_own { u64::MAX } else { self.per_client };
        if units > self.capacity.min(most) || (!is_own && self.waiters.len() >= MAX_WAITERS) {
            return None;
        }
        let leaf = self.leaf(client);
        if !is_own && self.nodes[leaf].queue.len() >= MAX_WAITERS_PER_CLIENT {
            return None;
        }
        Some(self.enqueue_at(leaf, units, None))
    }

    /// A permit for `units`, if nobody waits and they are free: what [`enqueue`](Self::enqueue) and
    /// [`serve`](Self::serve) do in that case, which is nearly every case, without a waiter. `None` is no refusal.
    pub(super) fn grant(&mut self, client: Client, units: u64) -> Option<u64> {
        let units = units.max(1);
        let is_free = self.nodes[ROOT].held.saturating_add(units) <= self.capacity;
        // The time of turns is counted where they are served.
        if !is_free || !self.waiters.is_empty() || self.sharing == Sharing::Timed {
            return None;
        }
        let leaf = self.leaf(client);
        if self.nodes[leaf].held.saturating_add(units) > self.most_of(leaf) {
            self.forget_if_idle(leaf);
            return None;
        }
        let (permit, moment) = (self.number(), self.number());
        let priority = Priority::Working;
        self.permits.insert(permit, Held { leaf, units, priority, moment, is_revoked: false });
        self.change(
            leaf,
            |node, _| node.held += units,
            |leaf| {
                leaf.revocable.insert((priority, moment, permit));
            },
        );
        Some(permit)
    }

    /// Removes a node that was made for a client that got nothing, and those above it.
    fn forget_if_idle(&mut self, leaf: usize) {
        if self.nodes[leaf].is_idle() {
            self.change(leaf, |_, _| {}, |_| {});
        }
    }

    /// Adds a waiter for more units of a permit. `None` if they can never be granted.
    pub(super) fn enqueue_growth(&mut self, permit: u64, units: u64) -> Option<u64> {
        let held = self.permits.get(&permit).filter(|held| !held.is_revoked)?;
        let leaf = held.leaf;
        if held.units.saturating_add(units) > self.capacity.min(self.most_of(leaf)) {
            return None;
        }
        Some(self.enqueue_at(leaf, units, Some(permit)))
    }

    fn enqueue_at(&mut self, leaf: usize, units: u64, grows: Option<u64>) -> u64 {
        let waiter = self.number();
        self.waiters.insert(waiter, Waiter { leaf, units, grows, is_promised: false });
        self.change(
            leaf,
            |node, parent_now| {
                if node.is_idle() {
                    // A nanosecond before those who were served already.
                    node.used = node.used.max(parent_now.saturating_sub(1));
                }
                node.waiting += 1;
            },
            |leaf| {
                leaf.queue.insert(waiter, units);
            },
        );
        waiter
    }

    /// Removes a waiter that was not served.
    pub(super) fn cancel(&mut self, waiter: u64) {
        let Some(Waiter { leaf, units, is_promised, .. }) = self.waiters.remove(&waiter) else {
            return;
        };
        let promised = if is_promised { units } else { 0 };
        self.change(
            leaf,
            |node, _| {
                node.waiting -= 1;
                node.promised -= promised;
            },
            |leaf| {
                leaf.queue.remove(&waiter);
            },
        );
    }

    /// Serves the waiter that is first, if its units are free.
    pub(super) fn serve(&mut self) -> Option<Grant> {
        let mut at = ROOT;
        while let Some(&(_, _, child)) = self.nodes[at].order.first() {
            at = child;
        }
        let (&waiter, &units) = self.nodes[at].queue.first_key_value().filter(|_| at != ROOT)?;
        if self.nodes[ROOT].held.saturating_add(units) > self.capacity {
            return None;
        }
        let Waiter { leaf, grows, is_promised, .. } = self.waiters.remove(&waiter)?;
        let promised = if is_promised { units } else { 0 };
        let is_timed = self.sharing == Sharing::Timed;
        if is_timed {
            self.advance(leaf);
        }
        let permit = grows.unwrap_or_else(|| self.number());
        self.change(
            leaf,
            |node, _| {
                node.waiting -= 1;
                node.promised -= promised;
                node.held += units;
                if is_timed {
                    node.used += EXPECTED_TURN;
                }
            },
            |leaf| {
                leaf.queue.remove(&waiter);
            },
        );
        let new = Held { leaf, units: 0, priority: Priority::Kept, moment: 0, is_revoked: false };
        self.permits.entry(permit).or_insert(new).units += units;
        // The units that were added to a revoked permit are revoked too.
        if self.permits.get(&permit).is_some_and(|held| held.is_revoked) {
            self.change(leaf, |node, _| node.revoked += units, |_| {});
        } else if !is_timed {
            self.set_priority(permit, Priority::Working);
        }
        Some(Grant { waiter, permit })
    }

    /// Sets the time of each node on the way to that of the child that is served.
    fn advance(&mut self, leaf: usize) {
        let mut at = leaf;
        while at != ROOT {
            let (used, parent) = (self.nodes[at].used, self.nodes[at].parent);
            self.nodes[parent].now = self.nodes[parent].now.max(used);
            let now = self.nodes[parent].now;
            while let Some(&(used, child)) = self.nodes[parent].resting.first()
                && used <= now
            {
                self.remove_resting(parent, used, child);
            }
            at = parent;
        }
    }

    /// Revokes permits of clients that hold more, and then spare ones of anybody, until the units of `waiter` will be
    /// free. Returns the permits, and whether they are enough.
    pub(super) fn revoke_for(&mut self, waiter: u64) -> (Vec<u64>, bool) {
        let mut revoked = Vec::new();
        let Some(&Waiter { leaf, units, .. }) = self.waiters.get(&waiter) else {
            return (revoked, true);
        };
        // Where its own limit stops the client, units of others would not help it.
        if self.nodes[leaf].held.saturating_add(units) > self.most_of(leaf) {
            return (revoked, false);
        }
        let mut path = vec![leaf];
        while let Some(&at) = path.last().filter(|&&at| at != ROOT) {
            path.push(self.nodes[at].parent);
        }
        path.reverse();
        let is_enough = loop {
            let root = &self.nodes[ROOT];
            if root.kept() + root.promised + units <= self.capacity {
                break true;
            }
            let spare = || self.spare.first().map(|&(_, permit)| permit);
            let Some(permit) = self.victim(&path, units).or_else(spare) else { break false };
            self.revoke(permit);
            revoked.push(permit);
        };
        if is_enough {
            if let Some(waiter) = self.waiters.get_mut(&waiter) {
                waiter.is_promised = true;
            }
            // Promised units count as used until they are served. Otherwise a second waiter would take them for its
            // own, and revoke none.
            self.change(leaf, |node, _| node.promised += units, |_| {});
        }
        (revoked, is_enough)
    }

    /// The permit that gives way to `units` of the last node of `path`. At the first node where the waiter's side would
    /// hold less than the largest side, it is one of the largest side. Without that condition two clients would take
    /// the same unit from each other again and again.
    fn victim(&self, path: &[usize], units: u64) -> Option<u64> {
        for step in path.windows(2) {
            let [at, own] = *step else { return None };
            let &(kept, other) = self.nodes[at].largest.last()?;
            let own_units = self.nodes[own].kept() + self.nodes[own].promised + units;
            if other == own || own_units >= kept {
                continue;
            }
            let mut at = other;
            while let Some(&(_, child)) = self.nodes[at].largest.last() {
                at = child;
            }
            return self.nodes[at].revocable.first().map(|&(_, _, permit)| permit);
        }
        None
    }

    fn revoke(&mut self, permit: u64) {
        self.set_priority(permit, Priority::Kept);
        let Some(held) = self.permits.get_mut(&permit) else { return };
        held.is_revoked = true;
        let Held { leaf, units, .. } = *held;
        self.change(leaf, |node, _| node.revoked += units, |_| {});
    }

    /// Sets the priority of a permit, and makes it the most recent one. Has no effect on a revoked permit.
    pub(super) fn set_priority(&mut self, permit: u64, priority: Priority) {
        let number = self.number();
        let Some(held) = self.permits.get_mut(&permit).filter(|held| !held.is_revoked) else {
            return;
        };
        // What has been idle for longest gives way first, whenever it became spare.
        let moment = if priority == Priority::Spare { held.moment } else { number };
        let before = (held.priority, held.moment, permit);
        (held.priority, held.moment) = (priority, moment);
        let leaf = held.leaf;
        if before.0 == Priority::Spare {
            self.spare.remove(&(before.1, permit));
        }
        if priority == Priority::Spare {
            self.spare.insert((moment, permit));
        }
        let set = |leaf: &mut Node| {
            leaf.revocable.remove(&before);
            if priority != Priority::Kept {
                leaf.revocable.insert((priority, moment, permit));
            }
        };
        if before.0 != Priority::Kept && priority != Priority::Kept {
            // The client can give as much as before, so no set of a parent changes.
            set(&mut self.nodes[leaf]);
        } else {
            self.change(leaf, |_, _| {}, set);
        }
    }

    /// Returns units of a permit. A permit without units ends. `took`: for a turn, how long it was.
    pub(super) fn release(&mut self, permit: u64, units: Option<u64>, took: Option<Duration>) {
        let Some(held) = self.permits.get_mut(&permit) else { return };
        let units = units.unwrap_or(held.units).min(held.units);
        held.units -= units;
        let (leaf, is_over, is_revoked) = (held.leaf, held.units == 0, held.is_revoked);
        let key = (held.priority, held.moment, permit);
        if is_over {
            self.permits.remove(&permit);
            self.spare.remove(&(key.1, permit));
        }
        let took = took.map(|took| u64::try_from(took.as_nanos()).unwrap_or(u64::MAX));
        self.change(
            leaf,
            |node, _| {
                node.held -= units;
                if is_revoked {
                    node.revoked -= units;
                }
                if let Some(took) = took {
                    // `serve` has counted the expected time, so that many turns at once are not free until the first of
                    // them ends.
                    node.used = (node.used - EXPECTED_TURN.min(node.used)).saturating_add(took);
                }
            },
            |leaf| {
                if is_over {
                    leaf.revocable.remove(&key);
                }
            },
        );
    }

    /// Whether a client other than that of `permit` waits.
    pub(super) fn others_wait(&self, permit: u64) -> bool {
        let own = self.permits.get(&permit).map_or(0, |held| self.nodes[held.leaf].waiting);
        self.nodes[ROOT].waiting > own
    }

    /// Units that are held.
    pub(super) fn held(&self) -> u64 {
        self.nodes[ROOT].held
    }

    /// Units that a client or a network holds, without those that are revoked.
    pub(super) fn held_by(&self, client: Client) -> u64 {
        let mut at = ROOT;
        for label in client.path() {
            match self.nodes[at].children.get(&label) {
                Some(&child) => at = child,
                None => return 0,
            }
        }
        self.nodes[at].kept()
    }

    /// Number of nodes below the root.
    pub(super) fn size(&self) -> usize {
        self.nodes.len() - self.free.len() - 1
    }

    /// Most units of a client. The program itself has no limit.
    fn most_of(&self, leaf: usize) -> u64 {
        if self.nodes[leaf].label == Some(Label::Own) { u64::MAX } else { self.per_client }
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// The node of a client. Made if it does not exist.
    fn leaf(&mut self, client: Client) -> usize {
        let mut at = ROOT;
        for label in client.path() {
            at = match self.nodes[at].children.get(&label) {
                Some(&child) => child,
                None => {
                    let node = Node { label: Some(label), parent: at, ..Node::default() };
                    let child = match self.free.pop() {
                        Some(child) => {
                            self.nodes[child] = node;
                            child
                        }
                        None => {
                            self.nodes.push(node);
                            self.nodes.len() - 1
                        }
                    };
                    self.nodes[at].children.insert(label, child);
                    child
                }
            };
        }
        at
    }

    /// Changes all nodes from the root to `leaf`, and the leaf, and keeps the ordered sets. `each` gets the `now` of
    /// the node's parent.
    fn change(
        &mut self,
        leaf: usize,
        each: impl Fn(&mut Node, u64),
        at_leaf: impl FnOnce(&mut Node),
    ) {
        // From the root down: the key of a node depends on the sets of its children.
        self.unlink(leaf);
        at_leaf(&mut self.nodes[leaf]);
        let mut at = leaf;
        loop {
            let parent = self.nodes[at].parent;
            let now = self.nodes[parent].now;
            each(&mut self.nodes[at], now);
            if at == ROOT {
                break;
            }
            self.link(at, parent);
            at = parent;
        }
        // Nobody is compared with those who rest.
        if self.nodes[ROOT].is_idle() && self.size() > 0 {
            let root = Node::default();
            *self = Self {
                nodes: vec![root],
                free: Vec::new(),
                resting: 0,
                permits: std::mem::take(&mut self.permits),
                waiters: std::mem::take(&mut self.waiters),
                spare: std::mem::take(&mut self.spare),
                ..*self
            };
        }
    }

    fn unlink(&mut self, node: usize) {
        if node == ROOT {
            return;
        }
        let parent = self.nodes[node].parent;
        self.unlink(parent);
        let (order, largest) = (self.order_key(node), self.largest_key(node));
        let used = self.nodes[node].used;
        let parent = &mut self.nodes[parent];
        if let Some(key) = order {
            parent.order.remove(&key);
        }
        if let Some(key) = largest {
            parent.largest.remove(&key);
        }
        if parent.resting.remove(&(used, node)) {
            self.resting -= 1;
        }
    }

    /// Adds a node to the sets of its parent, or removes it if nothing is left of it.
    fn link(&mut self, node: usize, parent: usize) {
        if self.nodes[node].is_idle() {
            let used = self.nodes[node].used;
            if self.sharing == Sharing::Held || used <= self.nodes[parent].now {
                return self.remove(node);
            }
            self.nodes[parent].resting.insert((used, node));
            self.resting += 1;
            if self.resting > MAX_RESTING
                && let Some(&(used, least)) = self.nodes[parent].resting.first()
            {
                self.remove_resting(parent, used, least);
            }
            return;
        }
        let (order, largest) = (self.order_key(node), self.largest_key(node));
        self.nodes[parent].order.extend(order);
        self.nodes[parent].largest.extend(largest);
    }

    fn order_key(&self, index: usize) -> Option<(u64, u64, usize)> {
        let node = &self.nodes[index];
        let first = match node.queue.first_key_value() {
            Some((_, &units)) if node.held.saturating_add(units) > self.most_of(index) => {
                return None;
            }
            Some((&waiter, _)) => waiter,
            None => node.order.first()?.1,
        };
        let rank = match self.sharing {
            Sharing::Held => node.kept(),
            Sharing::Timed => node.used,
        };
        Some((rank, first, index))
    }

    fn largest_key(&self, index: usize) -> Option<(u64, usize)> {
        let node = &self.nodes[index];
        let can_give = !node.revocable.is_empty() || !node.largest.is_empty();
        can_give.then(|| (node.kept(), index))
    }

    fn remove_resting(&mut self, parent: usize, used: u64, child: usize) {
        self.nodes[parent].resting.remove(&(used, child));
        self.resting -= 1;
        self.remove(child);
    }

    /// Removes an idle node and all nodes below it.
    fn remove(&mut self, index: usize) {
        let Node { label, parent, children, resting, .. } = std::mem::take(&mut self.nodes[index]);
        self.resting -= resting.len();
        for child in children.into_values() {
            self.remove(child);
        }
        if let Some(label) = label {
            self.nodes[parent].children.remove(&label);
        }
        self.free.push(index);
    }
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
