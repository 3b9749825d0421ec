// One era of a scene with its canvas: on the reader's card, or on the emulator.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const element = (...parts) => gristmill.show.element(...parts);

    // Milliseconds whose frames are counted.
    const SECOND = 1000;

    // Milliseconds between two pictures of a display, and how much of a frame is all of it.
    const REFRESH = 1000 / 60;
    const NEARLY = 1.15;

    const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

    // What a frame's parts are called where they bound it.
    const PARTS = {
        host: 'the host’s code in this page', sending: 'handing over the launches', card: 'the card', processor: 'the processor that stands for a card',
        emulator: 'the emulator',
    };

    /** Frames of the last second: their rate and what bounds it. */
    gristmill.FrameTimes = class {
        constructor() {
            this.frames = [];
        }

        // Adds a frame that ended at a time, with milliseconds of its parts by name.
        add(now, parts) {
            this.frames.push({ now, parts });
            this.frames = this.frames.filter((frame) => frame.now > now - SECOND || frame === this.frames[this.frames.length - 2]).slice(-200);
        }

        clear() {
            this.frames = [];
        }

        /** In words; empty before the second frame. */
        words() {
            const gaps = this.frames.slice(1).map(({ now }, i) => now - this.frames[i].now);
            if (!gaps.length) {
                return '';
            }
            const gap = Math.max(median(gaps), 1);
            const rate = Number((SECOND / gap).toPrecision(2));
            const parts = Object.keys(this.frames[0].parts).map((name) => ({ name, time: median(this.frames.map((frame) => frame.parts[name])) }));
            const longest = parts.sort((a, b) => b.time - a.time)[0];
            const each = parts.filter(({ time }) => time >= 0.05).map(({ name, time }) => `${PARTS[name]} ${Number(time.toPrecision(2))}\u00a0ms`).join(', ');
            const bound = gap < REFRESH * NEARLY ? 'the display' : PARTS[longest.name];
            return `${rate} frame${rate === 1 ? '' : 's'} a second, bounded by ${bound}: ${each}.`;
        }
    };

    /**
     * One era of a scene.
     * @param {string} era
     * @param {number} side of its picture in pixels
     */
    gristmill.SceneStage = class {
        constructor(name, era, aspect) {
            this.name = name;
            this.era = era;
            this.aspect = aspect;
            this.times = new gristmill.FrameTimes();
            this.said = element('figcaption', 'live-quiet');
            this.element = element('figure', 'scene-era', this.said);
            this.element.dataset.era = era;
            this.scene = null;
            this.run = null;
        }

        // A canvas of the picture's size in the place of the one before: a canvas has one kind of context for ever.
        canvas(side) {
            const made = element('canvas');
            made.width = side;
            made.height = Math.round(side / this.aspect);
            made.setAttribute('aria-label', `${this.name}, ${this.era} era`);
            made.setAttribute('role', 'img');
            const before = this.element.querySelector('canvas');
            if (before) {
                before.replaceWith(made);
            } else {
                this.element.prepend(made);
            }
            return made;
        }

        /**
         * Opens the scene.
         * @param {?object} card as `gpu.open` gives it; the emulator where there is none
         * @param {number} level of its size
         * @param {number} side of its picture in pixels
         * @param {boolean} [numbers] whether the emulator's colours are told as numbers, too
         */
        async open(card, level, side, numbers) {
            await this.close();
            const canvas = this.canvas(side);
            const request = { do: 'scene_open', name: this.name, era: this.era, level, width: canvas.width, height: canvas.height, numbers };
            this.card = card;
            this.numbered = numbers;
            if (card) {
                const limits = gristmill.gpu.libraryLimits(card);
                this.format = navigator.gpu.getPreferredCanvasFormat();
                this.context = canvas.getContext('webgpu');
                this.context.configure({ device: card.device, format: this.format, alphaMode: 'opaque' });
                this.run = new gristmill.gpu.SceneRun(card);
                await this.take(await gristmill.askScene({ ...request, commands: true, limits }));
            } else {
                this.context = canvas.getContext('2d');
                await this.take(await gristmill.askScene(request));
            }
        }

        // Draws a frame that the module has answered with.
        async take(frame) {
            if (frame.scene !== undefined) {
                this.scene = frame.scene;
                this.elements = frame.elements;
            }
            if (this.run) {
                await this.run.frame(frame);
                this.run.show(this.context, this.format);
            } else {
                const { width, height, rgba } = frame.picture;
                const bytes = Uint8ClampedArray.from(gristmill.bytes(rgba));
                for (let i = 3; i < bytes.length; i += 4) {
                    bytes[i] = 255;
                }
                this.context.putImageData(new ImageData(bytes, width, height), 0, 0);
                this.held = frame.numbers && new Float32Array(gristmill.bytes(frame.numbers).buffer);
            }
        }

        /**
         * Advances and draws.
         * @param {?object} mouse `{at, moved, pressed}`
         * @param {number} [steps] frames of the scene, of which the last is drawn
         */
        async advance(mouse, steps = 1) {
            const began = performance.now();
            const frame = await gristmill.askScene({ do: 'scene_frame', scene: this.scene, steps, mouse, numbers: this.numbered });
            const told = performance.now();
            await this.take(frame);
            const sent = performance.now();
            if (!this.run) {
                this.times.add(sent, { emulator: sent - began });
                return;
            }
            await this.card.device.queue.onSubmittedWorkDone();
            const now = performance.now();
            this.times.add(now, { host: told - began, sending: sent - told, [this.card.isProcessor ? 'processor' : 'card']: now - sent });
        }

        /** Says how quick the era is, or what went wrong. */
        tell(sentence) {
            const words = sentence || this.times.words();
            if (words) {
                this.said.textContent = `${this.era[0].toUpperCase()}${this.era.slice(1)} era: ${words}`;
            }
        }

        /** The colours of the present picture, four numbers for each pixel. */
        async numbers() {
            return this.run ? this.run.numbers() : this.held;
        }

        /** Frees what it holds; the last picture stays. */
        async close() {
            const { scene, run } = this;
            this.scene = this.run = null;
            this.times.clear();
            if (run) {
                run.free();
            }
            if (scene !== null) {
                await gristmill.askScene({ do: 'scene_close', scene });
            }
        }
    };
}());
