// Finds the library's kernels in a page and makes them run. A book that was built without the emulator stays as it is: its pages do not
// say `gristmill.live`, and ask for nothing that is not there.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const folder = new URL('live/', document.currentScript.src);
    const page = location.pathname.split('/').pop().replace(/\.html$/, '');

    /** What the pages load when it is asked for, in this order; a part that is not there is left out. */
    gristmill.parts = [
        'zstd', 'module_files', 'engine', 'codemirror', 'editor', 'shown', 'sliders', 'uniforms', 'frame', 'panel', 'outcome', 'experiment', 'time', 'launches', 'webgl', 'card', 'puzzles',
        'playground', 'your_card', 'course_packs',
    ];

    // Parts that have a page of their own, and are loaded by no other.
    const PAGES = ['puzzles', 'playground', 'your_card', 'course_packs'];

    const loads = {};

    /**
     * Loads a script of the folder `live`, once.
     * @param {string} name without its ending
     * @returns {Promise<boolean>} whether it is there
     */
    gristmill.load = (name) => {
        loads[name] = loads[name] || new Promise((resolve) => {
            const script = document.createElement('script');
            script.src = new URL(name + '.js', folder).href;
            script.onload = () => resolve(true);
            script.onerror = () => resolve(false);
            document.head.append(script);
        });
        return loads[name];
    };

    /**
     * Loads a style sheet of the folder `live`, once.
     * @param {string} name without its ending
     */
    gristmill.style = (name) => {
        const href = new URL(name + '.css', folder).href;
        if (![...document.styleSheets].some((sheet) => sheet.href === href)) {
            const link = document.createElement('link');
            link.rel = 'stylesheet';
            link.href = href;
            document.head.append(link);
        }
    };

    let started = null;

    /**
     * Loads all parts.
     * @returns {Promise<void>}
     */
    gristmill.start = () => {
        started = started || (async () => {
            for (const part of gristmill.parts) {
                if (!PAGES.includes(part) || part === page) {
                    await gristmill.load(part);
                }
            }
        })();
        return started;
    };

    /**
     * The name of a text in the table of kernels: FNV-1a of its bytes, without the blank space behind it.
     * @param {string} text
     * @returns {string} eight hexadecimal digits
     */
    gristmill.hash = (text) => {
        let hash = 0x811c9dc5;
        for (const byte of new TextEncoder().encode(text.trimEnd())) {
            hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
        }
        return hash.toString(16).padStart(8, '0');
    };

    function button(word, press) {
        const made = document.createElement('button');
        made.type = 'button';
        made.textContent = word;
        made.addEventListener('click', press);
        return made;
    }

    // Experiments measure: no way of an algorithm runs their kernels.
    const isExperiment = (path) => path.includes('/experiments/');

    // Half of a pair of a vertex and a fragment kernel; a launch is of one.
    function isHalf(path) {
        const other = path.replace(/\.(vert|frag)$/, (ending) => ending === '.vert' ? '.frag' : '.vert');
        return other !== path && Object.values(gristmill.kernels).includes(other);
    }

    // The row below a whole kernel: what it loads comes with the first press.
    function offer(block, path) {
        const row = document.createElement('div');
        row.className = 'live-row live-offer';
        const open = async (run, line) => {
            row.querySelectorAll('button').forEach((one) => { one.disabled = true; });
            row.append('Loading …');
            await gristmill.start();
            row.remove();
            const made = (isExperiment(path) ? gristmill.experiment : gristmill.panel)(block, { path });
            block.live = made.focus;
            made.focus(line);
            if (run) {
                made.run();
            }
        };
        row.append(button('Run', () => open(true)), button('Edit', () => open(false)));
        row.firstChild.classList.add('live-first');
        block.closest('pre').after(row);
        block.live = (line) => open(false, line);
    }

    // The row below a compute kernel that says itself what it is run on: it is shown in time.
    function offerTime(block, text) {
        const named = /^\/\/ (\w+):/m.exec(text);
        const row = document.createElement('div');
        row.className = 'live-row live-offer';
        const made = button('Time', async () => {
            made.disabled = true;
            row.append('Loading …');
            await gristmill.start();
            row.replaceChildren();
            row.className = '';
            if (gristmill.time) {
                gristmill.time(row, { name: (named && named[1] !== 'run' ? named[1] : 'kernel') + '.comp', text, options: [] });
            }
        });
        row.append(made);
        block.closest('pre').after(row);
    }

    const saysItself = (text) => /^#version/.test(text) && /^\/\/ run:/m.test(text) && /\blocal_size_x\b/.test(text);

    // A few lines of a kernel lead to the whole of it, where the page has it.
    function refer(block, text, whole) {
        const link = document.createElement('button');
        link.type = 'button';
        link.className = 'live-whole';
        link.textContent = 'Edit the whole kernel';
        link.addEventListener('click', () => {
            for (let fold = whole.closest('details'); fold; fold = fold.parentElement.closest('details')) {
                fold.open = true;
            }
            const before = whole.textContent.slice(0, whole.textContent.indexOf(text));
            whole.live(before.split('\n').length);
        });
        block.closest('pre').after(link);
    }

    // A whole kernel that is not of the library says in its comments how it is launched: the playground does that.
    function lend(block, text, ending) {
        const [, name] = text.match(/^\/\/ (\w+):/m) || [null, 'kernel'];
        const file = name + '.' + ending;
        const row = document.createElement('div');
        row.className = 'live-row live-offer';
        row.append(button('Open in the playground', async () => {
            await gristmill.load('link');
            const hash = await gristmill.link.of({ file, text, launch: '', files: [] });
            location.assign(new URL('../playground.html', folder).href + hash);
        }));
        block.closest('pre').after(row);
    }

    // A chapter's table of ways has a button for the reader's card; the figure below it names the algorithm.
    function offerTables() {
        for (const table of document.querySelectorAll('main table')) {
            const heads = [...table.querySelectorAll('th')].map((head) => head.textContent);
            const figure = [...document.querySelectorAll('main img')].map((image) => /^(\w+): the time of a run/.exec(image.alt)).find(Boolean);
            if (heads[0] !== 'rung' || !heads.includes('median time') || !figure) {
                continue;
            }
            const place = document.createElement('div');
            const row = document.createElement('div');
            row.className = 'live-row live-offer live-under-table';
            const made = button('Times of my card', async () => {
                made.disabled = true;
                await gristmill.start();
                await gristmill.load('card_table');
                await gristmill.cardTable(table, figure[1], place);
                made.disabled = false;
            });
            row.append(made);
            (table.closest('.table-wrapper') || table).after(row, place);
        }
    }

    // A scene is loaded with the first press.
    function offerScenes(scenes) {
        for (const place of scenes) {
            const row = document.createElement('div');
            row.className = 'live-row';
            row.append(button('Play', async () => {
                row.replaceChildren('Loading …');
                await gristmill.start();
                await gristmill.load('scene_stage');
                await gristmill.load('scene');
                gristmill.scene(place).start();
            }));
            row.firstChild.classList.add('live-first');
            place.replaceChildren(row);
        }
    }

    function find() {
        const listings = [...document.querySelectorAll('main pre > code.language-glsl')].map((block) => {
            const text = block.textContent.trimEnd();
            return { block, text, path: gristmill.kernels[gristmill.hash(text)] };
        });
        const wholes = listings.filter(({ path }) => path && !(isExperiment(path) && isHalf(path)));
        for (const { block, path } of wholes) {
            offer(block, path);
        }
        for (const { block, text, path } of listings.filter(({ path }) => !path)) {
            if (saysItself(text)) {
                offerTime(block, text);
                continue;
            }
            const whole = wholes.find((whole) => whole.text.includes(text));
            if (whole) {
                refer(block, text, whole.block);
            } else if (!path && text.startsWith('#version') && text.includes('\n// run:')) {
                lend(block, text, /\blocal_size_x\b/.test(text) ? 'comp' : 'frag');
            }
        }
        for (const language of ['cg', 'hlsl']) {
            for (const block of document.querySelectorAll('main pre > code.language-' + language)) {
                lend(block, block.textContent.trimEnd(), language);
            }
        }
    }

    // The page's own keys turn pages and open the search: they are not meant where something is edited or pointed at.
    document.querySelector('main').addEventListener('keydown', (event) => {
        if (event.target.closest('.live, .cm-editor, input, select, textarea')) {
            event.stopPropagation();
        }
    });

    // A link may have the results of a card in it.
    async function showLinked() {
        await gristmill.start();
        await gristmill.load('link');
        await gristmill.load('card_link');
        await gristmill.cardLink.show();
    }

    // All chapters in one page are for paper.
    const blocks = document.querySelector('main pre > code.language-glsl');
    const scenes = document.querySelectorAll('[data-scene]');
    if (!gristmill.live || page === 'print' || !(blocks || scenes.length || PAGES.includes(page))) {
        return;
    }
    gristmill.load('kernels').then(() => {
        if (!gristmill.kernels) {
            return;
        }
        find();
        offerTables();
        offerScenes(scenes);
        if (PAGES.includes(page)) {
            gristmill.start();
        }
        if (location.hash.startsWith('#card=')) {
            showLinked();
        }
    });
}());
