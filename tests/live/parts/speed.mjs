// The emulator in the page against the native one on one thread: wants a quiet machine, and
// cargo build --release -p gristmill-live --example ask
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { DISK, ROOT, open, start } from '../browser.mjs';

const NATIVE = join(process.env.CARGO_TARGET_DIR || join(ROOT, 'target'), 'release/examples/ask');
const TIMES = 9;

// What is run, on how many elements, whether it is watched, and how many times the native time it may take.
const RUNS = [
    ['invert', 'fragment', 512 * 512, false, 1.6],
    ['heat', 'fragment', 512 * 512, false, 1.6],
    ['convolve', 'fragment', 512 * 512, false, 1.6],
    ['scan', 'compute', 65536, true, 2],
    ['scan', 'fragment', 65536, true, 2],
];

const median = (times) => times.slice().sort((a, b) => a - b)[times.length >> 1];

export default async function ({ check }) {
    const browser = await start();
    const load = () => loadavg()[0].toFixed(1);
    await check('ready', async () => {
        const page = await open(browser, DISK + 'streams/saxpy.html');
        const told = await page.evaluate(async () => {
            const begin = performance.now();
            await window.gristmill.start();
            const parts = performance.now();
            await window.gristmill.ready();
            return { parts: parts - begin, ready: performance.now() - parts };
        });
        await page.close();
        return `scripts ${told.parts.toFixed(0)} ms, the emulator ${told.ready.toFixed(0)} ms from the disk; load ${load()}`;
    });
    if (!existsSync(NATIVE)) {
        await check('native', async () => {
            throw new Error(`${NATIVE} is not there; build it: cargo build --release -p gristmill-live --example ask`);
        });
        await browser.close();
        return;
    }
    const native = spawn(NATIVE, { env: { ...process.env, RAYON_NUM_THREADS: '1' }, stdio: ['pipe', 'pipe', 'inherit'] });
    const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
    const asked = async (request) => {
        native.stdin.write(JSON.stringify(request) + '\n');
        return JSON.parse((await answers.next()).value);
    };
    const page = await open(browser, DISK + 'streams/saxpy.html');
    await page.evaluate(() => window.gristmill.start());
    for (const [algorithm, way, size, watched, most] of RUNS) {
        await check(`${algorithm}, ${way}, ${size} elements, ${watched ? 'watched' : 'unwatched'}`, async () => {
            const request = { do: 'run', algorithm, way, size, watched, counted: watched };
            const [here, there] = [[], []];
            for (let i = 0; i < TIMES; i++) {
                const answer = await page.evaluate((request) => window.gristmill.ask(request), request);
                const other = await asked(request);
                if (answer.verdict !== 'right' || other.verdict !== 'right') {
                    throw new Error(answer.error || answer.sentence || other.error || other.sentence);
                }
                here.push(answer.milliseconds);
                there.push(other.milliseconds);
            }
            // The first runs are those of a compiler that is not done yet.
            const [mine, its] = [median(here.slice(2)), median(there.slice(2))];
            const words = `${mine.toFixed(1)} ms, native ${its.toFixed(1)} ms: ${(mine / its).toFixed(2)} times, at most ${most}; load ${load()}`;
            if (mine / its > most) {
                throw new Error(words);
            }
            return words;
        });
    }
    native.stdin.end();
    await browser.close();
}
