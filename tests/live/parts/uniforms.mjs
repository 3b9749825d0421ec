// Sliders of a kernel's uniforms: one that is moved changes the result, which is not judged; back at the host's value it is.
import { DISK, open, start } from '../browser.mjs';
import { ended, panel, ready } from '../panel.mjs';

// A page, a kernel of it, a uniform, and the value that it is moved to.
const KERNELS = [
    ['simulations/heat.html', 'fragment_kernels/simulations/heat.frag', 'rate', '0.01'],
    ['simulations/heat.html', 'compute_kernels/simulations/heat.comp', 'rate', '0.01'],
    ['streams/saxpy.html', 'fragment_kernels/streams/saxpy.frag', 'alpha', '-1'],
];

// A page, a kernel whose uniform changes from launch to launch, and what is said of it.
const CHANGES = ['primitives/scan.html', 'fragment_kernels/primitives/scan.frag', /^stride = 1, 2, 4, .*it changes from launch to launch$/m];

const EXPERIMENT = ['performance/roofline.html', 'fragment_kernels/experiments/roofline.frag', 'scale', '0.5'];

// What the results look like: their canvases, or their numbers where they are few.
const shown = (made) => made.locator('.live-side').evaluateAll((sides) => sides.map((side) => [...side.querySelectorAll('canvas')]
    .map((canvas) => canvas.toDataURL()).join() || side.querySelector('.live-numbers').textContent));

// Opens the fold and moves a slider by the field beside it, as a reader with a keyboard.
async function move(made, name, value) {
    const slider = made.locator(`.live-slider[data-uniform="${name}"]`);
    if (!await slider.isVisible()) {
        await made.locator('summary', { hasText: 'Uniforms' }).click();
    }
    const before = await made.locator('.live-verdict').first().innerText();
    await slider.locator('input[type="number"]').fill(value);
    await slider.locator('input[type="number"]').press('Enter');
    await settled(made, before);
}

// Waits until a run has ended whose verdict is another one than before.
async function settled(made, before) {
    await made.page().waitForFunction(([box, before]) => box.dataset.run === 'ended'
        && box.querySelector('.live-verdict').innerText !== before, [await made.elementHandle(), before]);
    return ended(made);
}

function must(holds, sentence) {
    if (!holds) {
        throw new Error(sentence);
    }
}

export default async function ({ check }) {
    const browser = await start();
    const begin = async (name, path) => {
        const page = await open(browser, DISK + name);
        await ready(page);
        const { made } = await panel(page, path, 'Run');
        return { page, made, told: await ended(made) };
    };
    const close = async (page) => {
        must(!page.complaints.length, 'it complains: ' + page.complaints.join('; '));
        await page.close();
    };
    for (const [name, path, uniform, value] of KERNELS) {
        await check(`${path}, ${uniform} = ${value}`, async () => {
            const { page, made, told } = await begin(name, path);
            must(told.verdict === 'right', told.words);
            const right = await shown(made);
            await move(made, uniform, value);
            const moved = await ended(made);
            const sentence = new RegExp(`^– not judged: the reference computes with the host's ${uniform} = \\S+; here it is ${value}, `
                + 'so the result is shown and not judged');
            must(moved.verdict === 'not judged' && sentence.test(moved.words), `it is ${moved.verdict}: ${moved.words}`);
            must(moved.sides.length === 2 && moved.sides.every(([, verdict]) => verdict === 'not judged'), 'the other era is not moved alike');
            const other = await shown(made);
            must(other.every((side, i) => side !== right[i]), 'the results are as before');
            if (path.endsWith('.comp')) {
                await made.getByRole('button', { name: 'Time', exact: true }).click();
                await made.locator('.live-time-slider').waitFor();
                const said = await made.locator('.live-time-moved').innerText();
                must(said === `With ${uniform} = ${value}, as the sliders of this kernel say.`, 'Time says ' + said);
            }
            await made.getByRole('button', { name: 'The host’s values' }).click();
            const back = await settled(made, moved.words);
            must(back.verdict === 'right', back.words);
            must((await shown(made)).join() === right.join(), 'the results are not those of the host');
            await move(made, uniform, value);
            await made.getByRole('button', { name: 'Reset', exact: true }).click();
            must(!await made.locator('.live-uniforms').isVisible(), 'the sliders are there after Reset');
            await made.getByRole('button', { name: 'Run', exact: true }).click();
            const again = await ended(made);
            must(again.verdict === 'right', again.words);
            await close(page);
            return moved.words;
        });
    }
    await check(`${CHANGES[1]}, which changes`, async () => {
        const [name, path, said] = CHANGES;
        const { page, made } = await begin(name, path);
        await made.locator('summary', { hasText: 'Uniforms' }).click();
        const words = await made.locator('.live-uniforms').innerText();
        must(said.test(words) && await made.locator('.live-slider').count() === 0, words);
        await close(page);
        return words.trim();
    });
    await check(`${EXPERIMENT[1]}, ${EXPERIMENT[2]} = ${EXPERIMENT[3]}`, async () => {
        const [name, path, uniform, value] = EXPERIMENT;
        const { page, made, told } = await begin(name, path);
        must(told.verdict === 'not judged' && told.words.includes('no reference judges it'), told.words);
        // The picture is drawn from the least number to the most, and stays as it is.
        const before = await made.locator('[data-output]').first().evaluate((output) => output.textContent);
        const slider = made.locator(`.live-slider[data-uniform="${uniform}"] input[type="number"]`);
        await made.locator('summary', { hasText: 'Uniforms' }).click();
        await slider.fill(value);
        await slider.press('Enter');
        await page.waitForFunction(([box, before]) => box.dataset.run === 'ended'
            && box.querySelector('[data-output]').textContent !== before, [await made.elementHandle(), before]);
        must((await ended(made)).verdict === 'not judged', 'it is judged');
        await close(page);
        return told.words;
    });
    await browser.close();
}
