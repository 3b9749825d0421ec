// Sliders for the numbers of a launch: each changes the line that says its uniform, or adds one over the kernel's comment.
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

    function range(of, value) {
        const far = Math.abs(value);
        if (of === 'float') {
            return far === 0 ? [-1, 1, 0.01] : [value < 0 ? -2 * far : 0, 2 * far, Number((far / 100).toPrecision(1))];
        }
        return [value < 0 ? -2 * far : 0, Math.max(8, 2 * far), 1];
    }

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

        function slider(name, of, value) {
            const input = document.createElement('input');
            input.type = 'range';
            const exact = document.createElement('input');
            exact.type = 'number';
            exact.setAttribute('aria-label', name + ', exactly');
            const label = document.createElement('label');
            label.append(name, input);
            const row = document.createElement('div');
            row.className = 'playground-slider';
            row.append(label, exact);
            row.dataset.uniform = name;
            const one = { row, of, input, exact, value: null };
            const took = (value) => {
                const fits = of === 'float' ? value : String(Math.round(Number(value)));
                one.value = of === 'float' && /^-?\d+$/.test(fits) ? fits + '.0' : fits;
                change(changed(launch(), name, one.value));
            };
            input.addEventListener('input', () => {
                exact.value = input.value;
                took(input.value);
            });
            exact.addEventListener('change', () => {
                if (exact.value !== '') {
                    spread(one, Number(exact.value));
                    took(exact.value);
                }
            });
            spread(one, Number(value));
            return one;
        }

        // The range holds the value; one that holds it stays as it is while a hand is on it.
        function spread({ of, input, exact }, value) {
            if (input.max === '' || value < Number(input.min) || value > Number(input.max)) {
                [input.min, input.max, input.step] = range(of, value).map(String);
                exact.step = of === 'float' ? 'any' : '1';
            }
            input.value = exact.value = String(value);
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
                const one = made.get(name) || slider(name, of, value);
                made.set(name, one);
                if (value !== one.value) {
                    one.value = value;
                    spread(one, Number(value));
                }
                // Who is moved loses the hand that is on it.
                if (one.row.parentElement !== place) {
                    place.append(one.row);
                }
            }
        };
    };
}());
