// The module's results have the bits that the emulator has natively, of which `cargo test -p gristmill-live` holds the hashes.
import { readFileSync } from 'node:fs';
import { open, start } from '../browser.mjs';
import { ready } from '../panel.mjs';

const SNAPSHOT = new URL('../../../crates/live/src/snapshots/gristmill_live__tests__bits.snap', import.meta.url);

export default async function ({ check, served }) {
    const [, , text] = readFileSync(SNAPSHOT, 'utf8').split(/^---$/m);
    const lines = text.trim().split('\n').map((line) => line.match(/^(function|algorithm) (.*): (.*)$/).slice(1));
    const browser = await start();
    const page = await open(browser, served + 'streams/saxpy.html');
    await ready(page);
    await page.evaluate(() => window.gristmill.start());
    for (const kind of ['function', 'algorithm']) {
        await check(`the bits of every ${kind}`, async () => {
            const known = lines.filter((line) => line[0] === kind);
            const others = [];
            for (const [, name, bits] of known) {
                const answer = await page.evaluate((request) => window.gristmill.ask(request), { do: 'bits', [kind]: name });
                if (answer.bits !== bits) {
                    others.push(`${name}: ${answer.bits || answer.error} here, ${bits} natively`);
                }
            }
            if (others.length) {
                throw new Error([`${others.length} of ${known.length} differ`, ...others].join('\n'));
            }
            return `${known.length} hashes are equal`;
        });
    }
    await browser.close();
}
