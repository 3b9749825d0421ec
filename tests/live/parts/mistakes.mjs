// Four mistakes, typed into kernels of the book, are refused at their lines.
import { DISK, open, quiet, start } from '../browser.mjs';
import { ended, panel, ready, type } from '../panel.mjs';

// A page, a kernel of it, what is replaced by what, and the verdict.
const MISTAKES = [
    ['streams/saxpy.html', 'fragment_kernels/streams/saxpy.frag', /= alpha \*/, '= alfa *', 'failed'],
    // Right at the size that the page begins with, which is a multiple of the group's.
    ['streams/saxpy.html', 'compute_kernels/streams/saxpy.comp', /if \(i >= element_count\) return;/, '', 'found'],
    ['primitives/scan.html', 'compute_kernels/primitives/scan.comp', /barrier\(\);/, '', 'found'],
    ['images/invert.html', 'fragment_kernels/images/invert.frag', /1\.0 -/, '0.5 -', 'wrong'],
];

export default async function ({ check }) {
    const browser = await start();
    for (const [name, path, right, wrong, verdict] of MISTAKES) {
        await check(`${path}, ${right.source} as '${wrong}'`, async () => {
            const page = await open(browser, DISK + name);
            await ready(page);
            const { made } = await panel(page, path, 'Edit');
            const text = await page.evaluate((path) => {
                const blocks = [...document.querySelectorAll('main pre > code.language-glsl')];
                return blocks.find((block) => window.gristmill.kernels[window.gristmill.hash(block.textContent)] === path).textContent;
            }, path);
            if (!right.test(text)) {
                throw new Error(`${path} has no ${right.source}`);
            }
            const line = text.split('\n').find((line) => right.test(line)).replace(right, wrong);
            await type(made, text.replace(right, wrong));
            await made.getByRole('button', { name: 'Run', exact: true }).click();
            const told = await ended(made);
            if (told.verdict !== verdict) {
                throw new Error(`it is ${told.verdict}: ${told.words}`);
            }
            const marked = await made.locator('.cm-line.live-line').allInnerTexts();
            if (verdict === 'failed' && !marked.includes(line)) {
                throw new Error(`'${line}' is wrong; marked: ${marked.join(' and ') || 'none'}`);
            }
            if (verdict === 'found' && !marked.some((line) => /(block|result)\[/.test(line))) {
                throw new Error(`what was found is not marked: ${marked.join(' and ') || 'none'}`);
            }
            quiet(page);
            await page.close();
            return [told.verdict, ...marked.map((line) => line.trim())].join('; ');
        });
    }
    await browser.close();
}
