// Bundles what the pages use of others' packages, with the licence of each package that is in it.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';

// The file here that lists the parts, and what the pages call them.
const BUNDLES = { codemirror: 'CodeMirror', zstd: 'zstd' };

for (const [file, name] of Object.entries(BUNDLES)) {
    const target = `../src/live/${file}.js`;
    const { outputFiles, metafile } = await build({
        entryPoints: [`${file}.js`],
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
    writeFileSync(target, `/*!\nMade by book/bundles of\n\n${head}\n*/\n(() => {\n${script}\n`
        + `(window.gristmill = window.gristmill || {}).${name} = bundle;\n})();\n`);
    console.log(`${target}: ${script.length} bytes of ${[...packages].join(', ')}`);
}
