// The memories of a captured run, whatever they are made of: each is made when it is first met.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    /** A capture's memories; whoever extends it says by `made(of)` how one is made. */
    gristmill.CapturedMemories = class {
        constructor(capture) {
            this.capture = capture;
            this.memories = capture.memories.map(() => null);
        }

        // Sides of a level, and how many levels, slices or faces there are.
        side(of, slice) {
            const halved = (side) => of.kind === 'texture' ? Math.max(1, side >> slice) : side;
            return [halved(of.width), halved(of.height)];
        }

        slices(of) {
            return { texture: of.levels, volume: of.depth, cube: 6 }[of.kind] || 1;
        }

        memory(number) {
            this.memories[number] = this.memories[number] || this.made(this.capture.memories[number]);
            return this.memories[number];
        }
    };
}());
