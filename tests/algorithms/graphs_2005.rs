//! Graphs and tables in kernels of 2005: how many passes they take, and what a Radeon 9700 refuses.

use crate::machine;
use crate::primitives_2005::open_radeon;
use gristmill::algorithms::bfs::{ArrivingEdges, Graph};
use gristmill::algorithms::gather::coordinates;
use gristmill::algorithms::{bfs, box_blur, floyd_warshall, list_rank, summed_area, tree_depth};
use gristmill::{Era, Error, Pointer, Result};

#[test]
fn more_nodes_than_can_be_counted_are_refused() {
    let device = open_radeon();
    let nodes = (1 << 17) + 1;
    let pointers = device.stream(&vec![[-1.0_f32; 2]; nodes]).unwrap();
    let refused = "elements counted in the card's floats: 131073 given, the limit is 131072; process the stream in parts, or \
                   use a card with longer floats (see the chapter on cards)";
    let errors = [
        list_rank::fragment_2005(&device, &pointers).unwrap_err(),
        tree_depth::fragment_2005(&device, &pointers).unwrap_err(),
        ArrivingEdges::new(&device, &Graph::new(nodes, &[]).unwrap()).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, Error::Limit { .. }));
        assert_eq!(error.to_string(), refused);
    }
}

#[test]
fn wrong_shapes_are_refused() {
    let device = open_radeon();
    let texels = device.stream_of([2, 3], &[[0.0_f32; 4]; 6]).unwrap();
    assert!(matches!(floyd_warshall::fragment_2005(&device, &texels), Err(Error::Data { .. })));
    let row = device.stream(&[0.0_f32; 6]).unwrap();
    assert!(matches!(summed_area::fragment_2005(&device, &row, 0.0), Err(Error::Data { .. })));
    let graph = ArrivingEdges::new(&device, &Graph::new(2, &[[0, 1]]).unwrap()).unwrap();
    assert!(matches!(bfs::fragment_2005(&device, &graph, 2), Err(Error::Data { .. })));
}

#[test]
fn passes_are_as_many_as_promised() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let passes = |run: &dyn Fn() -> Result<()>| device.trace(run).unwrap().1.passes();
    for k in [4_usize, 6, 7, 11] {
        let nodes = 1 << k;
        let chain: Vec<Pointer> = (1..=nodes).map(Pointer::to).collect();
        let texels = coordinates(device.empty::<[f32; 2]>(nodes).unwrap().plan(), &chain);
        let chain = device.stream(&texels).unwrap();
        assert_eq!(passes(&|| list_rank::fragment_2005(&device, &chain).map(drop)), k.div_ceil(2) + 2);
        assert_eq!(passes(&|| tree_depth::fragment_2005(&device, &chain).map(drop)), 2 * k.div_ceil(2) + 2);

        // A path of eight nodes has seven levels beyond the first; an eighth finds nothing.
        let path: Vec<[u32; 2]> = (1..8).map(|node: u32| [node - 1, node]).collect();
        let path = ArrivingEdges::new(&device, &Graph::new(nodes, &path).unwrap()).unwrap();
        assert_eq!(passes(&|| bfs::fragment_2005(&device, &path, 0).map(drop)), 2 * 8 + 2);

        let square = device.stream_of([2, 8], &[[1.0_f32; 4]; 16]).unwrap();
        assert_eq!(passes(&|| floyd_warshall::fragment_2005(&device, &square).map(drop)), 8);

        let picture = device.stream_of([nodes, 8], &vec![1.0_f32; 8 * nodes]).unwrap();
        assert_eq!(passes(&|| summed_area::fragment_2005(&device, &picture, 1.0).map(drop)), k + 3);
        assert_eq!(passes(&|| summed_area::fragment_wide_2005(&device, &picture, 1.0).map(drop)), k.div_ceil(3) + 1);
        assert_eq!(passes(&|| box_blur::fragment_2005(&device, &picture, &picture, 1.0).map(drop)), k + 4);
    }
}
