// What comes of a launch: the verdict, findings at their lines, and each output as numbers and as a picture.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    // Numbers that are shown at once.
    const FEW = 256;

    function element(kind, name, ...inside) {
        return gristmill.show.element(kind, name, ...inside);
    }

    // Numbers as a picture of rows so wide, from the least, which is black, to the most, which is white.
    function rows(numbers, width) {
        const height = Math.ceil(numbers.length / width);
        const finite = numbers.filter((number) => typeof number === 'number');
        const [least, most] = [finite.reduce((a, b) => Math.min(a, b), Infinity), finite.reduce((a, b) => Math.max(a, b), -Infinity)];
        const rgba = new Uint8ClampedArray(4 * width * height);
        numbers.forEach((number, i) => {
            const gray = most > least && typeof number === 'number' ? 255 * (number - least) / (most - least) : 0;
            rgba.set([gray, gray, gray, 255], 4 * i);
        });
        return { width, height, rgba, black: least, white: most };
    }

    /**
     * What comes of launches, in an element.
     * @param {{focus: function(number), mark: function(Array)}} editor the kernel's
     * @param {{reference?: boolean}} [options] whether what comes out is right or wrong; without a reference it is not judged
     * @returns {{element: Element, clear: function, begin: function, tell: function, fail: function}} `tell(request, answer)` shows an
     *     answer, `fail(request, error)` why there is none
     */
    gristmill.outcome = (editor, { reference = true } = {}) => {
        const verdict = element('p', 'live-verdict');
        verdict.dataset.verdict = '';
        verdict.setAttribute('role', 'status');
        verdict.setAttribute('aria-live', 'polite');
        const said = element('div', 'live-said');
        const shown = element('div');
        const more = element('div', 'live-more');
        const box = element('div', '', verdict, said, shown, more);

        // The width that a reader gave an output, and the fold that they opened, stay from run to run.
        const widths = new Map();
        let unfolded = false;

        function judged(reason, name, ...words) {
            verdict.className = 'live-verdict' + (name ? ' live-' + name.replace(' ', '-') : '');
            verdict.dataset.verdict = reason;
            verdict.replaceChildren(...words);
        }

        function clear() {
            judged('', '');
            [said, shown, more].forEach((part) => part.replaceChildren());
            editor.mark([]);
        }

        function output({ name, numbers, length, size, lanes, picture }) {
            const of = size ? size.join(' x ') + (lanes > 1 ? ' texels of ' + lanes : ' texels') : length + (length === 1 ? ' number' : ' numbers');
            const place = element('div', 'live-side', element('h4', '', name, element('span', 'live-quiet', ' ' + of)));
            place.dataset.output = name;
            const drawn = element('div');
            const draw = (picture) => {
                drawn.replaceChildren();
                gristmill.show.picture(drawn, picture, { label: name });
                drawn.append(element('p', 'live-quiet', 'Black is ' + gristmill.show.number(picture.black) + ', white '
                    + gristmill.show.number(picture.white) + '; row 0 is the uppermost.'));
            };
            place.append(drawn);
            if (picture) {
                draw(picture);
            } else if (numbers && numbers.length >= 16) {
                const width = element('input');
                width.type = 'number';
                width.min = 1;
                width.max = numbers.length;
                width.value = widths.get(name) || '';
                const redraw = () => {
                    const wide = Math.floor(Number(width.value));
                    widths.set(name, wide >= 1 && wide <= numbers.length ? wide : 0);
                    drawn.replaceChildren();
                    if (widths.get(name)) {
                        draw(rows(numbers, wide));
                    }
                };
                width.addEventListener('input', redraw);
                place.append(element('label', 'playground-width', 'As a picture, numbers per row: ', width));
                redraw();
            }
            if (numbers) {
                const few = numbers.slice(0, FEW);
                const list = element('div');
                gristmill.show.numbers(list, few, { label: name, of: length });
                place.append(picture ? element('details', 'live-fold', element('summary', '', 'Numbers'), list) : list);
            }
            return place;
        }

        function tell(asked, answer) {
            const [first, ...rest] = answer.verdict.split('\n');
            const failed = answer.findings.length > 0 && !answer.right;
            const fine = reference ? 'right' : 'not judged';
            const reason = failed ? 'found' : answer.right && answer.judged ? fine : 'failed';
            const sign = { found: '▲ ', right: '✔ ', failed: '– ', 'not judged': '– not judged: ' }[reason];
            const words = reason === 'not judged' ? 'nothing was found; no reference judges it' : first;
            judged(reason, reason, element('strong', '', sign), words, element('span', 'live-quiet', ' '
                + gristmill.show.number(Number(answer.milliseconds.toPrecision(3))) + ' ms'));
            said.replaceChildren(...rest.map((line) => element('p', '', line)));
            if (answer.made_up.length) {
                said.append(element('p', 'live-quiet', 'Defaults used: ' + answer.made_up.join('; ') + '.'));
            }
            gristmill.show.findings(said, answer.findings, { file: asked.name, onLine: editor.focus });
            editor.mark(answer.findings.flatMap(({ kind, sentence, lines }) => lines.filter((line) => line.file === asked.name).map((line) => ({
                line: line.line, sentence: line.sentence || sentence.split('\n')[0], severity: kind === 'note' ? 'note' : 'fault',
            }))));
            shown.replaceChildren(...answer.outputs.map(output));
            more.replaceChildren();
            if (answer.counters) {
                const fold = element('details', 'live-fold', element('summary', '', 'Counters'));
                fold.open = unfolded;
                fold.addEventListener('toggle', () => {
                    unfolded = fold.open;
                });
                gristmill.show.counters(fold, answer.counters);
                more.append(fold);
            }
            hooks(asked);
        }

        // What another part adds for a compute kernel.
        function hooks(asked) {
            if (!gristmill.time || !asked.name.endsWith('.comp')) {
                return;
            }
            const under = element('div');
            const time = element('button', '', 'Time');
            time.type = 'button';
            time.dataset.do = 'time';
            time.addEventListener('click', () => {
                under.replaceChildren();
                gristmill.time(under, asked);
            });
            more.append(element('div', 'live-row', time), under);
        }

        function fail(asked, error) {
            const [first, ...rest] = (error.message || String(error)).split('\n');
            const lines = (error.lines || []).filter((line) => line.file === asked.name);
            // What is wrong with a comment begins with its place.
            const place = /^([\w.-]+):(\d+): (.*)/.exec(first);
            if (!lines.length && place && place[1] === asked.name) {
                lines.push({ line: Number(place[2]), sentence: place[3] });
            }
            judged('failed', 'failed', element('strong', '', '– '), [first, ...lines.slice(0, 1).filter(() => rest.length).map(({ sentence }) => sentence)]
                .filter(Boolean).join(': '));
            said.replaceChildren(...rest.length ? [element('details', 'live-fold', element('summary', '', 'What the compiler says'),
                element('pre', '', rest.join('\n')))] : []);
            [shown, more].forEach((part) => part.replaceChildren());
            editor.mark(lines.map(({ line, sentence }) => ({ line, sentence })));
        }

        return { element: box, clear, begin: () => judged('running', '', 'Running …'), tell, fail };
    };
}());
