//! Random numbers: the published vectors on both machines and in both eras, and that the words show no
//! pattern.

use gristmill::algorithms::random;
use gristmill::random::philox;
use gristmill::{Device, Era, Error, KernelSource, MachineChoice, Result, Stream};

/// Counter, key and words: the vectors of Random123, the library of the generator's authors, for
/// Philox4x32-10.
const KNOWN: [([u32; 4], [u32; 2], [u32; 4]); 3] = [
    ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
    ([!0; 4], [!0; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
    (
        [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
        [0xa409_3822, 0x299f_31d0],
        [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
    ),
];

const FRAGMENT: &str = "#version 330 core
#include \"stream.glsl\"
#include \"random.glsl\"
uniform usampler2D counters, keys;
out uvec4 result;
void main() { result = philox(here(counters), here(keys).rg); }";

const COMPUTE: &str = "#version 430 core
#include \"stream.glsl\"
#include \"random.glsl\"
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Counters { uvec4 counters[]; };
layout(std430, binding = 1) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 2) writeonly buffer Results { uvec4 result[]; };
void main() { int i = element(); if (i < element_count) result[i] = philox(counters[i], keys[i]); }";

/// Both eras of both machines; what is missing is said.
fn devices() -> Vec<Device> {
    let all = Era::ALL
        .into_iter()
        .flat_map(|era| [MachineChoice::Driver, MachineChoice::Emulator].map(|choice| (era, choice)));
    let opened = all.filter_map(|(era, choice)| match Device::choose(era, choice) {
        Ok(device) => Some(device),
        Err(Error::NoDevice { sentence, .. }) => {
            println!("{sentence}");
            None
        }
        Err(error) => panic!("{error}"),
    });
    opened.collect()
}

#[test]
fn the_published_vectors_come_out() {
    for (counter, key, words) in KNOWN {
        assert_eq!(philox(counter, key), words);
    }
    let source = KernelSource::new("known").fragment(FRAGMENT).compute(COMPUTE);
    // And many more, so that every carry between the halves of a product occurs.
    let word = |i: u32, draw: u32| gristmill::random::word(5, i, draw);
    let mut counters: Vec<[u32; 4]> = KNOWN.iter().map(|known| known.0).collect();
    let mut keys: Vec<[u32; 2]> = KNOWN.iter().map(|known| known.1).collect();
    counters.extend((0..10_000).map(|i| [0, 1, 2, 3].map(|draw| word(i, draw))));
    keys.extend((0..10_000).map(|i| [4, 5].map(|draw| word(i, draw))));
    let wanted: Vec<[u32; 4]> = counters
        .iter()
        .zip(&keys)
        .map(|(counter, key)| philox(*counter, *key))
        .collect();
    for device in devices() {
        let mut result: Stream<[u32; 4]> = device.empty(counters.len()).unwrap();
        let (counters, keys) = (device.stream(&counters).unwrap(), device.stream(&keys).unwrap());
        let kernel = device.kernel(&source).unwrap();
        kernel
            .call()
            .input("counters", &counters)
            .input("keys", &keys)
            .output("result", &mut result)
            .run()
            .unwrap();
        assert_eq!(result.read().unwrap(), wanted, "{} on {}", device.era(), device.info().name);
    }
}

type Generator = fn(&Device, u32, usize) -> Result<Stream<[u32; 4]>>;

/// Both generators, of one word of a key.
const GENERATORS: [(&str, Generator); 2] = [
    ("philox", |device, seed, blocks| random::random(device, [seed, 0], blocks)),
    ("pcg", |device, seed, blocks| match device.era() {
        Era::Fragment => random::fragment_pcg(device, seed, blocks),
        Era::Compute => random::compute_pcg(device, seed, blocks),
    }),
];

#[test]
fn the_words_show_no_pattern() {
    const BLOCKS: usize = 1 << 16;
    for device in devices() {
        for (name, generator) in GENERATORS {
            let words = generator(&device, 1, BLOCKS).unwrap().read().unwrap().into_flattened();
            // Each bit is set in half of the words: within five standard deviations, as everything here.
            for bit in 0..32 {
                let set = words.iter().filter(|word| *word >> bit & 1 == 1).count() as f64;
                let (mean, deviation) = (words.len() as f64 / 2.0, (words.len() as f64 / 4.0).sqrt());
                assert!((set - mean).abs() < 5.0 * deviation, "{name}: bit {bit} is set in {set} words");
            }
            // Neighbours and whole blocks have half of their bits in common.
            for step in [1, 4] {
                let differ: u32 = words.iter().zip(&words[step..]).map(|(a, b)| (a ^ b).count_ones()).sum();
                let bits = 32.0 * (words.len() - step) as f64;
                assert!((f64::from(differ) - bits / 2.0).abs() < 5.0 * (bits / 4.0).sqrt(), "{name}: step {step}");
            }
            // The bytes are equally many: chi-square of 255 degrees of freedom.
            for shift in [0, 8, 16, 24] {
                let mut bins = [0_u32; 256];
                words.iter().for_each(|word| bins[(word >> shift & 255) as usize] += 1);
                let mean = words.len() as f64 / 256.0;
                let chi: f64 = bins.iter().map(|count| (f64::from(*count) - mean).powi(2) / mean).sum();
                assert!((chi - 255.0).abs() < 5.0 * 510.0_f64.sqrt(), "{name}: chi-square {chi} of byte {shift}");
            }
        }
    }
}

#[test]
fn another_key_is_another_sequence() {
    for device in devices() {
        for (name, generator) in GENERATORS {
            let [one, two] =
                [1, 2].map(|seed| generator(&device, seed, 4096).unwrap().read().unwrap().into_flattened());
            let same = one.iter().zip(&two).filter(|(one, two)| one == two).count();
            assert_eq!(same, 0, "{name}");
        }
    }
}
