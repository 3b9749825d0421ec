//! The pages on numbers and finance.

use super::shows;
use gristmill::algorithms::black_scholes::{self, Contract, Market, Options};
use gristmill::algorithms::double_single::{self, PairOperation};
use gristmill::algorithms::mandelbrot::{self, PlaneView};
use gristmill::algorithms::{monte_carlo, random};
use gristmill::{Device, Era, KernelSource, Profile, fragment_kernel};

fn decimals(numbers: impl IntoIterator<Item = f32>) -> Vec<String> {
    numbers.into_iter().map(|number| format!("{number:.2}")).collect()
}

#[test]
fn black_scholes_of_eight() {
    shows("numbers/black_scholes", |device, block| {
        let contracts: Vec<Contract> = (22_u8..30)
            .map(|half| Contract { spot: 50.0, strike: 2.0 * f32::from(half), years: 1.0 })
            .collect();
        let options = Options::new(device, &contracts)?;
        block.line("strike", contracts.iter().map(|contract| contract.strike));
        block.line("discounted", decimals(contracts.iter().map(|contract| contract.strike * (-0.05_f32).exp())));
        for percent in [0_u8, 10, 20] {
            let market = Market { rate: 0.05, volatility: f32::from(percent) / 100.0 };
            let prices = black_scholes::fragment(device, &market, &options)?;
            let (call, put) = (prices.call.read()?, prices.put.read()?);
            for (call, contract) in call.iter().zip(&contracts) {
                assert!((f64::from(*call) - black_scholes::reference(&market, contract)[0]).abs() < 0.001);
            }
            block.line(format!("call at {percent} %"), decimals(call.iter().copied()));
            if percent == 20 {
                block.line("put at 20 %", decimals(put.iter().copied()));
                block.line("call less put", decimals(call.iter().zip(&put).map(|(call, put)| call - put)));
            }
        }
        Ok(())
    });
}

#[test]
fn double_single_of_eight() {
    shows("numbers/double_single", |device, block| {
        let large = 16_777_216.0_f32;
        let small = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0_f32];
        let [a, b] = [device.stream(&[[large, 0.0]; 8])?, device.stream(&small.map(|number| [number, 0.0]))?];
        let sums = double_single::fragment(device, PairOperation::Add, &a, &b)?.read()?;
        block.line("added to 2^24", small);
        block.line("arrives in the float", sums.iter().map(|[near, _]| near - large));
        block.line("is lost", sums.iter().map(|[_, rest]| *rest));
        block.line("both together", sums.iter().map(|[near, rest]| near - large + rest));
        let joined = double_single::joined(&sums);
        assert_eq!(joined, small.map(|number| f64::from(large) + f64::from(number)));
        Ok(())
    });
}

#[test]
fn mandelbrot_of_eight() {
    shows("numbers/mandelbrot", |device, block| {
        let view = PlaneView { size: [8, 1], corner: [-(2 << 28), 0], distance: 1 << 27, rounds: 50 };
        let plane = |number: i32| f64::from(number) / f64::from(1 << 28);
        let place = |i: i32| plane(view.corner[0] + i * view.distance);
        block.line("c", (0..8).map(|i| format!("{:.2}", place(i))));
        let kernel = device.kernel(&fragment_kernel!("numbers/mandelbrot_masked"))?;
        let start = device.empty::<[i32; 2]>(view.size)?;
        for rounds in 1..=5 {
            let (mut z, mut stayed) = (device.empty::<[i32; 2]>(view.size)?, device.empty::<u32>(view.size)?);
            let call = kernel.call().uniform("corner", view.corner).uniform("distance", view.distance);
            let call = call.uniform("before", 0).uniform("most", rounds).input("z", &start);
            call.output("new_z", &mut z).output("result", &mut stayed).run()?;
            let shown = z.read()?.into_iter().zip(stayed.read()?).map(|([x, _], stayed)| {
                let goes_on = stayed == rounds as u32;
                if goes_on { format!("{:.2}", plane(x)) } else { "-".into() }
            });
            block.line(format!("z after {rounds}"), shown);
        }
        let rounds = mandelbrot::fragment(device, &view)?.read()?;
        assert_eq!(rounds, mandelbrot::reference(&view));
        block.line("rounds, of 50", rounds);
        Ok(())
    });
}

/// A kernel that computes from a random word its chance, the place of that on the normal
/// distribution, the price and the gain.
const FUTURE: &str = r#"#version 330 core
#include "stream.glsl"
#include "monte_carlo.glsl"

layout(location = 0) out vec4 result;

void main() {
    uint word = philox(uvec4(element() / 4, 0, 0, 0), key)[element() % 4];
    float chance = (float(word >> 9u) + 0.5) * (1.0 / 8388608.0);
    result = vec4(chance, quantile(chance), exp(drift + spread * quantile(chance)), gain(word));
}
"#;

