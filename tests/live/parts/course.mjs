// A course pack in its page: of the example each solution is right, and each answer that looks right is refused for its reason.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DISK, ROOT, open, quiet, start } from '../browser.mjs';
import { type } from '../panel.mjs';

const PACK = join(ROOT, 'examples/course_pack');

export default async function ({ check, served }) {
    const browser = await start();
    const page = await open(browser, DISK + 'course_packs.html');
    const place = page.locator('[data-course]');
    await place.locator('[data-do="example"]').click();
    await place.locator('[data-tasks][data-ready]').waitFor();
    const names = await place.locator('[data-puzzle]').evaluateAll((all) => all.map((one) => one.dataset.puzzle));
    let refused = 0;
    await check('the tasks of the example', async () => {
        const folders = readdirSync(PACK, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
        if (names.slice().sort().join() !== folders.sort().join()) {
            throw new Error(`the page has ${names}, the folder ${folders}`);
        }
        return `${names.length} tasks`;
    });
    for (const name of names) {
        await check(name, async () => {
            const files = readdirSync(join(PACK, name));
            const judge = (text) => page.evaluate(async ({ name, text }) => {
                await window.gristmill.puzzles.open(name);
                window.gristmill.puzzles.set(text);
                return window.gristmill.puzzles.judge();
            }, { name, text });
            const told = [];
            for (const file of files.filter((file) => file.startsWith('near_'))) {
                const text = readFileSync(join(PACK, name, file), 'utf8');
                const [, reason] = /\/\/ refused:\s*(\S+)/.exec(text);
                const answer = await judge(text);
                if (!answer || answer.right || answer.reason !== reason) {
                    throw new Error(`${file} must be refused as ${reason}: ${JSON.stringify(answer)}`);
                }
                refused += 1;
                told.push(reason);
            }
            const solution = readFileSync(join(PACK, name, files.find((file) => file.startsWith('solution.'))), 'utf8');
            const answer = await judge(solution);
            if (!answer || !answer.right || answer.points !== answer.most_points) {
                throw new Error(`the solution is refused: ${JSON.stringify(answer)}`);
            }
            return told.join(', ') + `; ${answer.points} points`;
        });
    }
    await check('all tasks', async () => {
        quiet(page);
        return `${names.length} solved, ${refused} answers refused`;
    });
    await page.close();

    await check('a folder from the disk, and a task solved by hand', async () => {
        const context = await browser.newContext();
        const page = await open(context, served + 'course_packs.html');
        await page.locator('[data-do="folder"]').waitFor();
        await page.locator('[data-course] input[type=file]').setInputFiles(PACK);
        const name = names[0];
        const box = page.locator(`[data-open="${name}"]`);
        await box.waitFor();
        const [file] = readdirSync(join(PACK, name)).filter((file) => file.startsWith('solution.'));
        await type(box, readFileSync(join(PACK, name, file), 'utf8'));
        await box.locator('[data-do="run"]').click();
        await box.locator('[data-verdict="right"]').waitFor();
        await page.reload();
        await page.locator('[data-do="example"]').click();
        await page.locator(`[data-puzzle="${name}"][data-solved]`).waitFor({ state: 'attached' });
        await context.close();
    });
    await check('a task in Cg is judged by its module', async () => {
        const page = await open(browser, served + 'course_packs.html');
        await page.locator('[data-do="example"]').click();
        await page.locator('[data-tasks][data-ready]').waitFor();
        const told = await page.evaluate(async () => {
            const files = {
                'pack.toml': 'format = 1\ntitle = "Cg"\ntasks = ["half"]\n',
                'half/text.md': '# Half\n\nGive a half.\n',
                'half/start.cg': 'float4 main() : COLOR { return 0; }\n',
                'half/task.test.toml': '[[case]]\nname = "all"\nkernel = "answer.cg"\nsize = [4, 1]\nexpect = { COLOR0 = "0.5:16" }\n',
            };
            const encoder = new TextEncoder();
            window.gristmill.giveFiles(Object.fromEntries(Object.entries(files).map(([path, text]) => ['course/' + path, encoder.encode(text)])));
            const judge = (text) => window.gristmill.ask({ do: 'course_judge', name: 'half', text });
            return [await judge('float4 main() : COLOR { return 0.5; }'), await judge('float4 main() : COLOR { return 0.25; }')];
        });
        if (told[0].right !== true || told[1].reason !== 'wrong') {
            throw new Error(JSON.stringify(told));
        }
        await page.close();
    });
    await check('a folder without a pack', async () => {
        const context = await browser.newContext();
        const page = await open(context, served + 'course_packs.html');
        await page.locator('[data-do="folder"]').waitFor();
        await page.locator('[data-course] input[type=file]').setInputFiles(join(PACK, names[0]));
        const status = page.locator('[data-course] > [role="status"]');
        await status.filter({ hasText: 'pack.toml does not exist' }).waitFor();
        const told = await status.textContent();
        await context.close();
        return told;
    });
    await browser.close();
}
