//! Masks of lanes, one bit each, and operations on the lanes of a mask.

use super::simd::sign_mask;

/// The bit of each lane in half a warp of 64.
const LANE_BITS: [u32; 32] = {
    let mut bits = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// Mask of the lanes whose word satisfies `such`.
#[inline(always)]
pub(super) fn lanes_matching<const W: usize>(words: &[u32; W], such: impl Fn(u32) -> bool) -> u64 {
    let mut lanes = 0;
    for (part, words) in words.as_chunks::<16>().0.iter().enumerate() {
        let mut holds = [0; 16];
        for lane in 0..16 {
            holds[lane] = if such(words[lane]) { u32::MAX } else { 0 };
        }
        lanes |= u64::from(sign_mask(&holds)) << (16 * part);
    }
    lanes
}

/// Copies the words of these lanes.
#[inline(always)]
pub(super) fn blend_lanes<const W: usize>(place: &mut [u32; W], words: &[u32; W], lanes: u64) {
    let places = place.as_chunks_mut::<32>().0.iter_mut();
    for (half, (place, words)) in places.zip(words.as_chunks::<32>().0).enumerate() {
        let bits = (lanes >> (32 * half)) as u32;
        for lane in 0..32 {
            // Written as a select between two words, the compiler would select between two addresses, which does not vectorise.
            let new = if bits & LANE_BITS[lane] == 0 { 0 } else { u32::MAX };
            place[lane] = (place[lane] & !new) | (words[lane] & new);
        }
    }
}

/// Mask of all lanes of a warp of this width.
pub(super) const fn full_mask(width: usize) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Iterates over the indices of these lanes, ascending.
#[inline]
pub(super) fn lane_indices(mut lanes: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes.wrapping_sub(1);
        (lane < 64).then_some(lane)
    })
}

/// Iterates over the indices of these lanes in ascending order of index XOR `swap`: 0 is ascending,
/// all ones descending.
#[inline]
pub(super) fn swapped_lane_indices(lanes: u64, swap: u32) -> impl Iterator<Item = usize> {
    /// For each bit, the lanes whose index has it.
    const ONES: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    let mut swapped = lanes;
    for (bit, ones) in ONES.into_iter().enumerate() {
        if (swap >> bit) & 1 == 1 {
            swapped = ((swapped & ones) >> (1 << bit)) | ((swapped & !ones) << (1 << bit));
        }
    }
    lane_indices(swapped).map(move |lane| lane ^ (swap as usize & 63))
}

/// Iterates over the indices of these lanes as `u32`.
#[inline]
pub(super) fn lane_numbers(mask: u64) -> impl Iterator<Item = u32> {
    lane_indices(mask).map(|lane| lane as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_come_in_the_order_of_their_swapped_numbers() {
        let lanes = 0x8000_0001_0000_10f1;
        for swap in [0, 1, 5, 31, 32, 63, u32::MAX] {
            let mut wanted: Vec<usize> = lane_indices(lanes).collect();
            wanted.sort_by_key(|lane| lane ^ (swap as usize & 63));
            assert_eq!(swapped_lane_indices(lanes, swap).collect::<Vec<_>>(), wanted, "{swap}");
        }
        assert!(swapped_lane_indices(lanes, u32::MAX).is_sorted_by(|one, other| one > other));
        assert_eq!(swapped_lane_indices(0, 7).count(), 0);
    }
}
