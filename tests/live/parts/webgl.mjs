// Fragment kernels on a card by WebGL 2, alike with the emulator; without WebGL 2 a sentence, and the emulator's result stands.
import { quiet, start } from '../browser.mjs';
import { ran } from '../panel.mjs';

const KERNELS = [
    ['streams/saxpy.html', 'fragment_kernels/streams/saxpy.frag'],
    ['images/invert.html', 'fragment_kernels/images/invert.frag'],
    ['primitives/scan.html', 'fragment_kernels/primitives/scan.frag'],
    ['simulations/heat.html', 'fragment_kernels/simulations/heat.frag'],
];

export default async function ({ check }) {
    for (const webgl of [true, false]) {
        const browser = await start({ webgl });
        for (const [name, path] of webgl ? KERNELS : KERNELS.slice(0, 1)) {
            await check(`${path}, WebGL 2 ${webgl ? 'on' : 'off'}`, async () => {
                const { page, made } = await ran(browser, name, path);
                await made.getByRole('button', { name: 'My card', exact: true }).click();
                await page.waitForFunction((box) => {
                    const said = box.querySelector('.live-hooked .live-verdict');
                    return said && !said.textContent.startsWith('Running …');
                }, await made.elementHandle());
                const words = await made.locator('.live-hooked .live-verdict').innerText();
                const alike = /✔ alike.*: (\d+) of \1 numbers alike/.exec(words);
                if (webgl ? !(alike && Number(alike[1])) : !words.includes('there is no WebGL 2 either')) {
                    throw new Error(words);
                }
                quiet(page);
                await page.close();
                return words;
            });
        }
        await browser.close();
    }
}
