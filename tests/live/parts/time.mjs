// The sliders of eight pages go to their end and back, images in rows among them; a kernel with a race shows where it is, and one of
// several dispatches each of them.
import { DISK, open, quiet, start } from '../browser.mjs';
import { ended, panel, ready } from '../panel.mjs';

// A page and a kernel of it: one of the library, or one that says itself what it is run on.
const SLIDERS = [
    ['races.html', 'race.comp'],
    ['work_groups.html', 'shifted_block.comp'],
    ['primitives/reduce.html', 'compute_kernels/primitives/reduce_shared.comp'],
    ['primitives/scan.html', 'compute_kernels/primitives/scan.comp'],
    ['linear_algebra/transpose.html', 'compute_kernels/linear_algebra/transpose_tile.comp'],
    ['primitives/compact.html', 'compute_kernels/primitives/compact_atomic_group.comp'],
    ['primitives/histogram.html', 'compute_kernels/primitives/histogram_shared.comp'],
    ['images/invert.html', 'compute_kernels/images/invert_image.comp'],
    ['work_groups.html', 'turned_tile.comp'],
];

// Images of those kernels: texels of a row, and numbers of a texel.
const IMAGES = { 'compute_kernels/images/invert_image.comp': ['result', 4, 4], 'turned_tile.comp': ['stage', 8, 1] };

// Eight numbers, and their sum after three dispatches.
const SUM = `#version 430 core
layout(local_size_x = 2) in;
layout(std430) buffer Sums { uint sums[]; };
uniform uint stride;
void main() {
    uint me = gl_GlobalInvocationID.x;
    if (me % (2u * stride) == 0u) sums[me] += sums[me + stride];
}
`;
const THREE = 'groups 4\nbuffer Sums=index:8\nuniform stride=1\nthen uniform stride=2\nthen groups 1 uniform stride=4';

// Presses Time where the page offers it.
async function slider(page, kernel) {
    if (kernel.includes('/')) {
        const { made } = await panel(page, kernel, 'Run');
        await ended(made);
        await made.getByRole('button', { name: 'Time', exact: true }).click();
    } else {
        await page.evaluate((name) => {
            const blocks = [...document.querySelectorAll('main pre > code.language-glsl')];
            const block = blocks.find((block) => block.textContent.includes('// ' + name + ':'));
            for (let fold = block.closest('details'); fold; fold = fold.parentElement.closest('details')) {
                fold.open = true;
            }
            block.closest('pre').nextElementSibling.querySelector('button').click();
        }, kernel.replace('.comp', ''));
    }
    const made = page.locator('.live-time');
    await made.locator('.live-time-slider').waitFor();
    return made;
}

const words = (made) => made.locator('.live-time-memories').innerText();

// An image is drawn in its rows, and what was written has its writer.
async function drawn(made, [name, width, channels]) {
    const memory = made.locator('.live-time-memory').filter({ hasText: 'texels ' + name });
    const cells = memory.locator('.live-time-texels .live-time-cell');
    const at = await cells.evaluateAll((cells) => cells.map((cell) => ({ top: cell.offsetTop, text: cell.textContent, says: cell.title })));
    const row = at.filter(({ top }) => top === at[0].top);
    if (row.length !== width || at.some(({ text }) => text.split('\n').length !== channels)) {
        throw new Error(`${name} has ${row.length} texels in a row, the first says "${at[0].text}"`);
    }
    if (!at.some(({ says }) => /\[\d+,\d+\]: .*, written by lane \d+ of group 0/.test(says))) {
        throw new Error(`nobody wrote ${name}: ${at[0].says}`);
    }
}

async function dispatches(browser) {
    const page = await open(browser, DISK + 'playground.html');
    await page.locator('[data-playground][data-ready]').waitFor();
    await page.evaluate((state) => window.gristmill.playground.set(state), { file: 'kernel.comp', text: SUM, launch: THREE });
    await page.locator('[data-playground] [data-do="run"]').click();
    await page.locator('[data-playground] [data-do="time"]').click();
    const which = page.locator('.live-time label').filter({ hasText: 'Launch' }).locator('select');
    await which.waitFor();
    const told = [];
    for (const choice of await which.locator('option').allInnerTexts()) {
        await which.selectOption({ label: choice });
        await page.locator('.live-time').getByRole('button', { name: 'Last', exact: true }).click();
        told.push(await page.locator('.live-time-cell').first().innerText());
    }
    if (told.join() !== '1,6,28') {
        throw new Error(`the sums after each dispatch are ${told.join()}`);
    }
    quiet(page);
    await page.close();
    return told.join(', ');
}

export default async function ({ check }) {
    const browser = await start();
    for (const [name, kernel] of SLIDERS) {
        await check(`${name}, ${kernel} in time`, async () => {
            const page = await open(browser, DISK + name);
            await page.waitForFunction(() => document.querySelector('.live-offer'));
            await ready(page);
            const made = await slider(page, kernel);
            const range = made.locator('.live-time-slider');
            const max = Number(await range.getAttribute('max'));
            const before = await words(made);
            await range.focus();
            const steps = Math.min(max, 40);
            for (let i = 0; i < steps; i++) {
                await page.keyboard.press('ArrowRight');
            }
            const there = await words(made);
            await page.keyboard.press('ArrowRight');
            await page.keyboard.press('ArrowLeft');
            if (Number(await range.inputValue()) !== Math.min(steps, max === steps ? max - 1 : steps) || max > steps && await words(made) !== there) {
                throw new Error('a step back is not the way it came');
            }
            await made.getByRole('button', { name: 'Last', exact: true }).click();
            const status = await made.locator('.live-time-status').innerText();
            if (Number(await range.inputValue()) !== max || !status.startsWith(`Step ${max} of ${max}:`)) {
                throw new Error(`it ends with "${status}"`);
            }
            if (await made.locator('.live-time-runs, .live-time-waits').count()) {
                throw new Error('a warp has not ended');
            }
            if (IMAGES[kernel]) {
                await drawn(made, IMAGES[kernel]);
            }
            await made.getByRole('button', { name: 'First', exact: true }).click();
            if (await words(made) !== before) {
                throw new Error('the memories are not as they began');
            }
            const races = await made.getByRole('button', { name: 'Next race', exact: true }).isVisible();
            if (kernel === 'race.comp') {
                await made.getByRole('button', { name: 'Next race', exact: true }).click();
                const told = await made.locator('.live-time-race').innerText();
                if (!/race on board\[\d+\]: lane \d+ of group 0 \w+ it at line \d+, lane \d+ of group 0 \w+ it at line \d+/.test(told)) {
                    throw new Error(`the race is told as "${told}"`);
                }
            } else if (races && kernel.includes('/')) {
                throw new Error('a kernel of the library has a race');
            }
            quiet(page);
            await page.close();
            return `${max} steps`;
        });
    }
    await check('the dispatches of an own kernel in time', () => dispatches(browser));
    await browser.close();
}
