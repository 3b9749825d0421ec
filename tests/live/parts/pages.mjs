// Every page with a kernel runs it in both eras, from the disk and served, and no page complains.
import { DISK, open, pages, start } from '../browser.mjs';
import { ended, offered, panel, ready } from '../panel.mjs';

// What no way of the library runs by itself.
const era = (path) => (path.startsWith('fragment_') ? 'fragment' : 'compute');

export default async function ({ check, served, all }) {
    const browser = await start();
    const eras = { fragment: 0, compute: 0 };
    let [read, kernels, number] = [0, 0, 0];
    for (const name of pages()) {
        // Half of the pages come from the disk.
        const page = await open(browser, (number++ % 2 ? served : DISK) + name);
        const paths = await page.evaluate(() => !!document.querySelector('main pre > code.language-glsl'))
            ? (await page.waitForFunction(() => window.gristmill && window.gristmill.kernels), await offered(page)) : [];
        const entries = paths.filter((path) => /\.(frag|comp|vert)$/.test(path));
        if (entries.length) {
            await ready(page);
            read += 1;
            const first = ['fragment', 'compute'].map((one) => entries.find((path) => era(path) === one)).filter(Boolean);
            await check(`${name}, ${paths.length} kernels`, async () => {
                const right = new Set();
                for (const path of all ? new Set(entries) : first) {
                    const { made } = await panel(page, path, 'Run');
                    const { verdict, words, sides } = await ended(made);
                    if (verdict !== 'right') {
                        throw new Error(`${path}: ${words}`);
                    }
                    const wrong = sides.find(([, verdict]) => verdict !== 'right');
                    if (wrong) {
                        throw new Error(`${path}: the ${wrong[0]} era beside it is ${wrong[1]}`);
                    }
                    kernels += 1;
                    eras[era(path)] += 1;
                    sides.forEach(([era]) => right.add(era));
                }
                if (page.complaints.length) {
                    throw new Error('it complains: ' + page.complaints.join('; '));
                }
                return [...right].join(' and ');
            });
        } else if (page.complaints.length) {
            await check(name, async () => {
                throw new Error('it complains: ' + page.complaints.join('; '));
            });
        }
        await page.close();
    }
    await check('pages with kernels', async () => `${read} pages, ${kernels} kernels run: ${eras.fragment} fragment, ${eras.compute} compute`);
    await browser.close();
}
