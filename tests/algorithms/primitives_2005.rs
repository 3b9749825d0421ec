//! Primitives in kernels of 2005: how many passes they take, and what a Radeon 9700 makes of more elements than its
//! floats have whole numbers.

use crate::machine;
use gristmill::algorithms::gather::coordinates;
use gristmill::algorithms::reduce::Operation;
use gristmill::algorithms::{
    Algorithm, Workload, compact, histogram, reduce, scan, scatter, scatter_add, search, segmented_scan, select, sort,
    split,
};
use gristmill::{Device, Era, Error, Pointer, Profile, Result, Stream};

/// More elements than a float of 17 bits can number, in rows that are not all whole.
const MANY: usize = (1 << 17) + 8_931;

/// Returns an emulator that plays a Radeon 9700.
pub(crate) fn open_radeon() -> Device {
    let device = Device::emulator(Era::Fragment).unwrap();
    device.with_card(Profile::named("radeon-9700").unwrap()).unwrap()
}

#[test]
fn places_are_exact_where_indices_are_not() {
    let device = open_radeon();
    let ways = [
        ("reduce", "fragment_2005"),
        ("scan", "fragment_2005"),
        ("segmented_scan", "fragment_2005"),
        ("sort", "fragment_2005"),
        ("search", "fragment_2005"),
        ("select", "fragment_2005"),
        ("scatter", "fragment_2005"),
        ("scatter", "fragment_sort_2005"),
        ("scatter", "fragment_stencil_2005"),
    ];
    for (algorithm, name) in ways {
        let rung = Algorithm::find(algorithm)
            .unwrap()
            .rungs
            .iter()
            .find(|rung| rung.name == name)
            .unwrap();
        let check = (rung.prepare)(&device, &Workload::new(MANY, 1)).unwrap().check().unwrap();
        assert!(check.passed(), "{algorithm}::{name}: {check:?}");
    }
}

#[test]
fn more_than_can_be_counted_is_refused() {
    let device = open_radeon();
    let kept = |size: usize| compact::fragment_2005(&device, &device.stream(&vec![1.0; size])?, "value > 0.0");
    let error = kept((1 << 17) + 1).unwrap_err();
    assert!(matches!(error, Error::Limit { .. }));
    assert_eq!(
        error.to_string(),
        "elements counted in the card's floats: 131073 given, the limit is 131072; process the stream in parts, or use \
         a card with longer floats (see the chapter on cards)"
    );
    let (elements, count) = kept(1 << 17).unwrap();
    assert_eq!(count.read().unwrap(), [131_072.0]);
    assert_eq!(elements.read().unwrap(), vec![1.0; 1 << 17]);
}

#[test]
fn passes_are_as_many_as_promised() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    for k in [4_usize, 6, 7, 11, 12] {
        let size = 1 << k;
        let source = device.stream(&vec![0.5; size]).unwrap();
        let places: Vec<Pointer> = (0..size).map(Pointer::to).collect();
        let texels = device.stream(&coordinates(source.plan(), &places)).unwrap();
        let passes = |run: &dyn Fn() -> Result<()>| device.trace(run).unwrap().1.passes();
        let sorted = k * (k + 1) / 2;
        let searched = (k + 1).div_ceil(3);
        let side = source.plan().size()[0].next_power_of_two().ilog2() as usize;
        let sum = || reduce::fragment_2005(&device, Operation::Sum, &source).map(drop);
        assert_eq!(passes(&sum), side);
        assert_eq!(passes(&|| scan::fragment_2005(&device, &source).map(drop)), k);
        assert_eq!(passes(&|| segmented_scan::fragment_2005(&device, &source, &source).map(drop)), k);
        assert_eq!(passes(&|| sort::fragment_2005(&device, &source, &source).map(drop)), sorted + 2);
        assert_eq!(passes(&|| search::fragment_2005(&device, &source, &source).map(drop)), searched);
        assert_eq!(passes(&|| compact::fragment_2005(&device, &source, "value > 0.0").map(drop)), k + searched + 3);
        assert_eq!(passes(&|| split::fragment_2005(&device, &source, "value > 0.0").map(drop)), k + searched + 2);
        assert_eq!(passes(&|| select::fragment_2005(&device, &source, 1).map(drop)), 32);
        assert_eq!(passes(&|| histogram::fragment_2005(&device, &source, 5).map(drop)), 5);
        type Scatter = fn(&Device, &Stream<f32>, &Stream<[f32; 2]>, usize) -> Result<Stream<f32>>;
        let scattered = |rung: Scatter| passes(&|| rung(&device, &source, &texels, size).map(drop));
        assert_eq!(scattered(scatter::fragment_2005), 1);
        assert_eq!(scattered(scatter::fragment_stencil_2005), 7);
        assert_eq!(scattered(scatter::fragment_sort_2005), sorted + searched + 3);
        assert_eq!(scattered(scatter_add::fragment_2005), sorted + k + searched + 4);
    }
}
