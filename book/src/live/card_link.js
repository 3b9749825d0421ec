// The results of a card as a link: the table in the address, drawn again where it is opened. Nothing is sent anywhere.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};
    const element = (...parts) => gristmill.show.element(...parts);

    // The number of the form stands behind the mark, so that a link of another version is known.
    const FORM = 1;
    const MARK = '#card=';

    // Characters of a link: what mail and chats take.
    const LONGEST = 8000;

    const ERAS = ['fragment', 'compute'];
    const isText = (value, most) => typeof value === 'string' && value.length <= most;
    const isCount = (value) => Number.isFinite(value) && value >= 0;

    // What a table shows of a way.
    function short({ era, way, size, launches, refused, agreement, nanoseconds }) {
        const { min, lower, upper } = nanoseconds || {};
        const { count, alike, same, furthest, first, reordered } = agreement || {};
        return {
            era, way, size, launches, sentence: (refused || '').slice(0, 300), agreement: agreement && { count, alike, same, furthest, first, reordered },
            time: nanoseconds && { min, lower, upper },
        };
    }

    // A value of which nothing needs to be asked again.
    function checked(value) {
        const isWhole = value && isText(value.algorithm, 60) && isText(value.adapter, 200) && isText(value.date, 10) && Array.isArray(value.ways) && value.ways.length <= 16
            && value.ways.every(({ era, way, launches, sentence, agreement, time }) => ERAS.includes(era) && isText(way, 80) && isCount(launches) && isText(sentence, 300)
                && (!agreement || (isCount(agreement.count) && isCount(agreement.alike))) && (!time || [time.min, time.lower, time.upper].every(isCount)));
        if (!isWhole) {
            throw new Error('no results');
        }
        return value;
    }

    gristmill.cardLink = {
        /**
         * What stands behind an address for results.
         * @param {object} report as `cardReport` gives it
         * @returns {Promise<string>} refused with a sentence where it is too long
         */
        of: async ({ algorithm, adapter, is_processor: isProcessor, date, ways }) => {
            const hash = await gristmill.link.pack(`${MARK}${FORM}.`, { algorithm, adapter, isProcessor, date, ways: ways.map(short) });
            if (hash.length > LONGEST) {
                throw new Error(`The link would have ${hash.length.toLocaleString('en')} characters, and ${LONGEST.toLocaleString('en')} is the most; copy as JSON.`);
            }
            return hash;
        },

        /**
         * The results that an address has.
         * @param {string} hash from `#` on
         * @returns {Promise<?object>} none where it has none; an error, whose message is a sentence, where they cannot be read
         */
        read: async (hash) => {
            if (!hash.startsWith(MARK)) {
                return null;
            }
            const [form, ...packed] = hash.slice(MARK.length).split('.');
            if (Number(form) !== FORM) {
                throw new Error(`The link has results of another version of this book (form ${form.slice(0, 12)}, and this one reads form ${FORM}); open it there, or run “My card” here.`);
            }
            if (hash.length > LONGEST) {
                throw new Error('The link is longer than a link of results can be; ask for it once more.');
            }
            return gristmill.link.unpack(packed.join('.')).then(checked).catch(() => {
                throw new Error('The link is damaged: a part of it is missing, or was changed on its way; ask for it once more.');
            });
        },

        /** A button that copies the link of results. */
        button: (report) => {
            const made = gristmill.button('Copy as link', async () => {
                try {
                    const address = location.href.split('#')[0] + await gristmill.cardLink.of(report);
                    await navigator.clipboard.writeText(address).then(() => { made.textContent = 'Copied'; }, () => made.replaceWith(element('pre', '', address)));
                } catch (error) {
                    made.replaceWith(element('span', 'live-quiet', error.message));
                }
            });
            made.dataset.do = 'link';
            return made;
        },

        /**
         * Draws the results that the address of the page has above its text; nothing where it has none.
         * @returns {Promise<void>}
         */
        show: async () => {
            const box = element('section', 'live');
            box.dataset.linked = '';
            box.setAttribute('aria-label', 'Results of a card, from the link');
            try {
                const found = await gristmill.cardLink.read(location.hash);
                if (!found) {
                    return;
                }
                const { algorithm, adapter, isProcessor, date, ways } = found;
                const said = `${algorithm} on ${adapter}, by WebGPU, ${date}, as the link has it.${isProcessor ? ' It is a processor: its times are not a card’s.' : ''}`;
                box.append(element('p', '', said), gristmill.cardWays(ways));
            } catch (error) {
                box.append(element('p', 'live-verdict live-failed', error.message));
            }
            document.querySelector('main').prepend(box);
        },
    };
}());
