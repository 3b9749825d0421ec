// The launches of a run, one by one: forward to the end, back, and played.
import { quiet, start } from '../browser.mjs';
import { ran } from '../panel.mjs';

// A page, a kernel of it, and what the last launch says.
const KERNELS = [
    ['simulations/life.html', 'fragment_kernels/simulations/life.frag', /^(\d+) of \1 life\.frag, pass/],
    ['primitives/scan.html', 'fragment_kernels/primitives/scan.frag', /^(\d+) of \1 scan\.frag, pass: stride = \d+/],
    ['primitives/reduce.html', 'compute_kernels/primitives/reduce_shared.comp', /^(\d+) of \1 reduce_\w+\.comp, dispatch/],
];

export default async function ({ check }) {
    const browser = await start();
    for (const [name, path, last] of KERNELS) {
        await check(`${path}, launch by launch`, async () => {
            const { page, made } = await ran(browser, name, path);
            await made.getByRole('button', { name: 'Step', exact: true }).click();
            const player = made.locator('.live-launches');
            await player.waitFor();
            const press = (word) => player.getByRole('button', { name: word, exact: true });
            let count = 1;
            while (await press('Step').isEnabled()) {
                await press('Step').click();
                count += 1;
            }
            const said = await player.locator('.live-launch').innerText();
            if (!last.test(said) || !said.startsWith(`${count} of `)) {
                throw new Error(`after ${count} launches it says: ${said}`);
            }
            if (count > 1) {
                await press('Back').click();
                await press('Play').click();
                await page.waitForFunction((step) => step.disabled, await press('Step').elementHandle());
            }
            if (await player.locator('canvas, .live-numbers').count() === 0) {
                throw new Error('no output is shown');
            }
            quiet(page);
            await page.close();
            return said;
        });
    }
    await browser.close();
}
