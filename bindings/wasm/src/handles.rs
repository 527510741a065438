//! What the host holds: values by number. A number that was given back names nothing, and is used again for another
//! value; the classes of the host forget theirs first.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    static VALUES: RefCell<Vec<Option<Rc<dyn Any>>>> = const { RefCell::new(Vec::new()) };
    /// The places without a value. A search for one would make each file dearer with each that is held.
    static FREE: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Keeps a value. The number is above 0, which is none.
pub(crate) fn keep(value: impl Any) -> u32 {
    let value: Option<Rc<dyn Any>> = Some(Rc::new(value));
    let free = FREE.with_borrow_mut(Vec::pop);
    VALUES.with_borrow_mut(|values| {
        match free.and_then(|at| Some((at, values.get_mut(at as usize)?))) {
            Some((at, place)) => {
                *place = value;
                at + 1
            }
            None => {
                values.push(value);
                values.len() as u32
            }
        }
    })
}

/// The value with this number, if it is of this type.
pub(crate) fn get<T: Any>(handle: u32) -> Option<Rc<T>> {
    let at = (handle as usize).checked_sub(1)?;
    VALUES.with_borrow(|values| values.get(at)?.clone()?.downcast().ok())
}

/// Frees the value with this number.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn free(handle: u32) {
    let Some(at) = (handle as usize).checked_sub(1) else { return };
    let value = VALUES.with_borrow_mut(|values| values.get_mut(at).and_then(Option::take));
    if value.is_some() {
        FREE.with_borrow_mut(|free| free.push(at as u32));
    }
}
