// Every page with a kernel runs it in both eras, one of an experiment by itself, from the disk and served, and no page complains.
import { availableParallelism } from 'node:os';
import { DISK, open, pages, quiet, start } from '../browser.mjs';
import { ended, offered, panel, ready } from '../panel.mjs';

/** Milliseconds that a run may take here. */
const PATIENCE = 150000;

const era = (path) => (path.startsWith('fragment_') ? 'fragment' : 'compute');

const isExperiment = (path) => path.includes('/experiments/');

// Runs kernels of a page; gives the eras whose result was right, beside it too. Experiments have no reference.
async function run(page, paths) {
    const right = new Set();
    for (const path of paths) {
        const { made } = await panel(page, path, 'Run');
        const { verdict, words, sides } = await ended(made);
        if (verdict !== (isExperiment(path) ? 'not judged' : 'right')) {
            throw new Error(`${path}: ${words}`);
        }
        const wrong = sides.find(([, verdict]) => verdict !== 'right');
        if (wrong) {
            throw new Error(`${path}: the ${wrong[0]} era beside it is ${wrong[1]}`);
        }
        sides.forEach(([era]) => right.add(era));
    }
    return [...right];
}

export default async function ({ check, served, all }) {
    const browser = await start();
    const names = pages();
    const count = { pages: 0, fragment: 0, compute: 0, both: 0, experiments: 0 };
    const one = async (name, from) => {
        const page = await open(browser, from + name);
        const complained = () => {
            quiet(page);
        };
        const listings = await page.evaluate(() => !!document.querySelector('main pre > code.language-glsl'));
        if (listings) {
            await page.waitForFunction(() => window.gristmill && window.gristmill.kernels);
            // A machine with other work beside is no fault of the page: what is slow is not stopped as soon as for a reader.
            await page.evaluate((most) => { window.gristmill.patience = most; }, PATIENCE);
            page.setDefaultTimeout(PATIENCE + 20000);
        }
        const paths = listings ? (await offered(page)).filter((path) => /\.(frag|comp|vert)$/.test(path)) : [];
        if (paths.length) {
            await check(`${name}, ${paths.length} kernels`, async () => {
                await ready(page);
                const first = ['fragment', 'compute'].map((one) => paths.find((path) => era(path) === one && !isExperiment(path))).filter(Boolean);
                const chosen = [...new Set(all ? paths : [...first, ...paths.filter(isExperiment)])];
                const right = await run(page, chosen);
                complained();
                count.pages += 1;
                count.both += right.length === 2;
                chosen.forEach((path) => { count[era(path)] += 1; });
                count.experiments += chosen.filter(isExperiment).length;
                return right.join(' and ') || 'not judged';
            });
        } else if (page.complaints.length) {
            await check(name, async () => complained());
        }
        await page.close();
    };
    // A page for each core; every other one comes from the disk.
    let next = 0;
    await Promise.all(Array.from({ length: availableParallelism() }, async () => {
        for (let at = next++; at < names.length; at = next++) {
            await one(names[at], at % 2 ? served : DISK);
        }
    }));
    await check('pages with kernels', async () => `${count.pages} pages right, ${count.both} of them in both eras; ${count.fragment} fragment and `
        + `${count.compute} compute kernels were run, ${count.experiments} of them of experiments; ${names.length} pages read`);
    await browser.close();
}
