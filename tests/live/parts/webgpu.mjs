// Both eras on a card by WebGPU, equal to the emulator's numbers and timed by the card's clock; a sentence where there is no WebGPU. With `--all`
// every way of every algorithm runs there once, at a small size.
import { readFile } from 'node:fs/promises';
import { DISK, open, quiet, start } from '../browser.mjs';
import { ended, ran, ready, type } from '../panel.mjs';

const KERNELS = [
    ['streams/saxpy.html', 'fragment_kernels/streams/saxpy.frag'],
    ['streams/saxpy.html', 'compute_kernels/streams/saxpy.comp'],
    ['images/invert.html', 'fragment_kernels/images/invert.frag'],
    ['primitives/scan.html', 'compute_kernels/primitives/scan.comp'],
    ['primitives/histogram.html', 'fragment_kernels/primitives/histogram.frag'],
    ['simulations/heat.html', 'fragment_kernels/simulations/heat.frag'],
];

// Elements of a run of each way, and the most ways that WebGPU cannot make, each with its sentence.
const FEW = 1000;
const MOST_REFUSED = 14;

// Ways whose numbers a card may change, and why.
const OPEN = { 'mandelbrot fragment_2005': 'turns of a loop hang on the last bits of an interpolated coordinate' };

const words = (made) => made.locator('.live-hooked .live-verdict').innerText();

// Presses My card, and waits for what it says.
async function press(page, made) {
    await made.getByRole('button', { name: 'My card', exact: true }).click();
    await page.waitForFunction((box) => {
        const said = box.querySelector('.live-hooked .live-verdict');
        return said && !said.textContent.startsWith('Running …');
    }, await made.elementHandle());
    return words(made);
}

// The table's rows: era, what agrees, and its cells.
function rows(made) {
    return made.locator('.live-hooked tr[data-era]').evaluateAll((rows) => rows.map((row) => ({
        era: row.dataset.era, agrees: row.dataset.agrees, cells: [...row.cells].map((cell) => cell.textContent),
    })));
}

// What the page calculates itself, against numbers that were worked out by hand.
async function calculated(check, browser) {
    await check('uniforms, quartiles, ticks and crossings', async () => {
        const page = await open(browser, DISK + KERNELS[0][0]);
        await ready(page);
        const told = await page.evaluate(async () => {
            await window.gristmill.start();
            const { device } = await window.gristmill.openGpu();
            device.destroy();
            const { gpu, crossing } = window.gristmill;
            const place = { columns: 1, rows: 1, items: null, offset: 0, stride: 4, column: 16 };
            const matrix = gpu.packUniforms({ bytes: 64, members: [{ ...place, name: 'm', columns: 3, rows: 3, offset: 16, stride: 48 }] },
                { m: { type: 'mat3', numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9] } });
            const one = (number) => ({ type: 'uint', numbers: [number] });
            const items = gpu.packUniforms({ bytes: 16, members: [{ ...place, name: 'k', items: 3 }] }, { 'k[2]': one(7), 'k[0]': one(5), k2: one(1) });
            const { min, lower, median, upper, max } = gpu.quartiles([4, 1, 3, 2]);
            return [
                [...new Float32Array(matrix.buffer)], [...items], [min, lower, median, upper, max],
                gpu.clockStep([10n, 10n + 3n * 65536n, 10n + 5n * 65536n]),
                crossing([{ size: 100, fragment: 1, compute: 2 }, { size: 400, fragment: 2, compute: 1 }]),
            ];
        });
        const expected = [
            [0, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0], [5, 0, 7, 0], [1, 1.75, 2.5, 3.25, 4], 65536,
            'From about 200 elements on the compute era is the quicker one.',
        ];
        if (JSON.stringify(told) !== JSON.stringify(expected)) {
            throw new Error(JSON.stringify(told));
        }
        quiet(page);
        await page.close();
    });
}

