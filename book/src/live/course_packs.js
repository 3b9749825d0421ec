// A course pack in its page: the example's, or a folder of the reader's own. The judge is the emulator's module, and no file leaves the page.
//
// What a robot drives: `[data-course]` holds all of it; `[data-do="example"]` and `[data-do="folder"]` open a pack, and then `[data-tasks]`
// has what the puzzles' page has.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    // Where the module's files have the pack, as crates/live/src/course.rs reads it.
    const FOLDER = 'course/';
    const MOST_BYTES = 64 << 20;

    const element = (...words) => gristmill.show.element(...words);

    // The files of a folder that the reader chose, by their paths below it.
    async function readFolder(files) {
        const bytes = files.reduce((sum, file) => sum + file.size, 0);
        if (bytes > MOST_BYTES) {
            throw new Error(`This folder has ${Math.round(bytes / 1e6)} MB, and 64 MB is the most; choose the folder of a pack, with pack.toml in it.`);
        }
        const read = files.map(async (file) => {
            const path = file.webkitRelativePath.split('/').slice(1).join('/');
            return [path, new Uint8Array(await file.arrayBuffer())];
        });
        return Object.fromEntries(await Promise.all(read));
    }

    // The tasks of the pack whose files the module has.
    function packTasks(title) {
        const { ask } = gristmill.page;
        return {
            word: 'tasks',
            async list() {
                return (await ask({ do: 'course' })).tasks.map((task) => ({ ...task, part: title }));
            },
            find: (name) => ask({ do: 'course_task', name }),
            judge: (name, text) => ask({ do: 'course_judge', name, text }),
            solve: (name) => ask({ do: 'course_solution', name }),
            describe: ({ name }) => [element('code', '', name), ' of ', title],
            key: (name) => title + '/' + name,
        };
    }

    function begin(place) {
        const { button, ask } = gristmill.page;
        const status = element('p', 'puzzle-note');
        status.setAttribute('role', 'status');
        const tasks = element('div', '');
        tasks.dataset.tasks = '';
        const picker = element('input', '');
        picker.type = 'file';
        picker.webkitdirectory = true;
        picker.hidden = true;

        async function open(read) {
            status.textContent = '';
            delete tasks.dataset.ready;
            tasks.replaceChildren();
            try {
                const files = await read();
                gristmill.giveFiles(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [FOLDER + path, bytes])));
                const { title } = await ask({ do: 'course' });
                await gristmill.play(tasks, packTasks(title));
            } catch (error) {
                status.textContent = (error.message || String(error)).replaceAll('/' + FOLDER, '');
            }
        }

        async function readExample() {
            await gristmill.load('example_pack');
            const encoder = new TextEncoder();
            return Object.fromEntries(Object.entries(gristmill.example_pack).map(([path, text]) => [path, encoder.encode(text)]));
        }

        const example = button('Open the example', 'example', () => open(readExample));
        example.classList.add('live-first');
        const folder = button('Open a folder', 'folder', () => picker.click());
        picker.addEventListener('change', () => {
            if (picker.files.length) {
                open(() => readFolder([...picker.files]));
            }
        });
        place.replaceChildren(element('div', 'live-row', example, folder, picker), status, tasks);
    }

    const place = document.querySelector('[data-course]');
    if (place) {
        Promise.all(['page', 'markdown', 'progress', 'puzzles'].map(gristmill.load)).then(() => begin(place));
    }
}());