#[test]
fn monte_carlo_of_eight() {
    shows("numbers/monte_carlo", |device, block| {
        let market = Market { rate: 0.05, volatility: 0.2 };
        let contract = Contract { spot: 50.0, strike: 50.0, years: 1.0 };
        let key = [1, 0];
        let mut futures = device.empty::<[f32; 4]>(8)?;
        let kernel = device.kernel(&KernelSource::new("future").fragment(FUTURE))?;
        let call = kernel.call().uniform("key", key).uniform("strike", 1.0);
        let call = call.uniform("drift", 0.05 - 0.2 * 0.2 / 2.0).uniform("spread", 0.2);
        let call = call.uniform("blocks", 1).uniform("block_count", 2);
        call.output("result", &mut futures).run()?;
        let futures = futures.read()?;
        let column = |lane: usize| futures.iter().map(move |future| future[lane]);
        block.line("chance", decimals(column(0)));
        block.line("x", decimals(column(1)));
        block.line("price at the end", decimals(column(2).map(|price| 50.0 * price)));
        block.line("gain", decimals(column(3).map(|gain| 50.0 * gain)));
        let mean = column(3).sum::<f32>() / 8.0 * 50.0;
        block.line("mean gain", decimals([mean]));
        let estimate = monte_carlo::fragment(device, &market, &contract, key, 8)?;
        assert!((estimate.price - f64::from(mean) * (-0.05_f64).exp()).abs() < 0.01);
        block.line("worth, and error", decimals([estimate.price as f32, estimate.error as f32]));
        Ok(())
    });
}

/// The cipher of random.glsl, which makes ten rounds, with fewer.
const ROUNDS: &str = r#"#version 330 core
#include "stream.glsl"
#include "wide_product.glsl"

uniform int rounds;

layout(location = 0) out uvec4 result;

void main() {
    uvec4 counter = uvec4(element(), 0, 0, 0);
    uvec2 key = uvec2(0u);
    for (int round = 0; round < rounds; ++round) {
        uvec2 left = wide_product(counter.x, 0xd2511f53u);
        uvec2 right = wide_product(counter.z, 0xcd9e8d57u);
        counter = uvec4(right.y ^ counter.y ^ key.x, right.x, left.y ^ counter.w ^ key.y, left.x);
        key += uvec2(0x9e3779b9u, 0xbb67ae85u);
    }
    result = counter;
}
"#;

#[test]
fn random_of_eight() {
    shows("numbers/random", |device, block| {
        let kernel = device.kernel(&KernelSource::new("rounds").fragment(ROUNDS))?;
        block.line("counter", 0..8);
        let mut last = vec![];
        for rounds in [1, 2, 3, 4, 10] {
            let mut words = device.empty::<[u32; 4]>(8)?;
            kernel.call().uniform("rounds", rounds).output("result", &mut words).run()?;
            last = words.read()?;
            let name = if rounds == 1 { "after 1 round".into() } else { format!("after {rounds} rounds") };
            block.line(name, last.iter().map(|words| format!("{:04x}", words[0] >> 16)));
        }
        assert_eq!(last, random::fragment(device, [0, 0], 8)?.read()?);
        block.line("between 0 and 1", decimals(last.iter().map(|words| (words[0] >> 8) as f32 / 16_777_216.0)));
        block.line("a die", last.iter().map(|words| ((u64::from(words[0]) * 6) >> 32) + 1));
        Ok(())
    });
}

/// A sum of two numbers, as any card takes it.
const SUM: &str = r#"#version 110
uniform sampler2D a;
uniform sampler2D b;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    gl_FragColor = vec4(texture2D(a, here).r + texture2D(b, here).r);
}
"#;

#[test]
fn paranoia_of_eight() {
    shows("numbers/paranoia", |_, block| {
        let small = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0_f32];
        block.line("added", small);
        for (name, bits) in [("radeon-9700", 17), ("geforce-6800", 24), ("geforce-8800", 24)] {
            let device = Device::emulator(Era::Fragment)?.with_card(Profile::named(name).unwrap())?;
            let large = (1 << bits) as f32;
            let [a, b] = [device.stream(&[large; 8])?, device.stream(&small)?];
            let mut result = device.empty::<f32>(8)?;
            let kernel = device.kernel(&KernelSource::new("sum").fragment(SUM))?;
            let call = kernel.call().input("a", &a).input("b", &b);
            call.output("gl_FragColor", &mut result).run()?;
            block.line(format!("arrives at 2^{bits}, {name}"), result.read()?.into_iter().map(|sum| sum - large));
        }
        Ok(())
    });
}
