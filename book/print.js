// What is folded on the screen is unfolded on paper: answers to questions, and whole kernels.
(function () {
    'use strict';

    window.addEventListener('beforeprint', () => {
        document.querySelectorAll('details').forEach((fold) => { fold.open = true; });
    });
}());
