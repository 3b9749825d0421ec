//! Properties of the algorithms that agreement with a reference cannot judge: analytic results,
//! published tables, conservation, counts of passes, bad input, and the findings of the emulator.
//! There is one file per algorithm; `formulas`, `pixels`, `pointers`, `sizes` and `turns` are about
//! all or several.
//!
//! `cargo test --test algorithms scan` runs those of one; `cargo test -- --nocapture physics` prints tables.

mod bfs;
mod black_scholes;
mod boids;
mod box_blur;
mod cards;
mod cloth;
mod compact;
mod conjugate_gradient;
mod convolve;
mod denormals;
mod depth_of_field;
mod dispatch_indirect;
mod distance_field;
mod double_single;
mod fft;
mod floyd_warshall;
mod fluid;
mod fluid_volume;
mod formulas;
#[cfg(feature = "emulator")]
mod graphs_2005;
mod hash_grid;
mod heat;
mod histogram;
mod jacobi;
mod lattice_boltzmann;
mod level_set;
#[path = "../machine/mod.rs"]
mod machine;
mod mandelbrot;
mod matmul;
mod monte_carlo;
mod multigrid;
mod nbody;
mod page_table;
mod particles;
mod photon_map;
mod pixels;
mod pointers;
#[cfg(feature = "emulator")]
mod primitives_2005;
mod random;
mod ray_grid;
mod reaction_diffusion;
#[cfg(feature = "emulator")]
mod rectangles;
mod reduce;
mod refine;
mod scan;
mod scatter;
mod scatter_add;
mod search;
mod segmented_scan;
mod select;
mod sizes;
mod sort;
mod split;
mod spmv;
mod summed_area;
mod transpose;
mod tree_depth;
mod volume;
mod volume_render;