async function bothEras(check, browser) {
    const count = { ways: 0, numbers: 0 };
    for (const [name, path] of KERNELS) {
        await check(`${path} by WebGPU`, async () => {
            const { page, made } = await ran(browser, name, path);
            const said = await press(page, made);
            const told = await rows(made);
            const wrong = told.find((row) => row.agrees !== 'true' || !/\d/.test(row.cells[2]));
            if (!said.startsWith('✔ alike') || !said.includes('It is a processor') || told.length !== 2 || wrong) {
                throw new Error(`${said} ${JSON.stringify(told)}`);
            }
            const clock = await made.locator('.live-hooked').innerText();
            if (!clock.includes('timestamp-query') || clock.includes('no timestamps')) {
                throw new Error(`no timestamps: ${clock}`);
            }
            quiet(page);
            await page.close();
            count.ways += told.length;
            count.numbers += told.reduce((sum, row) => sum + Number(/of ([\d,]+) numbers/.exec(row.cells[4])[1].replace(/,/g, '')), 0);
            return told.map((row) => row.cells.slice(0, 4).join(', ')).join('; ');
        });
    }
    await check('both eras', async () => `${count.ways} ways, ${count.numbers} numbers alike`);
}

// Every algorithm with its ways.
function listWays(page) {
    return page.evaluate(async () => {
        const { algorithms } = await window.gristmill.ask({ do: 'bits' });
        const all = [];
        for (const algorithm of algorithms) {
            const { ways } = await window.gristmill.ask({ do: 'algorithm', name: algorithm });
            all.push(...ways.map(({ way, era }) => ({ algorithm, way, era })));
        }
        return all;
    });
}

// One way on the card at a small size.
function runWay(page, way, size) {
    return page.evaluate(async (request) => {
        const { gristmill } = window;
        gristmill.cardHere = gristmill.cardHere || await gristmill.openGpu();
        const { replay, agreement, launches, sentence, isFault } = await gristmill.onGpu(gristmill.cardHere, { do: 'run', ...request })
            .catch((error) => ({ sentence: error.message, isFault: true }));
        if (replay) {
            replay.free();
        }
        return { agreement, launches, sentence, isFault };
    }, { ...way, size });
}

async function everyWay(check, browser) {
    const page = await open(browser, DISK + KERNELS[0][0]);
    await ready(page);
    await page.evaluate(() => window.gristmill.start());
    await page.evaluate(() => { window.gristmill.patience = 150000; });
    const count = { alike: 0, refused: 0, open: 0, other: 0, launches: 0 };
    for (const one of await listWays(page)) {
        const { agreement, launches, sentence, isFault } = await runWay(page, one, FEW);
        const name = `${one.algorithm} ${one.way}`;
        if (agreement && agreement.count && agreement.alike === agreement.count) {
            count.alike += 1;
            count.launches += launches;
            continue;
        }
        if (agreement && OPEN[name]) {
            count.open += 1;
            continue;
        }
        count[agreement || isFault ? 'other' : 'refused'] += 1;
        const words = agreement ? `${agreement.alike} of ${agreement.count} alike, first ${JSON.stringify(agreement.first)}` : sentence;
        console.log(`     ${agreement || isFault ? 'DIFFERS' : 'refused'} ${name}: ${words.split('\n')[0]}`);
    }
    await check('every way by WebGPU', async () => {
        const told = `${count.alike} alike in ${count.launches} launches, ${count.refused} refused in a sentence, ${count.open} may differ, ${count.other} differ`;
        if (count.other || count.refused > MOST_REFUSED) {
            throw new Error(told);
        }
        quiet(page);
        return told;
    });
    await page.close();
}

