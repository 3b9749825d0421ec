// The playground: a kernel of the reader's, what it runs on, and what comes of it. Its state is in the address.
//
// What a robot drives: `[data-playground]` holds all of it, and has `data-ready` when it can be used. In it `[data-do="run"]`, `stop`,
// `link`, `empty` and `time` are the buttons, `[data-example]` is the choice of a kernel to begin with, `[data-launch]` the lines of the
// launch, `[data-files]` the input of files, `[data-uniform="NAME"]` the sliders, and `[data-verdict]` says `right`, `found`, `failed`,
// `running`, or nothing. `gristmill.playground` does the same without pressing: `state()`, `set(state)`, `run()`, `link()`.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const PARTS = ['page', 'link', 'files', 'sliders', 'outcome'];
    const TYPING = 400;
    const SLIDING = 150;

    const EMPTY = { file: 'kernel.comp', text: '', launch: '', files: [] };
    const ERAS = [['comp', 'compute'], ['frag', 'fragment'], ['cg', 'fragment, in Cg'], ['hlsl', 'fragment, in HLSL']];

    function element(kind, name, ...inside) {
        return gristmill.show.element(kind, name, ...inside);
    }

    // The lines of a launch as a request has them; what is copied from a kernel's comment is one, too.
    function options(launch) {
        const rows = launch.split('\n').map((row) => row.replace(/^\s*(\/\/|#)\s*run:/, '').trim());
        return rows.filter((row) => row && !row.startsWith('//') && !row.startsWith('#')).map((row) => {
            const [, word, value] = /^(\S+)\s*(.*)$/.exec(row);
            return [word, value];
        });
    }

    /** Puts the playground into an element. */
    function play(place) {
        const { ask, button } = gristmill.page;
        let files = [];
        let running = false;
        let again = false;

        const note = element('p', 'playground-note');
        note.setAttribute('role', 'status');
        const say = (...sentences) => {
            note.textContent = sentences.filter(Boolean).join(' ');
        };

        const examples = element('select', '', new Option('…', ''));
        examples.dataset.example = '';
        const era = element('select', '', ...ERAS.map(([ending, word]) => new Option(word, ending)));
        const begin = element('div', 'live-row', element('label', '', 'Begin with ', examples), element('label', '', 'Era ', era),
            button('Empty', 'empty', () => {
                set(EMPTY);
                editor.focus();
            }));

        const written = element('div', 'live-editor hljs');
        const editor = gristmill.editor(written, {
            text: '', label: 'Text of the kernel; Escape and Tab leave it, Ctrl and Enter run it', onChange: later, onRun: () => run(),
        });

        const launch = element('textarea');
        launch.rows = 4;
        launch.spellcheck = false;
        launch.dataset.launch = '';
        launch.placeholder = 'groups 4\nbuffer Source=random:1024\nuniform n=1000';
        launch.addEventListener('input', later);
        launch.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                run();
            }
        });
        const lines = element('label', 'playground-launch', 'Launch: a setting per line, as behind ', element('code', '', '// run:'),
            ', in whose place it stands', launch);

        const knobs = element('div', 'playground-sliders');
        const slide = gristmill.sliders(knobs, {
            launch: () => launch.value,
            change: (lines) => {
                launch.value = lines;
                soon(SLIDING);
            },
        });

        const chosen = element('input');
        chosen.type = 'file';
        chosen.multiple = true;
        chosen.accept = 'image/*,.npy,.bin';
        chosen.dataset.files = '';
        const held = element('ul', 'playground-files');
        const brought = element('div', 'playground-bring', element('label', '', 'Files: drop them here, or choose ', chosen), held);

        const runs = button('Run', 'run', () => run());
        runs.classList.add('live-first');
        const stops = button('Stop', 'stop', () => gristmill.stop('Stopped.'));
        stops.disabled = true;
        const link = button('Link', 'link', () => share());
        const row = element('div', 'live-row', runs, stops, link);
        const linked = element('div', 'playground-link');
        const outcome = gristmill.outcome({ focus: (line) => editor.focus(line), mark: (marks) => editor.mark(marks) });

        const box = element('section', 'live playground', begin, written, lines, knobs, brought, row, linked, note, outcome.element);
        box.setAttribute('aria-label', 'Playground');
        place.replaceChildren(box);

        function state() {
            return { file: 'kernel.' + era.value, text: editor.text(), launch: launch.value, files };
        }

        function set(given) {
            files = given.files.slice();
            era.value = given.file.split('.').pop();
            launch.value = given.launch;
            launch.rows = Math.min(10, Math.max(4, given.launch.split('\n').length + 1));
            editor.set(given.text);
            editor.mark([]);
            outcome.clear();
            linked.replaceChildren();
            say();
            drawFiles();
            slide(given.text);
        }

        let timer = 0;

        function later() {
            clearTimeout(timer);
            timer = setTimeout(() => slide(editor.text()), TYPING);
        }

        function soon(milliseconds) {
            clearTimeout(timer);
            timer = setTimeout(run, milliseconds);
        }

        function drawFiles() {
            held.replaceChildren(...files.map((file) => {
                const bytes = Math.floor(file.base64.replace(/=+$/, '').length * 3 / 4);
                return element('li', '', element('code', '', file.name), ' ' + bytes.toLocaleString('en') + ' bytes ', button('Remove', 'remove', () => {
                    files = files.filter((other) => other !== file);
                    drawFiles();
                }));
            }));
        }

        async function bring(given) {
            const said = [];
            for (const one of given) {
                try {
                    const { note, size, ...file } = await gristmill.file(one);
                    files = [...files.filter((other) => other.name !== file.name), file];
                    const used = gristmill.file.use({ ...file, size }, editor.text(), launch.value);
                    launch.value = used.launch;
                    said.push(note, used.said);
                } catch (error) {
                    said.push(error.message);
                }
            }
            drawFiles();
            slide(editor.text());
            say(...said);
        }

        async function share() {
            const address = await keep();
            const field = element('input');
            field.readOnly = true;
            field.value = address;
            field.setAttribute('aria-label', 'The link');
            const length = address.length.toLocaleString('en') + ' characters';
            const sentence = element('p');
            linked.replaceChildren(field, sentence);
            if (address.length > gristmill.link.longest) {
                sentence.textContent = 'The link has ' + length + ', browsers take ' + gristmill.link.longest.toLocaleString('en')
                    + '; leave files out, and send them beside it.';
                return address;
            }
            try {
                await navigator.clipboard.writeText(address);
                sentence.textContent = 'The link is copied; it has ' + length + '. It holds the kernel, its launch and its files.';
            } catch (error) {
                field.select();
                sentence.textContent = 'The link has ' + length + '; copy it from the field or from the address.';
            }
            return address;
        }

        // Puts the state into the address, where that takes it.
        async function keep() {
            const hash = await gristmill.link.of(state());
            const address = location.href.split('#')[0] + hash;
            if (address.length <= gristmill.link.longest) {
                history.replaceState(null, '', hash);
            }
            return address;
        }

        function request() {
            const { file, text, launch } = state();
            const said = text + '\n' + launch;
            return { name: file, text, options: options(launch), files: files.filter(({ name }) => said.includes(name)) };
        }

        // One run after another: what changes while one runs is run behind it.
        async function run() {
            if (running) {
                again = true;
                return null;
            }
            running = true;
            again = false;
            clearTimeout(timer);
            stops.disabled = false;
            say();
            outcome.begin();
            const asked = request();
            let answer = null;
            try {
                slide(asked.text);
                await keep();
                answer = await ask({ do: 'launch', counted: true, ...asked });
                outcome.tell(asked, answer);
            } catch (error) {
                outcome.fail(asked, error);
            } finally {
                running = false;
                stops.disabled = true;
            }
            return again ? run() : answer;
        }

        async function come() {
            const given = await gristmill.link.read(location.hash);
            if (given) {
                set(given);
                run();
            }
            return Boolean(given);
        }

        const damaged = (error) => {
            set(EMPTY);
            say(error.message);
            return true;
        };

        chosen.addEventListener('change', () => {
            bring([...chosen.files]).then(() => {
                chosen.value = '';
            });
        });
        for (const name of ['dragover', 'drop']) {
            box.addEventListener(name, (event) => {
                if (event.dataTransfer && [...event.dataTransfer.types].includes('Files')) {
                    event.preventDefault();
                    event.stopPropagation();
                    box.classList.toggle('playground-over', name === 'dragover');
                    if (name === 'drop') {
                        bring([...event.dataTransfer.files]);
                    }
                }
            }, true);
        }
        box.addEventListener('dragleave', () => box.classList.remove('playground-over'));
        window.addEventListener('hashchange', () => come().catch(damaged));

        gristmill.playground = {
            state,
            set: (given) => set({ ...EMPTY, ...given }),
            run,
            link: share,
            bring,
        };

        ask({ do: 'examples' }).then(async (answer) => {
            const known = answer.examples.map((example) => ({
                ...EMPTY, file: example.file, text: example.text, launch: example.options.map((option) => option.join(' ')).join('\n'),
            }));
            examples.append(...answer.examples.map(({ title }, i) => new Option(title, i)));
            examples.addEventListener('change', () => {
                if (examples.value) {
                    set(known[examples.value]);
                    run();
                }
            });
            if (!await come().catch(damaged)) {
                examples.value = '0';
                set(known[0]);
            }
            place.dataset.ready = '';
        }).catch((error) => say(error.message));
    }

    gristmill.style('playground');
    const place = document.querySelector('[data-playground]');
    if (place) {
        Promise.all(PARTS.map(gristmill.load)).then(() => play(place));
    }
}());
