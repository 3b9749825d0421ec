// A book that mdBook alone has built, without the emulator: its pages have their listings in colours, and ask for nothing that is missing.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, open, quiet, serve, start } from '../browser.mjs';

// What `gristmill book` writes into the book's folder.
const WRITTEN = ['book', 'src/live/module.js', 'src/live/cg.js', 'src/live/example_pack.js', 'src/live/wgsl.js', 'src/live/kernels.js', 'theme/header.hbs'];

const PAGES = ['primitives/scan.html', 'races.html', 'playground.html'];

export default async function ({ check }) {
    const clone = mkdtempSync(join(tmpdir(), 'gristmill-static-'));
    try {
        await read(check, clone);
    } finally {
        rmSync(clone, { recursive: true });
    }
}

// A clone as it comes, for pages print files that lie beside the book; and what its pages say.
async function read(check, clone) {
    for (const name of readdirSync(ROOT).filter((name) => !['.git', 'book', 'target'].includes(name))) {
        symlinkSync(join(ROOT, name), join(clone, name));
    }
    const book = join(clone, 'book');
    cpSync(join(ROOT, 'book'), book, { recursive: true, filter: (path) => !WRITTEN.some((name) => path === join(ROOT, 'book', name)) });
    const built = join(clone, 'built');
    const ended = spawnSync('mdbook', ['build', book, '--dest-dir', built], { encoding: 'utf8' });
    if (ended.status !== 0 || /WARN|ERROR/.test(ended.stderr)) {
        throw new Error(ended.stderr || 'mdbook, which builds the pages, is not installed: cargo install mdbook');
    }
    const browser = await start();
    const served = await serve(built);
    for (const [where, root] of [['the disk', pathToFileURL(built).href + '/'], ['a server', served.address]]) {
        for (const name of PAGES) {
            await check(`${name} without the emulator, from ${where}`, async () => {
                const page = await open(browser, root + name);
                await page.waitForLoadState('networkidle');
                const has = await page.evaluate(() => ({
                    listings: document.querySelectorAll('main pre > code.language-glsl').length,
                    coloured: document.querySelectorAll('main pre > code.language-glsl .hljs-keyword').length,
                    offers: document.querySelectorAll('.live-offer, .live-whole, section.live').length,
                }));
                quiet(page);
                if (has.offers || has.listings && !has.coloured) {
                    throw new Error(JSON.stringify(has));
                }
                await page.close();
                return `${has.listings} listings`;
            });
        }
    }
    served.close();
    await browser.close();
}
