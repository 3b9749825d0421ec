// Reads the book as a reader does: node tests/live/robot.mjs [PART ..] [--all]
//
// The parts are the files of `parts/`; without a name all of them run but `speed`, which wants a quiet machine. `--all` runs every kernel of
// every page, not one of each era; `--minutes 5` plays each scene so long.
import { existsSync, readdirSync } from 'node:fs';
import { BOOK, serve } from './browser.mjs';

const known = readdirSync(new URL('parts', import.meta.url)).map((file) => file.replace('.mjs', '')).sort();
const words = process.argv.slice(2);
const all = words.includes('--all');
// Words behind a flag that has a value are no parts.
const VALUED = ['--minutes'];
const options = Object.fromEntries(VALUED.filter((flag) => words.includes(flag)).map((flag) => [flag.slice(2), words[words.indexOf(flag) + 1]]));
const named = words.filter((word, at) => !word.startsWith('--') && !VALUED.includes(words[at - 1]));
const strange = named.find((name) => !known.includes(name));
if (strange) {
    console.error(`there is no part ${strange}; there are ${known.join(', ')}`);
    process.exit(2);
}
if (!existsSync(`${BOOK}/live/module.js`)) {
    console.error('book/book has no emulator; build it: cargo run -- book --build-only');
    process.exit(2);
}

const count = { passed: 0, failed: 0 };

/**
 * One thing that must hold.
 * @param {string} what in words
 * @param {function(): Promise<string | undefined>} work throws what is wrong; may give words to print
 */
async function check(what, work) {
    const begin = Date.now();
    const told = (mark, words) => console.log(`${mark} ${what}${words ? ': ' + words : ''} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
    try {
        const words = await work();
        count.passed += 1;
        told('ok  ', words);
    } catch (error) {
        count.failed += 1;
        told('FAIL', String(error.message || error).split('\n').slice(0, 12).join('\n     '));
    }
}

const served = await serve();
for (const name of named.length ? named : known.filter((name) => name !== 'speed')) {
    const begin = Date.now();
    console.log(`== ${name}`);
    const { default: part } = await import(`./parts/${name}.mjs`);
    // What breaks off between two checks is a failure, too, and the other parts go on.
    await part({ check, served: served.address, all, options }).catch((error) => check(name, () => Promise.reject(error)));
    console.log(`   ${name} took ${((Date.now() - begin) / 1000).toFixed(0)} s`);
}
served.close();
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed ? 1 : 0);
