//! Position of a fragment between the vertices of its primitive.

/// Interpolation weights of a fragment in its primitive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Barycentrics {
    /// Perspective-correct weights of the second and the third corner. That of the first makes the sum 1.
    pub smooth: [f64; 2],
    /// The same weights, linear on the screen.
    pub linear: [f64; 2],
    /// Depth, 0 to 1.
    pub z: f32,
    /// `gl_FragCoord.w`: one over the vertices' w.
    pub w: f32,
    /// `gl_PointCoord`.
    pub point: [f32; 2],
}

impl Barycentrics {
    /// Values in a rectangle that no vertex kernel placed.
    pub(super) const UNPLACED: Barycentrics =
        Barycentrics { smooth: [0.0; 2], linear: [0.0; 2], z: 0.5, w: 1.0, point: [0.0; 2] };
}

/// A corner on the screen, after clipping.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    /// Depth, 0 to 1.
    pub z: f64,
    /// One over w.
    pub over_w: f64,
    /// The weights of the second and the third corner of the primitive before clipping.
    pub weights: [f64; 2],
}

/// Interpolates between corners with these weights, which sum to 1.
pub(super) fn interpolate_corners<const N: usize>(corners: &[Corner; N], shares: [f64; N]) -> Barycentrics {
    let mut barycentrics = Barycentrics::UNPLACED;
    let mut z = 0.0;
    let mut over_w = 0.0;
    for (corner, share) in corners.iter().zip(shares) {
        z += share * corner.z;
        over_w += share * corner.over_w;
        for at in 0..2 {
            barycentrics.linear[at] += share * corner.weights[at];
            barycentrics.smooth[at] += share * corner.over_w * corner.weights[at];
        }
    }
    barycentrics.smooth = barycentrics.smooth.map(|weight| weight / over_w);
    barycentrics.z = z.clamp(0.0, 1.0) as f32;
    barycentrics.w = over_w as f32;
    barycentrics
}
