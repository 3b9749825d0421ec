// The playground: its link there and back, a damaged one, a long kernel, an endless one, one that asks for 4 G words: the page goes on.
import { DISK, open, quiet, start } from '../browser.mjs';
import { type } from '../panel.mjs';

const FOUR = `#version 430 core
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Numbers { uint numbers[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    if (at < uint(numbers.length())) numbers[at] = at * at;
}
`;
const LAUNCH = 'groups 1\nbuffer Numbers=zero:64';

const ENDLESS = FOUR.replace('if (at', 'for (uint i = 0u; i < 1u; i *= 2u) numbers[at] += 1u;\n    if (at');

// 200 KB of kernel: what is computed is the same.
const LONG = FOUR.replace('void main', `${'// a line of a long kernel, which says nothing and is read all the same\n'.repeat(2900)}void main`);

async function ground(browser, hash = '') {
    const page = await open(browser, DISK + 'playground.html' + hash);
    await page.locator('[data-playground][data-ready]').waitFor();
    return page;
}

async function verdict(page) {
    await page.waitForFunction(() => !['', 'running'].includes(document.querySelector('[data-playground] [data-verdict]').dataset.verdict),
        null, { timeout: 90000 });
    return page.locator('[data-playground] [data-verdict]').evaluate((one) => ({ verdict: one.dataset.verdict, words: one.textContent }));
}

// Runs a state as a reader would have it, by the button.
async function run(page, text, launch) {
    await page.evaluate((state) => window.gristmill.playground.set(state), { file: 'kernel.comp', text, launch });
    await page.locator('[data-playground] [data-do="run"]').click();
    return verdict(page);
}

// The page goes on: the plain kernel runs.
async function goesOn(page) {
    const told = await run(page, FOUR, LAUNCH);
    const words = await page.locator('[data-output="Numbers.numbers"], [data-output="Numbers"], [data-output="numbers"]').first().innerText();
    if (!/9[\s\S]*16[\s\S]*25/.test(words)) {
        throw new Error(`the plain kernel gives ${told.words}: ${words.slice(0, 80)}`);
    }
    quiet(page);
}

export default async function ({ check }) {
    const browser = await start();
    const page = await ground(browser);
    await check('a kernel typed and run', async () => {
        await type(page.locator('[data-playground]'), FOUR);
        await page.locator('[data-launch]').fill(LAUNCH);
        await page.locator('[data-playground] [data-do="run"]').click();
        await verdict(page);
        await goesOn(page);
    });
    await check('a link there and back', async () => {
        const state = await page.evaluate(() => window.gristmill.playground.state());
        const link = await page.evaluate(() => window.gristmill.playground.link());
        const other = await ground(browser, new URL(link).hash);
        await verdict(other);
        const back = await other.evaluate(() => window.gristmill.playground.state());
        if (JSON.stringify(back) !== JSON.stringify(state)) {
            throw new Error(`${JSON.stringify(back).slice(0, 200)} is not ${JSON.stringify(state).slice(0, 200)}`);
        }
        await other.close();
        return `${link.length} characters`;
    });
    await check('a damaged link', async () => {
        const link = await page.evaluate(() => window.gristmill.playground.link());
        const other = await ground(browser, new URL(link).hash.slice(0, -9));
        const words = await other.locator('.playground-note').innerText();
        if (!words.includes('The link is damaged')) {
            throw new Error(words);
        }
        await goesOn(other);
        await other.close();
        return words;
    });
    for (const [what, text, launch] of [
        [`a kernel of ${Math.round(LONG.length / 1000)} KB`, LONG, LAUNCH],
        ['a kernel that never ends', ENDLESS, LAUNCH],
        ['4 G words', FOUR, 'groups 1\nbuffer Numbers=zero:4294967295'],
    ]) {
        await check(what, async () => {
            const told = await run(page, text, launch);
            if (text !== LONG && told.verdict === 'right') {
                throw new Error(`it is right: ${told.words}`);
            }
            await goesOn(page);
            return told.words;
        });
    }
    await check('a second run while one runs, and a page closed in the middle', async () => {
        await page.evaluate((text) => window.gristmill.playground.set({ file: 'kernel.comp', text, launch: 'groups 64\nbuffer Numbers=zero:4096' }), ENDLESS);
        const button = page.locator('[data-playground] [data-do="run"]');
        await button.click();
        await button.click();
        await page.locator('[data-playground] [data-do="stop"]').click();
        await goesOn(page);
        const other = await ground(browser);
        await other.evaluate((text) => window.gristmill.playground.set({ file: 'kernel.comp', text, launch: 'groups 64\nbuffer Numbers=zero:4096' }), ENDLESS);
        await other.locator('[data-playground] [data-do="run"]').click();
        await other.close();
    });
    await browser.close();
}
