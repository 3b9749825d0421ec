//! Elementary functions for all lanes, on the widest vectors.

use super::super::simd::{SimdWork, run_on_widest};
use gristmill_base::elementary::{BinaryFunction, UnaryFunction};
use std::marker::PhantomData;

/// Applies a function of one operand.
pub(super) fn map_function<F: UnaryFunction, const W: usize>(a: &[u32; W], out: &mut [u32; W]) {
    run_on_widest(MapFunction { a, out, function: PhantomData::<F> });
}

/// Applies a function of two operands.
pub(super) fn map_function2<F: BinaryFunction, const W: usize>(a: &[u32; W], b: &[u32; W], out: &mut [u32; W]) {
    run_on_widest(MapFunction2 { a, b, out, function: PhantomData::<F> });
}

struct MapFunction<'w, F, const W: usize> {
    a: &'w [u32; W],
    out: &'w mut [u32; W],
    function: PhantomData<F>,
}

impl<F: UnaryFunction, const W: usize> SimdWork for MapFunction<'_, F, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut all_usual = true;
        for lane in 0..W {
            let x = f32::from_bits(self.a[lane]);
            self.out[lane] = F::usual_case(x).to_bits();
            all_usual &= F::is_usual_case(x);
        }
        // Rare, and each is a call: in a loop of its own, so that the first loop has no calls.
        if !all_usual {
            for lane in 0..W {
                let x = f32::from_bits(self.a[lane]);
                if !F::is_usual_case(x) {
                    self.out[lane] = F::special_case(x).to_bits();
                }
            }
        }
    }
}

struct MapFunction2<'w, F, const W: usize> {
    a: &'w [u32; W],
    b: &'w [u32; W],
    out: &'w mut [u32; W],
    function: PhantomData<F>,
}

impl<F: BinaryFunction, const W: usize> SimdWork for MapFunction2<'_, F, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut all_usual = true;
        for lane in 0..W {
            let x = f32::from_bits(self.a[lane]);
            let y = f32::from_bits(self.b[lane]);
            self.out[lane] = F::usual_case(x, y).to_bits();
            all_usual &= F::is_usual_case(x, y);
        }
        if !all_usual {
            for lane in 0..W {
                let x = f32::from_bits(self.a[lane]);
                let y = f32::from_bits(self.b[lane]);
                if !F::is_usual_case(x, y) {
                    self.out[lane] = F::special_case(x, y).to_bits();
                }
            }
        }
    }
}
