// A scene of the library in the page, both eras side by side: played, paused, stepped and begun again, with the mouse in it.
//
// What a robot drives: `[data-scene]` names the scene; `data-state` is `playing`, `paused`, `out of sight` or `closed`; `[data-do="play"]`, `step` and
// `reset` are the buttons, `figure[data-era]` the eras. `place.scene` has `open`, `advance` and the `stages`.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const element = (...parts) => gristmill.show.element(...parts);

    const ERAS = ['fragment', 'compute'];

    // Pixels of a picture's width on a card, by level, and on the emulator.
    const SIDES = [256, 512, 1024];
    const EMULATED = 96;
    const LEVELS = ['small', 'medium', 'large'];

    // Width through height of those that are no squares.
    const ASPECTS = { lattice_boltzmann: 3 };

    // The scene that plays: another one closes it.
    let playing = null;

    /** The pointer over a scene, 0 to 1 from the left and from the top, as in the native windows. */
    class Pointer {
        constructor(places) {
            this.mouse = null;
            places.forEach((place) => {
                place.addEventListener('pointermove', (event) => this.move(place, event));
                place.addEventListener('pointerdown', (event) => {
                    this.move(place, event);
                    this.mouse.pressed = true;
                });
                place.addEventListener('pointerup', () => { this.mouse = this.mouse && { ...this.mouse, pressed: false }; });
                ['pointerleave', 'pointercancel'].forEach((name) => place.addEventListener(name, () => { this.mouse = null; }));
            });
        }

        move(place, { clientX, clientY }) {
            const box = (place.querySelector('canvas') || place).getBoundingClientRect();
            const share = (at, from, length) => Math.min(1, Math.max(0, (at - from) / length));
            const at = [share(clientX, box.left, box.width), share(clientY, box.top, box.height)];
            const { at: before = at, moved = [0, 0], pressed = false } = this.mouse || {};
            this.mouse = { at, moved: [0, 1].map((axis) => moved[axis] + at[axis] - before[axis]), pressed };
        }

        // The mouse for the next frame, whose movement then begins anew.
        take() {
            const { mouse } = this;
            this.mouse = mouse && { ...mouse, moved: [0, 0] };
            return mouse;
        }
    }

    class LiveScene {
        constructor(place, name) {
            this.place = place;
            this.name = name;
            this.card = null;
            this.isOpen = false;
            this.stages = ERAS.map((era) => new gristmill.SceneStage(name, era, ASPECTS[name] || 1));
            this.pointers = this.stages.map((stage) => new Pointer([stage.element]));
            this.build();
        }

        build() {
            const button = (word, action, press) => {
                const made = gristmill.button(word, press);
                made.dataset.do = action;
                return made;
            };
            this.play = button('Play', 'play', () => this.toggle());
            this.play.classList.add('live-first');
            this.steps = button('Step', 'step', () => this.step());
            this.resets = button('Reset', 'reset', () => this.reset());
            this.level = element('select');
            this.level.append(...LEVELS.map((word, level) => Object.assign(element('option', '', word), { value: level })));
            this.level.addEventListener('change', () => {
                this.isChosen = true;
                this.reset();
            });
            this.said = element('p', 'live-quiet');
            this.said.setAttribute('role', 'status');
            this.box = element('section', 'live scene', element('div', 'live-row', this.play, this.steps, this.resets, element('label', '', 'Size ', this.level)),
                element('div', 'scene-eras', ...this.stages.map((stage) => stage.element)), this.said);
            this.box.setAttribute('aria-label', `Scene ${this.name}`);
            // Space pauses, as in the windows, where no button has it already.
            this.box.tabIndex = 0;
            this.box.addEventListener('keydown', (event) => {
                if (event.key === ' ' && event.target === this.box) {
                    event.preventDefault();
                    this.toggle();
                }
            });
            this.place.replaceChildren(this.box);
            this.state('paused');
            this.isInSight = true;
            new IntersectionObserver(([entry]) => this.look(entry.isIntersecting)).observe(this.box);
            document.addEventListener('visibilitychange', () => this.look(this.isInSight));
        }

        state(state) {
            this.place.dataset.state = state;
            this.play.textContent = state === 'playing' ? 'Pause' : 'Play';
        }

        // Nothing is computed where nobody sees it.
        look(isInSight) {
            this.isInSight = isInSight;
            const isSeen = isInSight && document.visibilityState === 'visible';
            if (!isSeen && this.place.dataset.state === 'playing') {
                this.state('out of sight');
            } else if (isSeen && this.place.dataset.state === 'out of sight') {
                this.start();
            }
        }

        // The card, or a sentence where there is none.
        async findCard() {
            if (this.card && !this.card.lost) {
                return this.card;
            }
            try {
                this.card = await gristmill.openGpu();
                this.card.isScene = true;
                await gristmill.load('webgpu_scene');
                this.card.device.addEventListener('uncapturederror', (event) => {
                    event.preventDefault();
                    this.fail(new Error(event.error.message.split('\n')[0]));
                });
                return this.card;
            } catch (error) {
                if (!error.lacks) {
                    throw error;
                }
                this.card = null;
                this.lack = error.message;
                return null;
            }
        }

        /**
         * Opens both eras at their beginning.
         * @param {{level?: number, side?: number}} [options] where they are not the reader's choice
         */
        async open(options = {}) {
            if (playing && playing !== this) {
                await playing.close('Stopped: another scene plays. Play begins anew.');
            }
            playing = this;
            const card = await this.findCard();
            this.level.disabled = !card;
            // A processor that stands for a card begins with few elements, until the reader has chosen.
            if (!this.isChosen) {
                this.level.value = card && !card.isProcessor ? 1 : 0;
            }
            const level = options.level === undefined ? card ? Number(this.level.value) : 0 : options.level;
            const side = options.side || (card ? SIDES[level] : EMULATED);
            this.isOpen = true;
            const refused = [];
            for (const stage of this.stages) {
                stage.said.textContent = 'Loading …';
                await stage.open(card, level, side).catch(async (error) => {
                    if (!card || card.lost) {
                        throw error;
                    }
                    refused.push(`The ${stage.era} era runs on the emulator: ${error.message}`);
                    await stage.open(null, 0, EMULATED);
                });
                stage.said.textContent = `${stage.era[0].toUpperCase()}${stage.era.slice(1)} era, ${stage.elements.toLocaleString('en')} ${this.place.dataset.of || 'elements'}.`;
            }
            const where = card ? `${card.name}, by WebGPU.${card.isProcessor ? ' It is a processor: its frames are not a card’s.' : ''}`
                : `${this.lack} The emulator computes every frame in this page, slowly, at a small size.`;
            this.said.textContent = [where, ...refused].join(' ');
        }

        // Ends with a sentence; the pictures stay.
        async close(sentence) {
            this.state('closed');
            this.isOpen = false;
            this.said.textContent = sentence;
            if (playing === this) {
                playing = null;
            }
            await Promise.all(this.stages.map((stage) => stage.close().catch(() => {})));
            if (this.card) {
                this.card.device.destroy();
                this.card = null;
            }
        }

        async fail(error) {
            const sentence = this.card && this.card.lost ? this.card.lost : error.message;
            if (this.place.dataset.state !== 'closed') {
                await this.close(`${sentence} Play begins anew.`);
            }
        }

        // One thing after another: a button that is pressed while a frame is drawn waits for it.
        after(work) {
            this.last = (this.last || Promise.resolve()).then(work).catch((error) => this.fail(error));
            return this.last;
        }

        toggle() {
            if (this.place.dataset.state === 'playing') {
                this.state('paused');
            } else {
                this.start();
            }
        }

        start() {
            this.state('playing');
            this.after(async () => {
                if (!this.isOpen) {
                    await this.open();
                }
                this.turn = (this.turn || 0) + 1;
                this.stages.forEach((stage, at) => this.loop(stage, this.pointers[at], this.turn));
            });
        }

        // Frames of one era until it is paused; each waits for the display and for the frame before.
        async loop(stage, pointer, turn) {
            let told = 0;
            stage.times.clear();
            while (this.isOpen && this.place.dataset.state === 'playing' && this.turn === turn) {
                await new Promise(requestAnimationFrame);
                await this.frame(stage, pointer.take());
                if (performance.now() - told > 500) {
                    told = performance.now();
                    stage.tell();
                }
            }
        }

        async frame(stage, mouse, steps) {
            // A stage that is drawing has the next frame after this one.
            stage.drawing = (stage.drawing || Promise.resolve()).then(() => (this.isOpen && stage.scene !== null ? stage.advance(mouse, steps) : null));
            const { drawing } = stage;
            stage.drawing = drawing.catch(() => {});
            await drawing.catch((error) => this.fail(error));
        }

        /** One frame of both eras. */
        step() {
            this.state('paused');
            return this.advance(1);
        }

        /**
         * Some frames of both eras, of which the last is drawn.
         * @param {number} steps
         */
        advance(steps) {
            return this.after(async () => {
                if (!this.isOpen) {
                    await this.open();
                }
                for (const [at, stage] of this.stages.entries()) {
                    await this.frame(stage, this.pointers[at].take(), steps);
                }
            });
        }

        /** The beginning again. */
        reset() {
            const { state } = this.place.dataset;
            this.state('paused');
            return this.after(async () => {
                await Promise.all(this.stages.map((stage) => stage.drawing));
                await this.open();
                if (state === 'playing') {
                    this.start();
                }
            });
        }
    }

    /**
     * Puts a scene into a place.
     * @param {Element} place whose `data-scene` names it
     * @returns {LiveScene}
     */
    gristmill.scene = (place) => {
        place.scene = new LiveScene(place, place.dataset.scene);
        return place.scene;
    };
}());