// What is put in a page before My card is pressed, and what the page says then.
const TRICKS = [
    ['a clock of coarse ticks', () => {
        const Real = BigInt64Array;
        window.BigInt64Array = class extends Real {
            constructor(...all) {
                super(...all);
                this.forEach((stamp, i) => { this[i] = stamp & ~0xfffffn; });
            }
        };
    }, /^✔ alike.*ticks every 1\.05\sms here; each launch was repeated, \d+ times at most/s],
    ['a card without timestamps', () => {
        const has = GPUSupportedFeatures.prototype.has;
        GPUSupportedFeatures.prototype.has = function (name) {
            return name !== 'timestamp-query' && has.call(this, name);
        };
    }, /^✔ alike.*no timestamps of the card \(timestamp-query\): times are the page’s/s],
    ['a clock that stands still', () => {
        const Real = BigInt64Array;
        window.BigInt64Array = class extends Real {
            constructor(...all) {
                super(...all);
                this.fill(7n);
            }
        };
    }, /^✔ alike.*do not grow as its work does/s],
    ['a card that is lost', () => {
        const request = GPUAdapter.prototype.requestDevice;
        GPUAdapter.prototype.requestDevice = async function (...all) {
            const device = await request.apply(this, all);
            device.destroy();
            return device;
        };
    }, /The card was lost.*The emulator’s result stands\./s],
    ['a card that calculates otherwise', () => {
        const { translate } = window.gristmill;
        window.gristmill.translate = async (request) => {
            const answer = await translate(request);
            answer.stages.forEach((stage) => { stage.wgsl = stage.wgsl.replace(/ \* /, ' + '); });
            return answer;
        };
    }, /^✘ not alike.*number \d+ is [-\w.]+, and [-\w.]+ on the emulator/s],
];

async function tricked(check, browser) {
    for (const [what, trick, expected] of TRICKS) {
        await check(what, async () => {
            const { page, made } = await ran(browser, ...KERNELS[1]);
            await page.evaluate(trick);
            await press(page, made);
            const told = await made.locator('.live-hooked').innerText();
            if (!expected.test(told)) {
                throw new Error(told);
            }
            quiet(page);
            await page.close();
            return told.split('\n')[0];
        });
    }
}

// A kernel that is edited to have a race: the emulator tells it before the card runs, and the page says so beside the card's numbers.
async function raced(check, browser) {
    const [name, path] = ['primitives/scan.html', 'compute_kernels/primitives/scan.comp'];
    await check('a race, told before the card runs', async () => {
        const { page, made } = await ran(browser, name, path);
        const text = await page.evaluate((path) => window.gristmill.ask({ do: 'text', path }), path);
        await type(made, text.text.replace(/barrier\(\);/, ''));
        await made.getByRole('button', { name: 'Run', exact: true }).click();
        const { verdict, words: judged } = await ended(made);
        const said = await press(page, made);
        const told = await made.locator('.live-hooked').innerText();
        const [own] = (await rows(made)).filter((row) => row.era === 'compute');
        if (verdict !== 'found' || !told.includes('The emulator has found a fault in this kernel') || !own || own.agrees === 'refused') {
            throw new Error(`${judged} ${said} ${told}`);
        }
        quiet(page);
        await page.close();
        return `${judged.split('\n')[0]} ${said.split('.')[0]}`;
    });
}

