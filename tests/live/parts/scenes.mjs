// The scenes on Chromium's own WebGPU: held against the emulator frame by frame, paused, lost, left, and played for minutes without a leak.
//
// `--minutes 5` plays each of them so long; without it, one for a few seconds.
import { DISK, open, quiet, start } from '../browser.mjs';

const SCENES = (process.env.SCENES || 'boids,fluid,particles,life,reaction_diffusion,lattice_boltzmann,heat,cloth,nbody,volume_render').split(',');
const PAGE = 'scenes.html';

// Frames that are held against the emulator's, and the share of pixels that may differ: WebGPU places corners on a grid of a 16th of a pixel (Chromium's
// rasteriser) or finer, so that one in a few points of a single pixel falls into the next one. Their light must be as much, all in all.
const FRAMES = 3;
const SIDE = 48;
const NEAR = 1 / 255;
const STRAY = { boids: 0.02, cloth: 0.01, particles: 0.08, nbody: 0.1 };
const LIGHT = 0.01;

// Buffers and textures of the page's cards, counted as they are made and destroyed.
const COUNTED = () => {
    const held = window.gpuHeld = { count: 0, bytes: 0 };
    const texel = (format) => ({ r: 1, rg: 2, rgba: 4 }[/^(r|rg|rgba)(?=\d)/.exec(format)?.[1]] || 1) * (Number(/\d+/.exec(format)) || 32) / 8;
    const watch = (make, kind, size) => {
        const made = GPUDevice.prototype[make];
        GPUDevice.prototype[make] = function (descriptor) {
            const one = made.call(this, descriptor);
            one.heldBytes = size(descriptor);
            held.count += 1;
            held.bytes += one.heldBytes;
            return one;
        };
        const { destroy } = kind.prototype;
        kind.prototype.destroy = function () {
            if (this.heldBytes !== undefined) {
                held.count -= 1;
                held.bytes -= this.heldBytes;
                this.heldBytes = undefined;
            }
            destroy.call(this);
        };
    };
    watch('createBuffer', GPUBuffer, ({ size }) => size);
    watch('createTexture', GPUTexture, ({ size: [width, height = 1, depth = 1], format }) => width * height * depth * texel(format));
};

async function openPage(browser, init) {
    const page = await open(browser, 'about:blank');
    if (init) {
        await page.addInitScript(init);
    }
    await page.goto(DISK + PAGE);
    await page.waitForFunction(() => window.gristmill && window.gristmill.kernels && document.querySelector('[data-scene] button'));
    return page;
}

// Loads a scene without playing it.
function load(page, name) {
    return page.evaluate(async (name) => {
        const { gristmill } = window;
        await gristmill.start();
        await gristmill.load('scene_stage');
        await gristmill.load('scene');
        const place = document.querySelector(`[data-scene="${name}"]`);
        place.scrollIntoView({ block: 'center' });
        gristmill.scene(place);
    }, name);
}

// Some frames of both eras, on the card and on the emulator at the same size: how many pixels differ, and what the page says.
function compare(page, name) {
    return page.evaluate(async ({ name, FRAMES, SIDE, NEAR }) => {
        const { gristmill } = window;
        const { scene } = document.querySelector(`[data-scene="${name}"]`);
        await scene.open({ level: 0, side: SIDE });
        const moved = { at: [0.4, 0.45], moved: [0.02, 0.01], pressed: true };
        const told = [];
        for (const stage of scene.stages) {
            const truth = new gristmill.SceneStage(name, stage.era, stage.aspect);
            await truth.open(null, 0, SIDE, true);
            let stray = 0;
            let late = 0;
            let light = 0;
            let before = null;
            let furthest = 0;
            let pixels = 0;
            const looks = async () => {
                const [own, other] = [await stage.numbers(), await truth.numbers()];
                pixels += own.length / 4;
                for (let i = 0; i < other.length; i += 4) {
                    let apart = 0;
                    for (let lane = 0; lane < 3; lane++) {
                        const [a, b] = [own[i + lane], other[i + lane]].map((number) => Math.min(1, Math.max(0, number)));
                        apart = Math.max(apart, Math.abs(a - b));
                        light += (a - b) / 3;
                        late = before && Math.abs(Math.min(1, Math.max(0, before[i + lane])) - a) > NEAR ? late + 1 / 3 : late;
                    }
                    stray += apart > NEAR || own.length !== other.length ? 1 : 0;
                    furthest = Math.max(furthest, apart);
                }
                before = other;
            };
            await looks();
            for (let frame = 0; frame < FRAMES; frame++) {
                const mouse = frame === 1 ? moved : null;
                await stage.advance(mouse);
                await truth.advance(mouse);
                await looks();
            }
            told.push({ era: stage.era, onCard: Boolean(stage.run), stray, pixels, furthest, late, light: Math.abs(light) / pixels });
            await truth.close();
        }
        return { told, said: scene.said.textContent };
    }, { name, FRAMES, SIDE, NEAR });
}

async function compared(check, browser) {
    for (const name of SCENES) {
        await check(`scene ${name}`, async () => {
            const page = await openPage(browser);
            await load(page, name);
            const { told, said } = await compare(page, name);
            const wrong = told.find(({ onCard, stray, pixels, light, late }) => !onCard || !pixels || stray > (STRAY[name] || 0) * pixels || light > LIGHT || late < 2 * stray);
            const words = told.map(({ era, onCard, stray, pixels, furthest, light, late }) => `${era}${onCard ? '' : ' (emulator)'} ${stray} of ${pixels} pixels differ, furthest ${furthest.toExponential(1)}; light ${light.toExponential(1)}; ${late.toFixed(0)} differ from the frame before`).join('; ');
            if (wrong || told.length !== 2) {
                throw new Error(`${words}; ${said}`);
            }
            quiet(page);
            await page.close();
            return words;
        });
    }
}

