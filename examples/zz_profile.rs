use gristmill::*;
fn main() {
    let device = Device::open(Era::Compute).unwrap();
    let k = KernelSource::new("step").compute("#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 64) in;
uniform float value;
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() { int i = element(); if (i < element_count) result[i] = source[i] * 0.5 + value; }").fragment("#version 330 core
#include \"stream.glsl\"
uniform sampler2D source;
uniform float value;
layout(location = 0) out float result;
void main() { result = here(source).r * 0.5 + value; }");
    for era in [Era::Compute, Era::Fragment] {
    let device = device.with_era(era).unwrap();
    let kernel = device.kernel(&k).unwrap();
    let mut t = PingPong::new(device.stream(&[1.0f32]).unwrap(), device.empty(1).unwrap());
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let s = std::time::Instant::now();
    for _ in 0..n { t.step(|a, b| kernel.call().uniform("value", 1.0).input("source", a).output("result", b).run()).unwrap(); }
    device.finish().unwrap();
    println!("{era} {:?}", s.elapsed() / n as u32);
    }
}
