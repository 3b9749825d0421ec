// Each puzzle of the page: its solution is right, and each answer that looks right is refused for its reason.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DISK, ROOT, open, quiet, start } from '../browser.mjs';
import { type } from '../panel.mjs';

const FOLDER = join(ROOT, 'crates/puzzles/puzzles');

export default async function ({ check, served }) {
    const browser = await start();
    const page = await open(browser, DISK + 'puzzles.html');
    await page.locator('[data-puzzles][data-ready]').waitFor();
    const names = await page.locator('[data-puzzle]').evaluateAll((all) => all.map((one) => one.dataset.puzzle));
    const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    let refused = 0;
    await check('the list of puzzles', async () => {
        if (names.slice().sort().join() !== folders.sort().join()) {
            throw new Error(`the page has ${names.length}, the folder ${folders.length}`);
        }
        return `${names.length} puzzles`;
    });
    for (const name of names) {
        await check(name, async () => {
            const told = [];
            const files = readdirSync(join(FOLDER, name));
            const judge = async (file) => {
                const text = readFileSync(join(FOLDER, name, file), 'utf8');
                return [text, await page.evaluate(async ({ name, text }) => {
                    await window.gristmill.puzzles.open(name);
                    window.gristmill.puzzles.set(text);
                    return window.gristmill.puzzles.judge();
                }, { name, text })];
            };
            for (const file of files.filter((file) => file.startsWith('near_'))) {
                const [text, answer] = await judge(file);
                const reason = (/\/\/ refused:\s*(.*)/.exec(text) || [])[1];
                if (!answer || answer.right || (reason && answer.reason !== reason.trim())) {
                    throw new Error(`${file} must be refused as ${reason}: ${JSON.stringify(answer)}`);
                }
                refused += 1;
                told.push(answer.reason);
            }
            const [, answer] = await judge(files.find((file) => file.startsWith('solution.')));
            if (!answer || !answer.right) {
                throw new Error(`the solution is refused: ${JSON.stringify(answer)}`);
            }
            if (!await page.locator(`[data-puzzle="${name}"][data-solved]`).count()) {
                throw new Error('it is right, and the list does not say so');
            }
            return told.join(', ');
        });
    }
    await check('all puzzles', async () => {
        quiet(page);
        return `${names.length} solved, ${refused} near-solutions refused`;
    });
    await page.close();

    // One by hand, as a reader does it, in the served page; then storage that is forbidden.
    const name = 'left_neighbour';
    await check('a puzzle solved by hand, and remembered', async () => {
        const context = await browser.newContext();
        const page = await open(context, `${served}puzzles.html#${name}`);
        const box = page.locator(`[data-open="${name}"]`);
        await box.waitFor();
        await type(box, readFileSync(join(FOLDER, name, 'solution.frag'), 'utf8'));
        await box.locator('[data-do="run"]').click();
        await box.locator('[data-verdict="right"]').waitFor();
        await page.reload();
        await page.locator(`[data-puzzle="${name}"][data-solved]`).waitFor({ state: 'attached' });
        await context.close();
    });
    await check('storage that is forbidden', async () => {
        const context = await browser.newContext();
        await context.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } }));
        const page = await open(context, `${served}puzzles.html#${name}`);
        const box = page.locator(`[data-open="${name}"]`);
        await box.waitFor();
        await box.locator('[data-do="run"]').click();
        await box.locator('[data-verdict="wrong"]').waitFor();
        await context.close();
    });
    await browser.close();
}