// The chart of both eras over the size, and the column of the chapter's table.
async function drawn(check, browser) {
    await check('both eras over the size', async () => {
        const { page, made } = await ran(browser, ...KERNELS[0]);
        await press(page, made);
        await made.getByText('Both eras over the size').click();
        await made.locator('.live-slider input[type="range"]').last().fill('12');
        await made.getByRole('button', { name: 'Draw' }).click();
        const said = made.locator('.live-sizes-said');
        await page.waitForFunction((said) => said.textContent && !said.textContent.startsWith('Running …'), await said.elementHandle());
        const points = await made.locator('.live-chart polyline').evaluateAll((lines) => lines.map((line) => line.getAttribute('points').split(' ').length));
        const words = await said.innerText();
        if (points.join() !== '4,4' || !/ era is the quicker one/.test(words)) {
            throw new Error(`${points} points: ${words}`);
        }
        quiet(page);
        await page.close();
        return words;
    });
    await check('a column of the chapter’s table', async () => {
        const page = await open(browser, DISK + KERNELS[0][0]);
        await ready(page);
        await page.getByRole('button', { name: 'Times of my card' }).click();
        await page.waitForFunction(() => document.querySelector('table[data-card] td:last-child[data-agrees]'));
        const cells = await page.locator('table[data-card] tbody tr').evaluateAll((rows) => rows.map((row) => {
            const cell = row.cells[row.cells.length - 1];
            return [row.cells[0].textContent, cell.dataset.agrees, cell.textContent];
        }));
        if (!cells.length || cells.some(([, agrees, time]) => agrees !== 'true' || !/\d/.test(time))) {
            throw new Error(JSON.stringify(cells));
        }
        quiet(page);
        await page.close();
        return cells.map(([way, , time]) => `${way} ${time}`).join(', ');
    });
}

// The work is stopped in its midst, the results go by a link, and sizes go on to the card's limit.
async function stoppedAndSent(check, browser) {
    await check('Stop ends the work on a card', async () => {
        const { page, made } = await ran(browser, ...KERNELS[0]);
        await page.evaluate(async () => {
            const { device } = await window.gristmill.openGpu();
            device.destroy();
            // A clock that is read as long as the card is there.
            window.gristmill.gpu.time = async (card) => {
                while (!card.lost) {
                    await new Promise((resolve) => { setTimeout(resolve, 20); });
                }
                throw new Error('the device is gone');
            };
        });
        await made.getByRole('button', { name: 'My card', exact: true }).click();
        await made.locator('[data-do="stop-card"]').click();
        await page.waitForFunction((box) => box.querySelector('.live-hooked .live-verdict').textContent.startsWith('Stopped.'), await made.elementHandle());
        const said = await words(made);
        const buttons = await made.locator('[data-do="stop-card"]').count();
        if (said !== 'Stopped. The emulator’s result stands.' || buttons) {
            throw new Error(`${said} ${buttons}`);
        }
        quiet(page);
        await page.close();
        return said;
    });
    await check('results as a link', async () => {
        const { page, made } = await ran(browser, ...KERNELS[0]);
        await press(page, made);
        const shown = (await rows(made)).map(({ era, agrees, cells }) => [era, agrees, ...cells]);
        await page.evaluate(() => { navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; });
        await made.locator('[data-do="link"]').click();
        await page.waitForFunction(() => window.copied);
        const link = await page.evaluate(() => window.copied);
        const opened = async (hash) => {
            const other = await open(browser, link.split('#')[0] + hash);
            await other.locator('[data-linked]').waitFor();
            const told = await other.locator('[data-linked] tr[data-era]').evaluateAll((all) => all.map((row) => [row.dataset.era, row.dataset.agrees, ...[...row.cells].map((cell) => cell.textContent)]));
            const text = await other.locator('[data-linked]').innerText();
            quiet(other);
            await other.close();
            return { told, text };
        };
        const hash = link.slice(link.indexOf('#'));
        const { told } = await opened(hash);
        const later = await opened(hash.replace('#card=1.', '#card=2.'));
        const damaged = await opened(hash.slice(0, -9));
        if (JSON.stringify(told) !== JSON.stringify(shown) || !told.length || hash.length > 8000
            || !later.text.includes('another version of this book (form 2, and this one reads form 1)') || !damaged.text.includes('The link is damaged')) {
            throw new Error(`${JSON.stringify(told)} ${JSON.stringify(shown)} ${later.text} ${damaged.text}`);
        }
        quiet(page);
        await page.close();
        return `${hash.length} characters`;
    });
    await check('sizes beyond the emulator', async () => {
        const page = await open(browser, DISK + KERNELS[0][0]);
        await ready(page);
        const told = await page.evaluate(async () => {
            const { gristmill } = window;
            await gristmill.start();
            const card = await gristmill.openGpu();
            const told = [];
            for (const era of ['fragment', 'compute']) {
                const request = { do: 'run', algorithm: 'saxpy', way: era, era, size: 2 ** 20 };
                const { replay, launches, sentence } = await gristmill.gpu.runCommands(card, request);
                const { replay: other, launches: wanted } = await gristmill.onGpu(card, request);
                // What both wrote last is the same numbers.
                const held = async (run) => {
                    const { memory: number, slice } = run.capture.launches[run.capture.launches.length - 1].outputs[0];
                    const memory = run.memory(number);
                    const bytes = await run.read(memory, memory.buffer ? [0, 0, 0, memory.of.words, 1] : [0, 0, slice, ...run.side(memory.of, slice)]);
                    return new Uint32Array(bytes.buffer).reduce((hash, word) => Math.imul(hash ^ word, 16777619) >>> 0, 2166136261);
                };
                told.push([era, launches, wanted, sentence, await held(replay), await held(other)]);
                [replay, other].forEach((run) => run.free());
            }
            card.device.destroy();
            return told;
        });
        const wrong = told.find(([, launches, wanted, sentence, own, other]) => !launches || launches !== wanted || sentence || own !== other);
        if (wrong) {
            throw new Error(JSON.stringify(told));
        }
        quiet(page);
        await page.close();
        return told.map(([era, launches]) => `${era} ${launches}`).join(', ');
    });
}

