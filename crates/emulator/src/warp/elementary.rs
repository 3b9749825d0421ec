//! Elementary functions for all lanes, on the widest vectors.

use super::super::vectors::{Work, on_widest};
use gristmill_base::elementary::{Function, Function2};
use std::marker::PhantomData;

/// Applies a function of one operand.
pub(super) fn each<F: Function, const W: usize>(a: &[u32; W], out: &mut [u32; W]) {
    on_widest(Each { a, out, function: PhantomData::<F> });
}

/// Applies a function of two operands.
pub(super) fn each_two<F: Function2, const W: usize>(a: &[u32; W], b: &[u32; W], out: &mut [u32; W]) {
    on_widest(EachTwo { a, b, out, function: PhantomData::<F> });
}

struct Each<'w, F, const W: usize> {
    a: &'w [u32; W],
    out: &'w mut [u32; W],
    function: PhantomData<F>,
}

impl<F: Function, const W: usize> Work for Each<'_, F, W> {
    type Outcome = ();

    #[inline(always)]
    fn run(self) {
        let mut all_usual = true;
        for lane in 0..W {
            let x = f32::from_bits(self.a[lane]);
            self.out[lane] = F::usual(x).to_bits();
            all_usual &= F::is_usual(x);
        }
        // Rare, and each is a call: in a loop of its own, so that the first loop has no calls.
        if !all_usual {
            for lane in 0..W {
                let x = f32::from_bits(self.a[lane]);
                if !F::is_usual(x) {
                    self.out[lane] = F::unusual(x).to_bits();
                }
            }
        }
    }
}

struct EachTwo<'w, F, const W: usize> {
    a: &'w [u32; W],
    b: &'w [u32; W],
    out: &'w mut [u32; W],
    function: PhantomData<F>,
}

impl<F: Function2, const W: usize> Work for EachTwo<'_, F, W> {
    type Outcome = ();

    #[inline(always)]
    fn run(self) {
        let mut all_usual = true;
        for lane in 0..W {
            let (x, y) = (f32::from_bits(self.a[lane]), f32::from_bits(self.b[lane]));
            self.out[lane] = F::usual(x, y).to_bits();
            all_usual &= F::is_usual(x, y);
        }
        if !all_usual {
            for lane in 0..W {
                let (x, y) = (f32::from_bits(self.a[lane]), f32::from_bits(self.b[lane]));
                if !F::is_usual(x, y) {
                    self.out[lane] = F::unusual(x, y).to_bits();
                }
            }
        }
    }
}
