//! Shrinks a wrong input to the smallest that still shows the fault.

use crate::Input;
use std::ops::Range;

/// The most runs of a search.
const MAX_TRIES: usize = 200;
/// The most elements at which numbers are simplified.
const MAX_SIMPLIFIED: usize = 12;

/// Returns a smaller input that is still wrong: with fewer elements, then with simpler numbers.
pub(crate) fn shrink_input(
    input: Input,
    allows: fn(&Input) -> bool,
    mut is_wrong: impl FnMut(&Input) -> bool,
) -> Input {
    let mut smallest = input;
    let mut tries = 0;
    while let Some(smaller) = smaller_inputs(&smallest).into_iter().filter(allows).find(|candidate| {
        tries += 1;
        tries <= MAX_TRIES && is_wrong(candidate)
    }) {
        smallest = smaller;
    }
    smallest
}

/// Returns smaller inputs, the smallest first.
fn smaller_inputs(input: &Input) -> Vec<Input> {
    let size = input.size();
    let mut smaller = vec![];
    let mut chunk = size;
    while chunk > 0 {
        let starts = (0..size).step_by(chunk).rev();
        smaller.extend(starts.map(|start| without_places(input, start..(start + chunk).min(size))));
        chunk /= 2;
    }
    if size <= MAX_SIMPLIFIED {
        for (list, numbers) in input.lists.iter().enumerate() {
            for at in 0..numbers.len().min(MAX_SIMPLIFIED) {
                smaller.extend(numbers.simpler_at(at).into_iter().map(|numbers| {
                    let mut simpler = input.clone();
                    simpler.lists[list] = numbers;
                    simpler
                }));
            }
        }
    }
    smaller
}

/// Returns the input without a range of indices, in every list that is as long as the first.
fn without_places(input: &Input, places: Range<usize>) -> Input {
    let size = input.size();
    let mut smaller = input.clone();
    for list in smaller.lists.iter_mut().filter(|list| list.len() == size) {
        *list = list.without_places(places.clone());
    }
    smaller
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Numbers;

    #[test]
    fn puzzles_shrink_to_the_smallest_wrong_input() {
        let input = Input::new("any", Numbers::Whole((0..100).collect()));
        let smallest = shrink_input(input, |_| true, |input| input.whole(0).iter().any(|&number| number > 40));
        assert_eq!(smallest.size(), 1);
        let number = smallest.whole(0)[0];
        assert!((41..82).contains(&number), "{smallest:?}");
    }
}
