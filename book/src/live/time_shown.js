// What the slider of time shows: the code, the lanes of the warps, the words of the memories.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    function element(kind, name, ...inside) {
        const made = document.createElement(kind);
        if (name) {
            made.className = name;
        }
        made.append(...inside);
        return made;
    }

    // Brings a row of a box into sight, and leaves the page where it is.
    function reveal(box, row) {
        const top = row.offsetTop;
        if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight) {
            box.scrollTop = Math.max(0, top - box.clientHeight / 2);
        }
    }

    /**
     * The code, with the line that runs and the lines at which warps wait.
     * @param {object} texts by file
     * @param {string} name of the kernel
     * @param {string} text of the kernel
     * @returns {{element: Element, draw: function(object)}}
     */
    gristmill.timeCode = (texts, name, text) => {
        const title = element('p', 'live-time-title');
        const listing = element('pre', 'live-time-code');
        listing.tabIndex = 0;
        listing.setAttribute('aria-label', 'Code');
        let file = null;
        let rows = [];
        function open(next) {
            file = next;
            title.textContent = file;
            const known = texts[file] === undefined ? (file === name ? text : '') : texts[file];
            rows = known.trimEnd().split('\n').map((line, i) => {
                const mark = element('span', 'live-time-mark');
                return { mark, row: element('div', '', element('span', 'live-time-number', String(i + 1)), mark, line || ' ') };
            });
            listing.replaceChildren(...rows.map(({ row }) => row));
        }
        function draw(time) {
            const span = time.span();
            const here = span && span.line ? span.file : file || name;
            if (here !== file) {
                open(here);
            }
            rows.forEach(({ mark, row }) => {
                mark.textContent = '';
                row.className = '';
                row.removeAttribute('aria-current');
            });
            for (const warp of time.warps) {
                const at = warp.file === file && warp.state !== 'ended' && rows[warp.line - 1];
                if (at) {
                    at.row.classList.add('live-time-other');
                    at.mark.textContent = warp.state === 'waits' ? '‖' : at.mark.textContent || '·';
                }
            }
            const now = span && span.file === file && rows[span.line - 1];
            if (now) {
                now.row.className = 'live-time-now';
                now.row.setAttribute('aria-current', 'step');
                now.mark.textContent = '▶';
                reveal(listing, now.row);
            }
        }
        return { element: element('div', 'live-time-side', title, listing), draw };
    };

    /**
     * The lanes of the group that runs, a row per warp.
     * @param {object} time what `gristmill.timeline` made
     * @param {number} size the lanes of a group
     * @param {function(number, number): number} hue
     * @returns {{element: Element, draw: function}}
     */
    gristmill.timeWarps = (time, size, hue) => {
        const title = element('p', 'live-time-title');
        const list = element('div', 'live-time-warps');
        list.tabIndex = 0;
        list.setAttribute('aria-label', 'Warps');
        const others = element('p', 'live-quiet');
        const say = { ready: (warp) => 'line ' + warp.line, runs: (warp) => '▶ line ' + warp.line, waits: (warp) => '‖ waits at line ' + warp.line, ended: () => 'ended' };
        let group = null;
        let rows = [];
        function open(next) {
            group = next;
            title.textContent = 'Lanes of ' + gristmill.group(next);
            rows = time.warps.filter((warp) => String(warp.group) === String(next)).map((warp) => {
                const cells = [];
                for (let lane = warp.first; lane <= warp.last; lane++) {
                    const cell = element('i');
                    cell.style.setProperty('--lane', hue(lane, size));
                    cell.title = 'lane ' + lane;
                    cells.push(cell);
                }
                const state = element('span', 'live-time-state');
                const bar = element('div', 'live-time-lanes', ...cells);
                const words = warp.first === warp.last ? 'lane ' + warp.first : 'lanes ' + warp.first + ' to ' + warp.last;
                return { warp, cells, state, row: element('div', 'live-time-warp', element('span', '', words), state, bar) };
            });
            list.replaceChildren(...rows.map(({ row }) => row));
        }
        function draw() {
            const span = time.span();
            const next = span ? span.group : time.warps.length ? time.warps[0].group : [0, 0, 0];
            if (String(next) !== String(group)) {
                open(next);
            }
            for (const { warp, cells, state, row } of rows) {
                const active = new Set(warp.state === 'ended' ? [] : warp.active);
                state.textContent = warp.line || warp.state === 'ended' ? say[warp.state](warp) : 'not begun';
                row.className = 'live-time-warp live-time-' + warp.state;
                cells.forEach((cell, i) => cell.classList.toggle('live-time-active', active.has(warp.first + i)));
                if (warp.state === 'runs') {
                    reveal(list, row);
                }
            }
            const groups = new Map();
            time.warps.filter((warp) => String(warp.group) !== String(group)).forEach((warp) => {
                const known = groups.get(String(warp.group));
                groups.set(String(warp.group), (known === undefined || known) && warp.state === 'ended');
            });
            const ended = [...groups.values()].filter(Boolean).length;
            others.textContent = groups.size ? groups.size + ' more group' + (groups.size > 1 ? 's' : '') + ', ' + ended + ' ended' : '';
        }
        return { element: element('div', 'live-time-side', title, list, others), draw };
    };

    /**
     * The memories that the launch uses, shared ones first.
     * @param {object} time what `gristmill.timeline` made
     * @param {object} launch
     * @param {{size: number, hue: function, read: function, most: number}} how
     * @returns {{element: Element, draw: function}}
     */
    gristmill.timeCells = (time, launch, { size, hue, read, most }) => {
        const used = [...new Set(launch.events.map((event) => event.memory).filter((memory) => memory !== null))];
        used.sort((a, b) => launch.memories[b].shared - launch.memories[a].shared || a - b);
        const parts = used.map((index) => {
            const memory = launch.memories[index];
            const title = element('p', 'live-time-title');
            const cells = Array.from({ length: Math.min(most, memory.length) }, () => element('span', 'live-time-cell'));
            const grid = element('div', 'live-time-cells', ...cells);
            return { index, memory, title, cells, grid, first: 0, element: element('div', 'live-time-memory', title, grid) };
        });
        const legend = element('p', 'live-quiet', 'A cell has the colour of the lane that wrote it last; framed ones are used in this step; red ones are in a race.');
        const group = ([x, y, z]) => [x, y, z].join(',');
        const begins = time.warps.length ? time.warps[0].group : [0, 0, 0];
        const wordsOf = (events, index) => [...new Set(events.filter((event) => event.memory === index).flatMap((event) => event.lanes.map(([, word]) => word)))];

        function draw() {
            const span = time.span();
            const now = span ? span.group : begins;
            const races = time.races();
            const events = time.events();
            for (const part of parts) {
                const { index, memory, title, cells, grid } = part;
                const { words, writers } = time.memory(index, now);
                const touched = new Set(wordsOf(events, index));
                const raced = new Set(races.filter((race) => race.memory === index && (!memory.shared || group(race.lanes[1].group) === group(now)))
                    .map((race) => race.word));
                // Most of what is used, or was used last, is in sight.
                const used = [...touched].sort((a, b) => a - b);
                const lately = wordsOf(time.lastOf(index), index).sort((a, b) => a - b);
                part.first = lately.length ? Math.floor(lately[lately.length >> 1] / most) * most : 0;
                title.textContent = (memory.shared ? 'shared ' : 'buffer ') + memory.name;
                title.append(element('span', 'live-quiet', ' ' + (memory.length > most
                    ? 'words ' + part.first + ' to ' + (Math.min(memory.length, part.first + most) - 1) + ' of ' + memory.length
                    : memory.length + (memory.length === 1 ? ' word' : ' words')) + (memory.shared ? ', ' + gristmill.group(now) : '')));
                cells.forEach((cell, i) => {
                    const word = part.first + i;
                    const writer = writers.get(word);
                    const value = read(words.get(word), memory.numbers, 6);
                    cell.textContent = read(words.get(word), memory.numbers, 3);
                    cell.hidden = word >= memory.length;
                    cell.className = 'live-time-cell' + (writer ? ' live-time-written' : '') + (touched.has(word) ? ' live-time-touched' : '')
                        + (raced.has(word) ? ' live-time-raced' : '');
                    cell.style.setProperty('--lane', writer ? hue(writer.lane, size) : 0);
                    cell.title = 'word ' + word + ': ' + (value === '' ? 'not written' : value)
                        + (writer ? ', written by lane ' + writer.lane + ' of ' + gristmill.group(writer.group) + ' at line ' + writer.line : '');
                });
                if (used.length) {
                    reveal(grid, cells[used.find((word) => word >= part.first) - part.first]);
                }
            }
        }
        return { element: element('div', 'live-time-memories', ...parts.map((part) => part.element), legend), draw };
    };
}());
