// What goes wrong in a page stays there: long texts, kernels without an end, too much memory, a browser that lacks something.
import { readFileSync } from 'node:fs';
import { BOOK, open, start } from '../browser.mjs';
import { ended, panel, ready } from '../panel.mjs';

// Bytes that the emulator, the reader of Cg and the translation to WGSL may have as they are packed.
const MOST = { module: 2.5e6, cg: 2.1e5, wgsl: 4e5 };

const PATH = 'fragment_kernels/streams/saxpy.frag';

// Each browser lacks one thing, and the verdict names it.
const LACKS = [
    ['WebAssembly.validate = () => false', 'SIMD'],
    ['delete window.WebAssembly', 'no WebAssembly'],
];

/** What a request is answered: its sentence, its error, or why it was refused. */
function ask(page, request) {
    return page.evaluate((request) => window.gristmill.ask(request)
        .then((answer) => answer.sentence || answer.error || answer.verdict, (error) => `refused: ${error.message}`), request);
}

function has(told, words) {
    if (!told.includes(words)) {
        throw new Error(`no "${words}" in: ${told}`);
    }
    return told.split('\n')[0].slice(0, 150);
}

export default async function ({ check, served }) {
    for (const [name, most] of Object.entries(MOST)) {
        await check(`the size of live/${name}.js`, () => {
            const [, packed] = readFileSync(`${BOOK}/live/${name}.js`, 'utf8').match(/ = '(.*)'/);
            const bytes = Buffer.from(packed, 'base64').length;
            if (bytes > most) {
                throw new Error(`${bytes} bytes packed, at most ${most}`);
            }
            return `${bytes} bytes packed`;
        });
    }
    const browser = await start();
    const page = await open(browser, served + 'streams/saxpy.html');
    await ready(page);
    await page.evaluate(() => window.gristmill.start());
    const { text } = await page.evaluate((path) => window.gristmill.ask({ do: 'text', path }), PATH);
    const run = (text, size = 43) => ({ do: 'run', algorithm: 'saxpy', way: 'fragment', size, files: { [PATH]: text } });
    const goesOn = async () => has(await ask(page, run(text)), '43 elements, all equal to the reference');

    const never = text.replace('result =', 'while (alpha != 0.5) { result += 1.0; }\n    result =');
    const nested = (deep) => text.replace('result = ', `result = ${'('.repeat(deep)}1.0${')'.repeat(deep)} * `);
    const launch = (words) => ({
        do: 'launch', name: 'a.comp', options: [['buffer', `Words=zero:${words}`]],
        text: '#version 430 core\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer Words { uint words[]; };\n'
            + 'void main() { words[0] = 1u; }\n',
    });
    for (const [what, request, words] of [
        ['a kernel of 200 KB', run(text + '\n' + '// long\n'.repeat(25000)), '43 elements, all equal to the reference'],
        ['a kernel that never ends', run(never), 'check for an endless loop'],
        ['50,000 brackets', run(nested(50000)), ''],
        ['5,000 terms', run(text.replace('result = ', 'result = ' + '1.0 + '.repeat(5000))), ''],
        ['four thousand million elements', run(text, 4e9), 'use fewer'],
        ['a buffer of 4 G words', launch(4e9), ''],
        ['a buffer of 1 G words', launch(1e9), ''],
    ]) {
        await check(`${what}; the page goes on`, async () => {
            const told = has(await ask(page, request), words);
            await goesOn();
            return told;
        });
    }
    // These texts are translated by a module of their own, which a worker that begins anew has to get again.
    for (const [name, text, numbers] of [
        ['half.cg', 'half4 main(uniform half k) : COLOR { return frac(k + 0.25); }', '0.25'],
        ['half.hlsl', 'float4 main() : COLOR { return lerp(1, 3, 0.125); }', '1.25'],
    ]) {
        await check(`${name} is translated by the module of Cg`, async () => {
            for (const again of [false, true]) {
                if (again) {
                    await page.evaluate(() => window.gristmill.stop('Stopped.'));
                }
                const told = await page.evaluate(async (request) => {
                    const answer = await window.gristmill.ask(request);
                    return answer.error || String(answer.outputs[0].numbers[0]);
                }, { do: 'launch', name, text, options: [['size', '4x4'], ['uniform', 'k=0']].slice(0, name.endsWith('.cg') ? 2 : 1) });
                if (told !== numbers) {
                    throw new Error(told);
                }
            }
        });
    }
    await check('an error in a text in Cg has its line', async () => {
        const told = await page.evaluate(async (request) => (await window.gristmill.ask(request)).error, {
            do: 'launch', name: 'wrong.cg', text: 'float4 main() : COLOR {\n    return normalise(1);\n}', options: [],
        });
        return has(told, 'did you mean normalize?');
    });
    await check('Stop ends what runs and what waits', async () => {
        const told = await page.evaluate(async (request) => {
            const told = (answer) => answer.then((answer) => answer.sentence, (error) => `refused: ${error.message}`);
            const both = [window.gristmill.ask(request), window.gristmill.ask(request)].map(told);
            setTimeout(() => window.gristmill.stop('Stopped.'), 200);
            return (await Promise.all(both)).join(', ');
        }, run(text, 1 << 22));
        has(told, 'refused: Stopped., refused: Stopped.');
        await goesOn();
    });
    await check('a request that takes too long is stopped', async () => {
        await page.evaluate(() => { window.gristmill.patience = 200; });
        const told = has(await ask(page, run(text, 1 << 22)), 'refused: Stopped after 0.2 seconds');
        await page.evaluate(() => { window.gristmill.patience = 30000; });
        await goesOn();
        return told;
    });
    await check('a second Run while one runs waits for nobody, and keys stay in the editor', async () => {
        const { made } = await panel(page, PATH, 'Run');
        await made.locator('.cm-content').press('ControlOrMeta+Enter');
        await made.locator('.cm-content').press('ArrowRight');
        const told = await ended(made);
        has(told.words, 'right');
        if (!page.url().endsWith('streams/saxpy.html') || (await made.locator('.live-verdict').count()) !== 1) {
            throw new Error(`the page is ${page.url()}`);
        }
    });
    await check('paper has the listings, and nothing that runs', async () => {
        await page.emulateMedia({ media: 'print' });
        const seen = await page.locator('.live:visible, .live-offer:visible').count();
        const listings = await page.locator('main pre[hidden]').evaluateAll((all) => all.filter((one) => one.offsetHeight > 0).length);
        if (seen || listings !== 1) {
            throw new Error(`${seen} things that run, ${listings} listings of an opened kernel`);
        }
    });
    if (page.complaints.length) {
        await check('nothing is complained about', () => { throw new Error(page.complaints.join('\n')); });
    }
    await page.close();
    for (const [script, words] of LACKS) {
        await check(`a browser: ${script}`, async () => {
            const page = await open(browser, 'about:blank');
            await page.addInitScript(script);
            await page.goto(served + 'streams/saxpy.html');
            await ready(page);
            const { made } = await panel(page, PATH, 'Run');
            const told = has((await ended(made)).words, words);
            if (page.complaints.length) {
                throw new Error(page.complaints.join('\n'));
            }
            await page.close();
            return told;
        });
    }
    await browser.close();
}
