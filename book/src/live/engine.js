// The page's WebAssembly modules, each in a worker: one request after another, and a new worker where one was ended.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    /** Milliseconds that a request may run. */
    gristmill.patience = gristmill.patience || 30000;

    // The first kernel pays for the compiler's tables of names.
    const WARM = { do: 'run', algorithm: 'saxpy', way: 'fragment', size: 4 };

    // A module of one function that makes a vector.
    const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

    // Runs in the worker, as text: nothing of the page is known there.
    function work() {
        const OK = 0, NOT_SUPPORTED = 52;
        let said = '';
        let main = null;
        let cg = null;

        // A module that runs: `ask` passes it a text and returns its answer.
        function runModule(module) {
            let exports = null;
            const view = () => new DataView(exports.memory.buffer);
            const bytesAt = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
            const textAt = (at, length) => new TextDecoder().decode(bytesAt(at, length).slice());
            const nothing = (count, bytes) => {
                view().setUint32(count, 0, true);
                view().setUint32(bytes, 0, true);
                return OK;
            };
            const files = moduleFiles(view, bytesAt);
            // The few calls of WASI that the modules make, and the page's one; the others say that they are not there.
            const system = {
                ...files.calls,
                fd_write(file, parts, count, written) {
                    let bytes = 0;
                    for (let i = 0; i < count; i++) {
                        const at = view().getUint32(parts + 8 * i, true);
                        const length = view().getUint32(parts + 8 * i + 4, true);
                        said += textAt(at, length);
                        bytes += length;
                    }
                    view().setUint32(written, bytes, true);
                    return OK;
                },
                clock_time_get(clock, precision, at) {
                    const milliseconds = clock === 0 ? Date.now() : performance.now();
                    view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
                    return OK;
                },
                clock_res_get(clock, at) {
                    view().setBigUint64(at, 1000n, true);
                    return OK;
                },
                random_get(at, length) {
                    for (let from = 0; from < length; from += 65536) {
                        crypto.getRandomValues(bytesAt(at + from, Math.min(65536, length - from)));
                    }
                    return OK;
                },
                args_sizes_get: nothing,
                environ_sizes_get: nothing,
                args_get: () => OK,
                environ_get: () => OK,
                sched_yield: () => OK,
                proc_exit(code) {
                    throw new Error(said || 'it ended with code ' + code);
                },
                // The emulator's question to the module that reads Cg: null where it is not loaded.
                ask_cg(at, length) {
                    if (!cg) {
                        return 0;
                    }
                    const answer = new TextEncoder().encode(cg.ask(textAt(at, length)));
                    const there = exports.live_alloc(answer.length + 4);
                    view().setUint32(there >>> 0, answer.length, true);
                    bytesAt((there >>> 0) + 4, answer.length).set(answer);
                    return there;
                },
            };
            const imports = {};
            for (const { module: from, name } of WebAssembly.Module.imports(module)) {
                imports[from] = imports[from] || {};
                imports[from][name] = system[name] || (() => NOT_SUPPORTED);
            }
            // What is small enough may be made at once, and then nothing comes in between.
            exports = new WebAssembly.Instance(module, imports).exports;
            exports._initialize();
            const ask = (request) => {
                const bytes = new TextEncoder().encode(request);
                const at = exports.live_alloc(bytes.length);
                bytesAt(at, bytes.length).set(bytes);
                const answer = exports.live_ask(at, bytes.length);
                exports.live_free(at, bytes.length);
                const length = view().getUint32(answer >>> 0, true);
                const text = textAt((answer >>> 0) + 4, length);
                exports.live_free(answer, length + 4);
                return text;
            };
            return { ask, give: files.give };
        }

        const begin = ({ module, warm }) => {
            main = runModule(module);
            postMessage({ began: true });
            if (warm) {
                main.ask(warm);
            }
        };
        onmessage = ({ data }) => {
            try {
                if (data.cg) {
                    cg = runModule(data.cg);
                } else if (data.files) {
                    main.give(data.files);
                } else if (data.module) {
                    begin(data);
                } else {
                    postMessage({ answer: main.ask(data.request) });
                }
            } catch (error) {
                postMessage({ broke: String(error && error.message || error), said });
            }
        };
    }

    // Where the browser lacks something, the sentence that says what.
    function lacking() {
        if (typeof WebAssembly !== 'object') {
            return 'This browser runs no WebAssembly, which the emulator is; another browser, or `gristmill check`, runs the kernel.';
        }
        if (!WebAssembly.validate(new Uint8Array(SIMD))) {
            return 'This browser runs WebAssembly without its vectors (SIMD), which the emulator uses; any browser since 2023 has them.';
        }
        return null;
    }

    // The modules by the names of their scripts: several workers share one.
    const compiled = {};

    // Loads and compiles a module: `what` it is called.
    async function compile(name, what) {
        const lack = lacking();
        if (lack) {
            throw new Error(lack);
        }
        await gristmill.load(name);
        if (!gristmill[name]) {
            throw new Error(`This copy of the book has no ${what} in it; \`cargo run -- book\` builds one that has.`);
        }
        const packed = atob(gristmill[name]);
        gristmill[name] = null;
        const bytes = new Uint8Array(packed.length);
        for (let i = 0; i < bytes.length; i++) {
            bytes[i] = packed.charCodeAt(i);
        }
        try {
            return await WebAssembly.compile(gristmill.zstd.decompress(bytes));
        } catch (error) {
            throw new Error(`This browser cannot compile the ${what}: ${error.message}; a newer one can.`);
        }
    }

    function findModule(name, what) {
        compiled[name] = compiled[name] || compile(name, what);
        return compiled[name];
    }

    // A request, or a file that the module has, with a name whose text the module of Cg reads.
    const HAS_CG = /\.(cg|hlsl|fx|cgfx)\b/i;

    // A module in a worker: `name` is that of its script, `what` it is called, `warm` its first request, `late` ends it after too long a time.
    function start({ name, what, warm, late }) {
        const BROKEN = `The ${what} broke off: `;
        const WAITED = `The ${what} was started again while this waited; run it once more.`;
        let worker = null;
        let began = null;
        let readsCg = false;
        let given = null;
        let hasGiven = true;
        const waiting = [];
        let running = null;

        // The worker, with the module in it.
        async function begin() {
            const module = await findModule(name, what);
            if (worker) {
                return;
            }
            readsCg = false;
            hasGiven = !given;
            const source = URL.createObjectURL(new Blob(['const moduleFiles = ' + gristmill.moduleFiles + ';\n(' + work + ')();'], { type: 'text/javascript' }));
            const made = worker = new Worker(source);
            await new Promise((resolve, reject) => {
                made.onmessage = ({ data }) => {
                    URL.revokeObjectURL(source);
                    if (data.began) {
                        resolve();
                    } else if (data.broke !== undefined) {
                        const sentence = broke(data);
                        end(sentence, WAITED);
                        reject(new Error(sentence));
                    } else {
                        answered(data.answer);
                    }
                };
                made.onerror = (event) => {
                    event.preventDefault();
                    end(BROKEN + event.message, WAITED);
                    reject(new Error(BROKEN + event.message));
                };
                made.ended = reject;
                made.postMessage({ module, warm: warm && JSON.stringify(warm) });
            });
        }

        // Gives the module files, before its next request; a worker that is started again gets them, too.
        function giveFiles(files) {
            given = files;
            hasGiven = false;
        }

        // The worker, with its files, and with the module of Cg where a request needs it.
        async function prepare(request) {
            await begin();
            if (!hasGiven) {
                hasGiven = true;
                worker.postMessage({ files: given });
            }
            const hasCg = (text) => HAS_CG.test(text);
            if (name === 'module' && !readsCg && (hasCg(request) || Object.keys(given || {}).some(hasCg))) {
                const cg = await findModule('cg', 'reader of Cg');
                readsCg = true;
                worker.postMessage({ cg });
            }
        }

        // A trap in words that a reader can do something with.
        function broke({ broke: message, said }) {
            if (/memory allocation of (\d+) bytes/.test(said)) {
                return BROKEN + 'it had no room for ' + RegExp.$1 + ' bytes more; ask for less.';
            }
            if (/call stack|recursion/i.test(message) || /out of bounds/.test(message)) {
                return BROKEN + 'the kernel is nested more deeply than it can follow in a browser; part its longest expression.';
            }
            const panic = said.match(/panicked at [^\n]*\n([^\n]+)/);
            return BROKEN + (panic ? panic[1] : message) + '; it was started again.';
        }

        function next() {
            if (running || !waiting.length) {
                return;
            }
            const asked = running = waiting.shift();
            prepare(asked.request).then(() => {
                if (running !== asked) {
                    return;
                }
                asked.timer = setTimeout(() => {
                    late('Stopped after ' + gristmill.patience / 1000 + ' seconds; a smaller size takes less.');
                }, gristmill.patience);
                worker.postMessage({ request: asked.request });
            }, (error) => {
                if (running === asked) {
                    running = null;
                    asked.reject(error);
                    next();
                }
            });
        }

        function answered(text) {
            const asked = running;
            running = null;
            if (asked) {
                clearTimeout(asked.timer);
                asked.resolve(JSON.parse(text));
            }
            next();
        }

        // Ends the worker; what ran and what waited is told why.
        function end(sentence, others) {
            const ended = worker;
            worker = null;
            began = null;
            const asked = [running, ...waiting.splice(0)].filter(Boolean);
            running = null;
            if (ended) {
                ended.terminate();
                ended.ended(new Error(sentence));
            }
            asked.forEach((one, i) => {
                clearTimeout(one.timer);
                one.reject(new Error(i === 0 ? sentence : others || sentence));
                if (one.onRestart) {
                    one.onRestart();
                }
            });
        }

        const ask = (request, options) => new Promise((resolve, reject) => {
            const onRestart = options && options.onRestart;
            waiting.push({ request: JSON.stringify(request), resolve, reject, onRestart, timer: 0 });
            next();
        });
        const ready = () => {
            began = began || begin();
            began.catch(() => { began = null; });
            return began;
        };
        return { ask, ready, end, giveFiles };
    }

    const stop = (sentence) => gristmill.stop(sentence);
    const emulator = start({ name: 'module', what: 'emulator', warm: WARM, late: stop });
    const translator = start({ name: 'wgsl', what: 'translator to WGSL', late: stop });

    // Scenes hold what they show from frame to frame, so nothing but them ends their worker.
    const scenes = start({ name: 'module', what: 'scene', late: (sentence) => scenes.end(sentence) });

    /**
     * Asks the emulator; requests are answered one after another.
     * @param {object} request as crates/live/README.md lists them
     * @param {{onRestart?: function}} [options] `onRestart` is called where the worker was ended before the answer came
     * @returns {Promise<object>} the answer; refused with a sentence where the emulator broke off or was stopped
     */
    gristmill.ask = emulator.ask;

    /**
     * Gives the emulator the files of a folder, as a course pack is read from them.
     * @param {Object<string, Uint8Array>} files by their paths, without a `/` before them
     */
    gristmill.giveFiles = emulator.giveFiles;

    /**
     * The emulator, loaded and begun.
     * @returns {Promise<void>} refused with a sentence where this browser cannot run it
     */
    gristmill.ready = emulator.ready;

    /**
     * Translates the stages of a captured program to WGSL; its module comes with the first request.
     * @param {{stages: object[], formats: object, squares: boolean}} request
     * @returns {Promise<{stages: object[]}>}
     */
    gristmill.translate = translator.ask;

    /**
     * Asks the worker of the scenes.
     * @param {object} request `scene_open`, `scene_frame` or `scene_close`
     * @param {{onRestart?: function}} [options]
     * @returns {Promise<object>} the answer; its error is thrown
     */
    gristmill.askScene = async (request, options) => {
        const answer = await scenes.ask(request, options);
        if (answer.error) {
            throw new Error(answer.error);
        }
        return answer;
    };

    /**
     * Ends what runs and what waits; the next request begins anew.
     * @param {string} [sentence] what those who asked are told
     */
    gristmill.stop = (sentence) => {
        emulator.end(sentence || 'Stopped.');
        translator.end(sentence || 'Stopped.');
    };

    window.addEventListener('pagehide', () => {
        gristmill.stop('The page was left.');
        scenes.end('The page was left.');
    });
}());
