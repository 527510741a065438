//! An allocator that counts: the heap memory of a value, and the number of allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator, with counters.
struct CountingAllocator;

/// Bytes that are allocated now.
static LIVE_BYTES: AtomicUsize = AtomicUsize::new(0);
/// Allocations since the start.
static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

// SAFETY: every call goes to the system's allocator unchanged; only counters are added.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE_BYTES.fetch_add(layout.size(), Relaxed);
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller's contract is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE_BYTES.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's contract is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The value that `f` returns, and the bytes of heap memory that it uses.
pub fn with_heap_bytes<T>(f: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE_BYTES.load(Relaxed);
    let value = f();
    (value, LIVE_BYTES.load(Relaxed).saturating_sub(before))
}

/// The number of allocations of `f`.
pub fn allocations<T>(f: impl FnOnce() -> T) -> usize {
    let before = ALLOCATIONS.load(Relaxed);
    std::hint::black_box(f());
    ALLOCATIONS.load(Relaxed) - before
}
