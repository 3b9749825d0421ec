// Bundles entry.js for the pages, with the licence of each package that is in it.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';

const TARGET = '../src/live/codemirror.js';

const { outputFiles, metafile } = await build({
    entryPoints: ['entry.js'],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'bundle',
    target: 'es2020',
    legalComments: 'none',
    charset: 'utf8',
    write: false,
    metafile: true,
});

// Packages of one author say the same but for the year: each text stands once, behind the packages that it is for.
const packages = new Set(Object.keys(metafile.inputs)
    .map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//))
    .filter(Boolean).map((found) => found[1]));
const licences = new Map();
for (const name of [...packages].sort()) {
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
    const text = readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim();
    licences.set(text, [...licences.get(text) || [], `${name} ${version}`]);
}
const head = [...licences].map(([text, names]) => `${names.join(', ')}\n\n${text}`).join('\n\n');
const script = outputFiles[0].text.trim();
writeFileSync(TARGET, `/*!\nMade by book/editor of\n\n${head}\n*/\n(() => {\n${script}\n`
    + '(window.gristmill = window.gristmill || {}).CodeMirror = bundle;\n})();\n');
console.log(`${TARGET}: ${script.length} bytes of ${[...packages].join(', ')}`);
