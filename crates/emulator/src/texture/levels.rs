//! Mipmap generation: the picture at half the size, and so on down to one texel.

use super::view::{MipLevel, TextureView, texture_words};
use crate::storage::Storage;
use gristmill_shader::Dimension;
use std::sync::Arc;

/// A texel of the finer level, and its weight in the mean.
type TexelShare = (usize, f32);

impl TextureView {
    /// Returns the texture with all its levels. A texel is the mean of the area that it covers in
    /// the level before: of two texels along each side, or of three if a side is odd. Integers have
    /// no means, so they stay one level.
    pub fn with_all_levels(&self) -> TextureView {
        let has_levels = !matches!(self.dimension, Dimension::TexelRect | Dimension::Buffer);
        if !has_levels || self.texel.is_integer() || self.levels.len() != 1 {
            return self.clone();
        }
        let MipLevel { width, height, depth, .. } = self.level_at(0);
        let longest = if self.dimension == Dimension::D3 { width.max(height).max(depth) } else { width.max(height) };
        let size = [width, height, depth];
        let levels = longest.max(1).ilog2() as usize + 1;
        let words = texture_words(self.dimension, size, levels, self.texel);
        let mut first = self.storage.to_vec();
        first.resize(words, 0);
        let storage = Arc::new(Storage::from_words(&first));
        let whole = TextureView::new(self.dimension, self.arrayed, size, levels, self.texel, storage);
        for pair in whole.levels.windows(2) {
            if let [finer, coarser] = pair {
                whole.fill_level(finer, coarser);
            }
        }
        TextureView { sampling: self.sampling, ..whole }
    }

    fn fill_level(&self, finer: &MipLevel, coarser: &MipLevel) {
        for z in 0..coarser.depth {
            let slices = covered_shares(z, coarser.depth, finer.depth);
            for y in 0..coarser.height {
                let rows = covered_shares(y, coarser.height, finer.height);
                for x in 0..coarser.width {
                    let columns = covered_shares(x, coarser.width, finer.width);
                    let mean = self.mean_texel(finer, [&columns, &rows, &slices]);
                    if let Some(word) = self.first_word(coarser, [x as i32, y as i32, z as i32]) {
                        self.texel.write(&self.storage, word, mean.map(f32::to_bits));
                    }
                }
            }
        }
    }

    fn mean_texel(&self, level: &MipLevel, [columns, rows, slices]: [&[TexelShare]; 3]) -> [f32; 4] {
        let mut mean = [0.0; 4];
        for &(z, of_slice) in slices {
            for &(y, of_row) in rows {
                for &(x, of_column) in columns {
                    let Some(word) = self.first_word(level, [x as i32, y as i32, z as i32]) else { continue };
                    let lanes = self.texel.read(&self.storage, word).map(f32::from_bits);
                    let share = of_slice * of_row * of_column;
                    mean.iter_mut().zip(lanes).for_each(|(mean, lane)| *mean += lane * share);
                }
            }
        }
        mean
    }
}

/// Returns the texels that one covers along a side shortened from `before` to `count` texels, with their weights.
fn covered_shares(at: usize, count: usize, before: usize) -> Vec<TexelShare> {
    // From `at * before / count` to `(at + 1) * before / count`, in units of 1 / count of a texel.
    let start = at * before;
    let end = (at + 1) * before;
    let covered = start / count..end.div_ceil(count);
    covered
        .map(|texel: usize| {
            let inside = end.min((texel + 1) * count) - start.max(texel * count);
            (texel, inside as f32 / before as f32)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texture::TexelFormat;

    fn build_levels(dimension: Dimension, size: [usize; 3], texels: &[f32]) -> Vec<f32> {
        let words: Vec<u32> = texels.iter().map(|texel| texel.to_bits()).collect();
        let texel = TexelFormat::from_name("r32f").unwrap();
        let texture = TextureView::new(dimension, false, size, 1, texel, Arc::new(Storage::from_words(&words)));
        texture
            .with_all_levels()
            .storage
            .to_vec()
            .into_iter()
            .map(f32::from_bits)
            .collect()
    }

    #[test]
    fn a_level_is_the_mean_of_the_one_before() {
        let plane = build_levels(Dimension::D2, [4, 2, 1], &[1.0, 3.0, 5.0, 7.0, 1.0, 3.0, 5.0, 7.0]);
        assert_eq!(plane[8..], [2.0, 6.0, 4.0]);
        let odd = build_levels(Dimension::D1, [3, 1, 1], &[0.0, 3.0, 6.0]);
        assert_eq!(odd[3..], [3.0]);
        let five = build_levels(Dimension::D1, [5, 1, 1], &[5.0, 5.0, 5.0, 10.0, 10.0]);
        assert_eq!(five[5..], [5.0, 9.0, 7.0]);
        let volume = build_levels(Dimension::D3, [2, 2, 2], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        assert_eq!(volume[8..], [3.5]);
        let cube = build_levels(Dimension::Cube, [2, 2, 6], &[1.0; 24]);
        assert_eq!(cube.len(), 30);
        assert_eq!(build_levels(Dimension::TexelRect, [2, 1, 1], &[1.0, 2.0]).len(), 2);
    }
}
