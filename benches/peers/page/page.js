// One problem by three.js and by GPU.js: run in turn, timed until a pixel of the result is read, and the whole
// result sent to the program that opened the page, which judges it.
import { byThree } from "./three_ways.js";
import { byGpuJs } from "./gpu_js_ways.js";

const ROUNDS = 9, SLOW_ROUNDS = 3, SLOW = 300;

const input = async (name) => new Float32Array(await (await fetch(`/input/${name}`)).arrayBuffer());
const send = (path, body) => fetch(path, { method: "POST", body });

function timed(way) {
    const start = performance.now();
    way.run();
    return performance.now() - start;
}

async function main() {
    const problem = new URLSearchParams(location.search).get("problem");
    const names = { jacobi: ["b", "x"], maps: ["x"], matmul: ["a", "b"] }[problem];
    const inputs = {};
    for (const name of names) inputs[name] = await input(name);

    const three = byThree();
    const ways = [...three.ways[problem](inputs), ...byGpuJs()[problem](inputs)];
    const report = [];
    for (const way of ways) {
        const first = timed(way);
        const slow = timed(way) > SLOW;
        report.push({ name: way.name, first, slow, times: [] });
    }
    for (let round = 0; round < ROUNDS; round++) {
        ways.forEach((way, at) => {
            if (round < SLOW_ROUNDS || !report[at].slow) report[at].times.push(timed(way));
        });
    }
    for (const way of ways) await send(`/result/${encodeURIComponent(way.name)}`, way.result());
    await send("/done", JSON.stringify({ renderer: three.renderer, ways: report }));
}

main().catch((error) => send("/done", JSON.stringify({ error: String(error.stack ?? error) })));
