// A chapter's table of ways with a column more: the times of the reader's own card.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const element = (...parts) => gristmill.show.element(...parts);

    // Elements of a run: the emulator, which says what is right, has to make it in the page as well.
    const ELEMENTS = 65536;

    // The way of a row: its name, and the era that it begins with.
    function requestOf(row, algorithm) {
        const way = row.cells[0].textContent.trim();
        return { do: 'run', algorithm, way, era: way.startsWith('fragment') ? 'fragment' : 'compute', size: ELEMENTS };
    }

    // What a cell says of a way that has run, or has not.
    function fill(cell, { time, sentence, agreement }) {
        const differs = agreement && agreement.alike < agreement.count;
        cell.textContent = time ? gristmill.duration(time.min) + (differs ? ' ✘' : '') : '–';
        cell.title = differs ? `${agreement.alike} of ${agreement.count} numbers agree with the emulator.` : sentence || '';
        cell.dataset.agrees = !agreement ? 'refused' : String(!differs);
    }

    /**
     * Adds the column to a table and fills it.
     * @param {HTMLTableElement} table of ways, a row each
     * @param {string} algorithm
     * @param {Element} place for sentences
     * @returns {Promise<void>}
     */
    gristmill.cardTable = async (table, algorithm, place) => {
        const said = element('p', 'live-quiet', 'Running …');
        said.setAttribute('role', 'status');
        const stop = gristmill.cardStop();
        place.replaceChildren(said, stop);
        const ways = [];
        let card = null;
        try {
            card = await gristmill.openGpu();
            const head = table.tHead.rows[0];
            const rows = [...table.tBodies[0].rows];
            if (!table.dataset.card) {
                table.dataset.card = card.name;
                head.append(element('th', 'live-digits', 'your card'));
                rows.forEach((row) => row.append(element('td', 'live-digits', '…')));
            }
            for (const row of rows) {
                said.textContent = `Running … ${row.cells[0].textContent}`;
                ways.push({ ...await gristmill.onGpu(card, requestOf(row, algorithm)), cell: row.cells[row.cells.length - 1] });
            }
            const ran = ways.filter((way) => way.replay);
            said.textContent = 'Running … the clock';
            const times = ran.length ? await gristmill.gpu.time(card, ran.map((way) => way.replay)) : [];
            ran.forEach((way, at) => { way.time = times[at]; });
            ways.forEach((way) => fill(way.cell, way));
            const refused = ways.filter((way) => way.sentence).map(({ way, sentence }) => ` ${way}: ${sentence}`);
            const [quick] = ran.sort((a, b) => a.time.min - b.time.min);
            said.textContent = `Your card is ${card.name}: the least time of the passes and dispatches of ${ELEMENTS.toLocaleString('en')} elements, without what is sent and read.${card.isProcessor ? ' It is a processor: its times are not a card’s.' : ''}`
                + (quick ? ` ${quick.way} is the quickest way.` : '') + refused.join('');
        } catch (error) {
            said.textContent = `${card && card.lost || error.message} The table’s own times stand.`;
        } finally {
            stop.remove();
            ways.forEach(({ replay }) => replay && replay.free());
            if (card) {
                card.device.destroy();
            }
        }
    };
}());
