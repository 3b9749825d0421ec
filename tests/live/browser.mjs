// A headless Chromium, the built book from the disk and over HTTP, and what its pages complain about.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/** The root of the project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The built book. */
export const BOOK = join(ROOT, 'book/book');

const KINDS = {
    '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2',
};

/**
 * Serves a built book on a free port.
 * @param {string} [book] its folder
 * @returns {Promise<{address: string, close: function}>}
 */
export function serve(book = BOOK) {
    const server = createServer((request, response) => {
        const file = join(book, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
        if (!file.startsWith(book) || !existsSync(file) || statSync(file).isDirectory()) {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, { 'Content-Type': KINDS[extname(file)] || 'application/octet-stream' }).end(readFileSync(file));
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => {
        resolve({ address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() });
    }));
}

/** The book as it lies on the disk. */
export const DISK = pathToFileURL(BOOK).href + '/';

/**
 * Starts the browser; `webgl` and `webgpu` say whether pages have WebGL 2 and WebGPU, by Chromium's own rasteriser, and `canvas` whether WebGPU draws to
 * canvases: without a display Chromium loses the device there unless it draws by Vulkan itself.
 * @returns {Promise<import('playwright-core').Browser>}
 */
export function start({ webgl = true, webgpu = false, canvas = false } = {}) {
    const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
    const drawing = webgl ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-gpu', '--disable-3d-apis'];
    const computing = webgpu ? ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'] : [];
    const showing = canvas ? ['--enable-features=Vulkan', '--use-vulkan=swiftshader'] : [];
    return chromium.launch({ executablePath, args: ['--no-sandbox', ...drawing, ...computing, ...showing] });
}

/**
 * Opens a page; what it complains about is kept in `page.complaints`: errors, and listings of a language that nobody knows.
 * @param {import('playwright-core').Browser | import('playwright-core').BrowserContext} browser
 * @param {string} address
 */
export async function open(browser, address) {
    const page = await browser.newPage();
    page.complaints = [];
    page.setDefaultTimeout(60000);
    page.on('console', (message) => {
        if (message.type() === 'error' || message.text().includes('language module')) {
            page.complaints.push(`${message.text()} (${message.location().url})`);
        }
    });
    page.on('pageerror', (error) => page.complaints.push(String(error)));
    await page.goto(address, { waitUntil: 'load' });
    return page;
}

/**
 * Throws what a page complains about.
 * @param {import('playwright-core').Page} page
 */
export function quiet(page) {
    if (page.complaints.length) {
        throw new Error('it complains: ' + page.complaints.join('; '));
    }
}

/**
 * Paths of the book's pages, from its folder.
 * @returns {string[]}
 */
export function pages(folder = BOOK) {
    return readdirSync(folder, { recursive: true })
        .filter((name) => name.endsWith('.html') && !['print.html', '404.html', 'index.html', 'toc.html'].includes(name))
        .sort();
}
