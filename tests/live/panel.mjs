// What the robot does with a kernel's panel.
import { DISK, open } from './browser.mjs';

/** The kernels that a page offers to run: their paths, in order. */
export function offered(page) {
    return page.evaluate(() => [...document.querySelectorAll('main pre > code.language-glsl')]
        .filter((block) => {
            const row = block.closest('pre').nextElementSibling;
            return row && row.classList.contains('live-offer');
        })
        .map((block) => window.gristmill.kernels[window.gristmill.hash(block.textContent)])
        .filter(Boolean));
}

/** Waits until the page knows its kernels. */
export function ready(page) {
    return page.waitForFunction(() => window.gristmill && window.gristmill.kernels && document.querySelector('.live-offer, .live'));
}

/**
 * Opens the panel of a kernel.
 * @param {import('playwright-core').Page} page
 * @param {string} path of the library
 * @param {'Run' | 'Edit'} word the button that is pressed
 */
export async function panel(page, path, word) {
    const file = path.split('/').pop();
    await page.evaluate(({ path, word }) => {
        const blocks = [...document.querySelectorAll('main pre > code.language-glsl')];
        const block = blocks.find((block) => window.gristmill.kernels[window.gristmill.hash(block.textContent)] === path);
        for (let fold = block.closest('details'); fold; fold = fold.parentElement.closest('details')) {
            fold.open = true;
        }
        const row = block.closest('pre').nextElementSibling;
        [...row.querySelectorAll('button')].find((button) => button.textContent === word).click();
    }, { path, word });
    const made = page.locator(`section.live[data-path="${path}"]`);
    await made.waitFor();
    return { made, file };
}

/** Waits until a panel's run has ended, and gives its verdict, its words and those of what ran beside it. */
export async function ended(made) {
    await made.page().waitForFunction((box) => box.dataset.run === 'ended', await made.elementHandle());
    return {
        verdict: await made.getAttribute('data-verdict'),
        words: await made.locator('.live-verdict').innerText(),
        sides: await made.locator('.live-side[data-era]').evaluateAll((sides) => sides.map((side) => [side.dataset.era, side.dataset.verdict])),
    };
}

/**
 * Opens a page of the disk and runs a kernel there, which must be right.
 * @param {import('playwright-core').Browser} browser
 * @param {string} name the page's path
 * @param {string} path of the kernel
 */
export async function ran(browser, name, path) {
    const page = await open(browser, DISK + name);
    await ready(page);
    const { made } = await panel(page, path, 'Run');
    const told = await ended(made);
    if (told.verdict !== 'right') {
        throw new Error(told.words);
    }
    return { page, made };
}

/** Puts a text in the place of the editor's, as a reader who pastes it. */
export async function type(made, text) {
    const field = made.locator('.cm-content');
    await field.click();
    await field.press('ControlOrMeta+a');
    await made.page().keyboard.insertText(text);
}
