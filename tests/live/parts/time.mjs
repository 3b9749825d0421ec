// The time sliders of seven pages step to their end and back.
import { DISK, open, start } from '../browser.mjs';
import { ended, offered, panel, ready } from '../panel.mjs';

const PAGES = [
    ['races.html', 'race.comp'], ['work_groups.html', 'reverse.comp'], ['primitives/reduce.html', 'reduce.comp'],
    ['primitives/scan.html', 'scan.comp'], ['linear_algebra/transpose.html', 'transpose_tiled.comp'],
    ['primitives/compact.html', 'compact_append.comp'], ['primitives/histogram.html', 'histogram_shared.comp'],
];

// A kernel that says itself what it is run on is played in the playground.
async function played(browser, page, file) {
    const link = page.locator(`[data-play="${file}"]`).first();
    await link.waitFor({ state: 'attached' });
    const ground = await open(browser, await link.evaluate((link) => link.href));
    await ground.locator('[data-playground][data-ready]').waitFor();
    await ground.waitForFunction(() => !['', 'running'].includes(document.querySelector('[data-playground] [data-verdict]').dataset.verdict));
    return ground;
}

export default async function ({ check }) {
    const browser = await start();
    for (const [name, wanted] of PAGES) {
        await check(`${name}, time`, async () => {
            let page = await open(browser, DISK + name);
            await ready(page);
            const kernels = (await offered(page)).filter((path) => path.endsWith('.comp'));
            const path = kernels.find((path) => path.endsWith('/' + wanted)) || kernels[0];
            let box;
            if (path) {
                ({ made: box } = await panel(page, path, 'Run'));
                const told = await ended(box);
                if (told.verdict !== 'right') {
                    throw new Error(`${path}: ${told.words}`);
                }
            } else {
                page = await played(browser, page, wanted);
                box = page.locator('[data-playground]');
            }
            await box.getByRole('button', { name: 'Time', exact: true }).click();
            const time = page.locator('.live-time');
            await time.locator('.live-time-slider').waitFor();
            const steps = await time.evaluate((time) => {
                const slider = time.querySelector('.live-time-slider');
                const step = [...time.querySelectorAll('button')].find((button) => button.textContent === 'Step');
                const back = [...time.querySelectorAll('button')].find((button) => button.textContent === 'Back');
                let pressed = 0;
                while (!step.disabled && pressed <= Number(slider.max)) {
                    step.click();
                    pressed += 1;
                }
                const end = slider.value;
                back.click();
                return { pressed, end, most: slider.max, before: slider.value, says: time.querySelector('[role="status"]').textContent };
            });
            if (!(steps.pressed > 1 && steps.end === steps.most && Number(steps.before) === steps.most - 1)) {
                throw new Error(JSON.stringify(steps));
            }
            if (page.complaints.length) {
                throw new Error('it complains: ' + page.complaints.join('; '));
            }
            const races = await time.locator('.live-time-race').count();
            await page.close();
            return `${path || wanted}: ${steps.pressed} steps${races ? ', a race' : ''}; ${steps.says}`;
        });
    }
    await browser.close();
}