const state = (page, name) => page.getAttribute(`[data-scene="${name}"]`, 'data-state');
const press = (page, name, word) => page.locator(`[data-scene="${name}"] [data-do="${word}"]`).click();
const captions = (page, name) => page.locator(`[data-scene="${name}"] figcaption`).allInnerTexts();

function becomes(page, name, wanted) {
    return page.waitForFunction(({ name, wanted }) => document.querySelector(`[data-scene="${name}"]`).dataset.state === wanted, { name, wanted });
}

// Plays until both eras have said how quick they are.
async function played(page, name) {
    await page.waitForFunction((name) => [...document.querySelectorAll(`[data-scene="${name}"] figcaption`)].filter((one) => one.textContent.includes('a second')).length === 2, name);
}

async function driven(check, browser) {
    await check('play, pause, step, reset, another scene, out of sight', async () => {
        const page = await openPage(browser);
        await page.locator('[data-scene="life"] button').click();
        await played(page, 'life');
        const rates = await captions(page, 'life');
        await press(page, 'life', 'play');
        const paused = await state(page, 'life');
        await press(page, 'life', 'step');
        await press(page, 'life', 'reset');
        await press(page, 'life', 'play');
        await played(page, 'life');
        await page.evaluate(() => window.scrollTo(0, 0));
        await becomes(page, 'life', 'out of sight');
        await page.evaluate(() => document.querySelector('[data-scene="life"]').scrollIntoView());
        await becomes(page, 'life', 'playing');
        await page.locator('[data-scene="heat"] button').click();
        await played(page, 'heat');
        const told = { paused, life: await state(page, 'life'), heat: await state(page, 'heat') };
        if (JSON.stringify(told) !== '{"paused":"paused","life":"closed","heat":"playing"}') {
            throw new Error(JSON.stringify(told));
        }
        quiet(page);
        await page.close();
        return rates.join(' ');
    });
    await check('a card that is lost while a scene plays', async () => {
        const page = await openPage(browser);
        await page.locator('[data-scene="heat"] button').click();
        await played(page, 'heat');
        await page.evaluate(() => document.querySelector('[data-scene="heat"]').scene.card.device.destroy());
        await becomes(page, 'heat', 'closed');
        const said = await page.locator('[data-scene="heat"] [role="status"]').innerText();
        await press(page, 'heat', 'play');
        await played(page, 'heat');
        if (!/The card was lost.*Play begins anew\./s.test(said)) {
            throw new Error(said);
        }
        quiet(page);
        await page.close();
        return said;
    });
    await check('a phone', async () => {
        const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
        const page = await openPage(context);
        await page.locator('[data-scene="heat"] button').click();
        await played(page, 'heat');
        const { wide, sides } = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth, sides: [...document.querySelectorAll('[data-scene="heat"] canvas')].map((one) => one.getBoundingClientRect().right),
        }));
        if (wide > 360 || sides.length !== 2 || sides.some((right) => right > 360)) {
            throw new Error(`${wide} ${sides}`);
        }
        quiet(page);
        await context.close();
    });
}

// What is held after collecting garbage: bytes of the heap, buffers and textures.
async function held(page, session) {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { heap: usedSize, ...await page.evaluate(() => window.gpuHeld) };
}

// Plays a scene for seconds: memory is steady once it has settled.
async function endured(check, browser, seconds, names) {
    for (const name of names) {
        await check(`${name} for ${seconds} seconds`, async () => {
            const page = await openPage(browser, COUNTED);
            const session = await page.context().newCDPSession(page);
            await page.locator(`[data-scene="${name}"] button`).click();
            await played(page, name);
            await page.waitForTimeout(1500);
            const before = await held(page, session);
            await page.waitForTimeout(1000 * seconds);
            const after = await held(page, session);
            const words = `${before.count} buffers and textures, ${(before.bytes / 1e6).toFixed(1)} MB, then ${after.count} and ${(after.bytes / 1e6).toFixed(1)} MB; heap ${(before.heap / 1e6).toFixed(1)} MB, then ${(after.heap / 1e6).toFixed(1)} MB; ${(await captions(page, name)).join(' ')}`;
            if (after.count > before.count + 8 || after.bytes > 1.02 * before.bytes || after.heap > before.heap + 3e6) {
                throw new Error(words);
            }
            quiet(page);
            await page.close();
            return words;
        });
    }
}

export default async function ({ check, options }) {
    const browser = await start({ webgpu: true, canvas: true });
    await compared(check, browser);
    await driven(check, browser);
    const minutes = options.minutes ? Number(options.minutes) : 0;
    await endured(check, browser, minutes ? 60 * minutes : 4, minutes ? SCENES : ['cloth']);
    await browser.close();
    const without = await start();
    await check('a scene without WebGPU', async () => {
        const page = await openPage(without);
        await page.locator('[data-scene="heat"] button').click();
        await played(page, 'heat');
        const said = await page.locator('[data-scene="heat"] [role="status"]').innerText();
        if (!said.includes('The emulator computes every frame in this page, slowly')) {
            throw new Error(said);
        }
        const rates = await captions(page, 'heat');
        quiet(page);
        await page.close();
        return rates.join(' ');
    });
    await without.close();
}
