// Pictures of pages at work, for people to look at: target/live/shots.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DISK, ROOT, open, start } from '../browser.mjs';
import { ended, panel, ready, type } from '../panel.mjs';

const FOLDER = join(ROOT, 'target/live/shots');

// A picture's name, the page, the kernel, and what is pressed behind Run.
const PANELS = [
    ['invert', 'images/invert.html', 'fragment_kernels/images/invert.frag', null, {}],
    ['scan', 'primitives/scan.html', 'compute_kernels/primitives/scan.comp', null, {}],
    ['scan_dark', 'primitives/scan.html', 'compute_kernels/primitives/scan.comp', null, { dark: true }],
    ['scan_phone', 'primitives/scan.html', 'compute_kernels/primitives/scan.comp', null, { width: 390 }],
    ['scan_time', 'primitives/scan.html', 'compute_kernels/primitives/scan.comp', 'Time', {}],
    ['scan_passes', 'primitives/scan.html', 'fragment_kernels/primitives/scan.frag', 'Step', {}],
    ['heat_card', 'simulations/heat.html', 'fragment_kernels/simulations/heat.frag', 'My card', {}],
    ['saxpy_webgpu', 'streams/saxpy.html', 'fragment_kernels/streams/saxpy.frag', 'My card', { webgpu: true }],
    ['scan_webgpu', 'primitives/scan.html', 'compute_kernels/primitives/scan.comp', 'My card', { webgpu: true, dark: true }],
    ['heat_webgpu_phone', 'simulations/heat.html', 'compute_kernels/simulations/heat.comp', 'My card', { webgpu: true, width: 390 }],
    ['saxpy_mistake', 'streams/saxpy.html', 'fragment_kernels/streams/saxpy.frag', null, { mistake: [/= alpha \*/, '= alfa *'] }],
];

export default async function ({ check }) {
    mkdirSync(FOLDER, { recursive: true });
    const browser = await start();
    const computing = await start({ webgpu: true });
    const shoot = (page, name) => page.screenshot({ path: join(FOLDER, name + '.png') });
    const context = ({ dark, width, webgpu }) => (webgpu ? computing : browser).newContext({
        viewport: { width: width || 1280, height: width ? 844 : 1000 }, colorScheme: dark ? 'dark' : 'light',
    });
    for (const [name, address, path, word, options] of PANELS) {
        await check(`${name}.png`, async () => {
            const page = await open(await context(options), DISK + address);
            await ready(page);
            const { made } = await panel(page, path, options.mistake ? 'Edit' : 'Run');
            if (options.mistake) {
                const text = await made.locator('.cm-content').evaluate((content) => [...content.children].map((line) => line.textContent).join('\n'));
                await type(made, text.replace(...options.mistake));
                await made.getByRole('button', { name: 'Run', exact: true }).click();
            }
            await ended(made);
            if (word) {
                await made.getByRole('button', { name: word, exact: true }).click();
                await made.locator('.live-hooked > *').first().waitFor();
                await page.waitForFunction(() => !document.querySelector('.live-hooked').textContent.includes('Running …'));
                if (word === 'Time') {
                    await made.locator('.live-time-slider').fill('120').catch(() => {});
                }
            }
            const under = made.locator(word ? '.live-hooked' : '.live-row').first();
            await under.evaluate((one, up) => one.scrollIntoView({ block: up }), word ? 'start' : 'center');
            const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
            await shoot(page, name);
            await page.context().close();
            if (sideways) {
                throw new Error('the page scrolls sideways');
            }
        });
    }
    for (const [name, address, place] of [['puzzles', 'puzzles.html', '[data-puzzles]'], ['playground', 'playground.html', '[data-playground]']]) {
        await check(`${name}.png`, async () => {
            const page = await open(await context({}), DISK + address);
            await page.locator(place + '[data-ready]').waitFor();
            await page.locator(place + ' [data-do="run"]').click();
            await page.waitForFunction((place) => !['', 'running'].includes(document.querySelector(place + ' [data-verdict]').dataset.verdict), place);
            await page.locator(place).evaluate((one) => one.scrollIntoView({ block: 'start' }));
            await shoot(page, name);
            await page.context().close();
        });
    }
    await browser.close();
    await computing.close();
}
