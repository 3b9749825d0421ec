// What the pages of the puzzles and of the playground share.
(function () {
    'use strict';

    const gristmill = window.gristmill = window.gristmill || {};

    gristmill.page = {
        /**
         * A button that a robot finds by what it does.
         * @param {string} word
         * @param {string} action what stands in `data-do`
         * @param {function} press
         * @returns {Element}
         */
        button(word, action, press) {
            const made = gristmill.show.element('button', '', word);
            made.type = 'button';
            made.dataset.do = action;
            made.addEventListener('click', press);
            return made;
        },

        /**
         * The answer to a request.
         * @param {object} request as crates/live/README.md has it
         * @returns {Promise<object>} an answer's error is thrown, with the `lines` that are meant
         */
        async ask(request) {
            const answer = await gristmill.ask(request);
            if (answer.error) {
                throw Object.assign(new Error(answer.error), { lines: answer.lines });
            }
            return answer;
        },
    };
}());
