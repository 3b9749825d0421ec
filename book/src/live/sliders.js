// A slider of a number, and sliders for those of a launch: each changes the line that says its uniform, or adds one over the kernel's comment.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    const LINE = /^\s*uniform\s+(\w+)\s*=\s*([-+.\deE]+)\s*$/;
    const COMMENT = /^\s*\/\/\s*run:(.*)$/;

    // Uniforms that are one number, with their values, those of the launch over those of the kernel.
    function said(text, launch) {
        const values = new Map();
        const comments = text.split('\n').map((row) => (COMMENT.exec(row) || ['', ''])[1]);
        for (const row of [...comments, ...launch.split('\n')]) {
            const [, name, value] = LINE.exec(row) || [];
            if (name && Number.isFinite(Number(value))) {
                values.set(name, value);
            }
        }
        return values;
    }

    // What the kernel declares it as; what is declared elsewhere is as its value is.
    function kind(text, name, value) {
        const found = new RegExp('\\buniform\\s+(?:(?:highp|mediump|lowp)\\s+)?(float|int|uint)\\s+(?:\\w+\\s*,\\s*)*' + name + '\\b').exec(text);
        return found ? found[1] : /^[-+]?\d+$/.test(value) ? 'int' : 'float';
    }

    // The least and the greatest whole numbers that there are.
    const BOUNDS = { int: [-(2 ** 31), 2 ** 31 - 1], uint: [0, 2 ** 32 - 1] };

    function range(of, value) {
        const far = Math.abs(value);
        if (of === 'float') {
            return far === 0 ? [-1, 1, 0.01] : [value < 0 ? -2 * far : 0, 2 * far, Number((far / 100).toPrecision(1))];
        }
        const [least, greatest] = BOUNDS[of];
        return [value < 0 ? Math.max(least, -2 * far) : 0, Math.min(greatest, Math.max(8, 2 * far)), 1];
    }

    /**
     * A slider of one number, and a field beside it for the number exactly.
     * @param {string} name
     * @param {'float' | 'int' | 'uint'} of
     * @param {function(string)} took gets the number that it is moved to, a whole one where it is of whole numbers
     * @returns {{row: Element, put: function(number)}} `put` moves it without a call of `took`
     */
    gristmill.slider = (name, of, took) => {
        const input = document.createElement('input');
        input.type = 'range';
        const exact = document.createElement('input');
        exact.type = 'number';
        exact.setAttribute('aria-label', name + ', exactly');
        const label = document.createElement('label');
        label.append(name, input);
        const row = document.createElement('div');
        row.className = 'live-slider';
        row.append(label, exact);
        row.dataset.uniform = name;
        const fits = (value) => of === 'float' ? value : String(Math.round(Number(value)));
        // The range holds the value; one that holds it stays as it is while a hand is on it.
        const put = (value) => {
            if (input.max === '' || value < Number(input.min) || value > Number(input.max)) {
                [input.min, input.max, input.step] = range(of, value).map(String);
                exact.step = of === 'float' ? 'any' : '1';
            }
            input.value = exact.value = String(value);
        };
        input.addEventListener('input', () => {
            exact.value = input.value;
            took(fits(input.value));
        });
        exact.addEventListener('change', () => {
            if (exact.value !== '') {
                put(Number(exact.value));
                took(fits(exact.value));
            }
        });
        return { row, put };
    };

    /**
     * The lines of a launch with another value of a uniform.
     * @param {string} launch
     * @param {string} name
     * @param {string} value
     * @returns {string}
     */
    function changed(launch, name, value) {
        const line = 'uniform ' + name + '=' + value;
        const rows = launch.split('\n');
        const at = rows.findIndex((row) => (LINE.exec(row) || [])[1] === name);
        if (at < 0) {
            return [...rows.filter((row) => row.trim()), line].join('\n');
        }
        rows[at] = line;
        return rows.join('\n');
    }

    /**
     * Sliders in an element.
     * @param {Element} place
     * @param {{launch: function(): string, change: function(string)}} options `change` gets the lines with the new value
     * @returns {function(string)} draws them for the text of a kernel, as it and the launch are now
     */
    gristmill.sliders = (place, { launch, change }) => {
        const made = new Map();

        function slider(name, of) {
            const one = { of, value: null };
            const { row, put } = gristmill.slider(name, of, (value) => {
                one.value = of === 'float' && /^-?\d+$/.test(value) ? value + '.0' : value;
                change(changed(launch(), name, one.value));
            });
            return Object.assign(one, { row, put });
        }

        return (text) => {
            const values = said(text, launch());
            for (const [name, one] of made) {
                if (!values.has(name) || kind(text, name, values.get(name)) !== one.of) {
                    one.row.remove();
                    made.delete(name);
                }
            }
            for (const [name, value] of values) {
                const of = kind(text, name, value);
                const one = made.get(name) || slider(name, of);
                made.set(name, one);
                if (value !== one.value) {
                    one.value = value;
                    one.put(Number(value));
                }
                // Who is moved loses the hand that is on it.
                if (one.row.parentElement !== place) {
                    place.append(one.row);
                }
            }
        };
    };
}());