// The page of all algorithms, here of three: a row each, the file that is saved, and the sentence about the card.
async function listed(check, browser) {
    await check('the page of all algorithms', async () => {
        const page = await open(browser, DISK + 'your_card.html');
        await page.locator('[data-your-card][data-ready]').waitFor();
        const report = await page.evaluate(() => window.gristmill.yourCard(['saxpy', 'scan', 'histogram']));
        const rows = await page.locator('[data-your-card] tr[data-algorithm]').evaluateAll((rows) => rows.map((row) => ({
            agrees: row.dataset.agrees, cells: [...row.cells].map((cell) => cell.textContent),
        })));
        const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-do="save"]').click()]);
        const saved = JSON.parse(await readFile(await file.path(), 'utf8'));
        const said = await page.locator('[data-your-card] [role="status"]').innerText();
        const timed = rows.every(({ agrees, cells }) => agrees === 'true' && /\d/.test(cells[1]) && /\d/.test(cells[2]) && Number(cells[3]) > 0);
        const ways = saved.algorithms.flatMap((one) => one.ways);
        if (rows.length !== 3 || !timed || JSON.stringify(saved) !== JSON.stringify(report) || saved.what !== 'gristmill report' || saved.form !== 1 || !said.includes('3 algorithms of 4,096 elements')
            || ways.some((way) => !way.refused && !way.nanoseconds)) {
            throw new Error(`${said} ${JSON.stringify(rows)}`);
        }
        quiet(page);
        await page.close();
        return rows.map(({ cells }) => cells.join(', ')).join('; ');
    });
}

export default async function ({ check, all }) {
    const browser = await start({ webgpu: true });
    await calculated(check, browser);
    await bothEras(check, browser);
    await tricked(check, browser);
    await drawn(check, browser);
    await raced(check, browser);
    await stoppedAndSent(check, browser);
    await listed(check, browser);
    if (all) {
        await everyWay(check, browser);
    }
    await browser.close();
    for (const [webgl, expected] of [[true, 'WebGL 2 has no dispatches'], [false, 'there is no WebGL 2 either']]) {
        const without = await start({ webgl });
        await check(`WebGPU off, WebGL 2 ${webgl ? 'on' : 'off'}`, async () => {
            const { page, made } = await ran(without, ...KERNELS[1]);
            const said = await press(page, made);
            if (!said.includes(expected) || !said.includes('The emulator’s result stands.')) {
                throw new Error(said);
            }
            quiet(page);
            await page.close();
            return said;
        });
        await without.close();
    }
}
