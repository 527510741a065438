//! A counting allocator: what a value really holds.
//!
//! It counts only while it is asked to. A counter that always ran would slow down whoever allocates most,
//! and that is the peers.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

struct Counting;

static ENABLED: AtomicBool = AtomicBool::new(false);
static LIVE: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(freed: usize, allocated: usize) {
    if ENABLED.load(Relaxed) {
        LIVE.fetch_add(allocated.wrapping_sub(freed), Relaxed);
        CALLS.fetch_add(usize::from(allocated > 0), Relaxed);
    }
}

// SAFETY: every call goes to the system's allocator unchanged; only counters are added.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(0, layout.size());
        // SAFETY: the caller's contract is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(0, layout.size());
        // SAFETY: the caller's contract is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(layout.size(), size);
        // SAFETY: the caller's contract is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(layout.size(), 0);
        // SAFETY: the caller's contract is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn counted<T>(f: impl FnOnce() -> T) -> T {
    ENABLED.store(true, Relaxed);
    let value = black_box(f());
    ENABLED.store(false, Relaxed);
    value
}

/// The value that `f` makes, and the bytes of heap that it holds.
pub fn held<T>(f: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.load(Relaxed);
    let value = counted(f);
    (value, LIVE.load(Relaxed).wrapping_sub(before))
}

/// How often `f` allocates.
pub fn allocations<T>(f: impl FnOnce() -> T) -> usize {
    let before = CALLS.load(Relaxed);
    drop(counted(f));
    CALLS.load(Relaxed) - before
}
