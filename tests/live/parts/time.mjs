// The sliders of seven pages go to their end and back, and two kernels with a race show where it is.
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
];

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
    await browser.close();
}
