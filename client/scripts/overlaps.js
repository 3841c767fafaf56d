/** In the page: what covers what must be read, what is cut off, and what is too small to press. */
() => {
  const EDGE = 1.5;
  const LEAST = 24;
  const found = [];
  const rect = (element) => element.getBoundingClientRect();
  const all = (selector) =>
    [...document.querySelectorAll(selector)].filter(
      (e) =>
        rect(e).width > 0 && getComputedStyle(e).visibility === 'visible' && !e.closest('dialog'),
    );
  const words = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  const cover = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > EDGE &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > EDGE;
  const item = (kind, name, box) => ({ kind, name, box });

  const parts = [
    ...all('[data-cards]').map((e) => item('cards', e.dataset.cards, rect(e))),
    ...all('[data-dealer] .card').map((e) => item('dealer', e.dataset.card, rect(e))),
    ...all('[data-disc] svg').map((e) => item('disc', e.parentElement.dataset.disc, rect(e))),
    ...all('[data-disc] .word').map((e) => item('word', e.parentElement.dataset.disc, rect(e))),
    ...all('.amt').map((e) => item('amount', e.textContent, rect(e))),
    ...all('.plaque').map((e) => item('total', e.textContent, rect(e))),
    ...all('.say')
      .map((e) => item('line', e.textContent, words(e)))
      .filter((p) => p.box.width > 0),
    ...all('.slip').map((e) => item('slip', e.textContent.slice(0, 20), rect(e))),
    ...all('.clock').map((e) => item('clock', '', rect(e))),
    ...all('.looked, .shoe-note p').map((e) => item('note', e.textContent, words(e))),
    ...all('.said, .banner p').map((e) => item('said', e.textContent.trim(), rect(e))),
    ...all('.balance, .console dt, .console dd, .purse .of, .meter div').map((e) =>
      item('purse', e.textContent.trim(), words(e)),
    ),
    ...all('.deck .btn').map((e) => item('button', e.textContent.trim().slice(0, 20), rect(e))),
    ...all('[data-seat]').map((e) => item('seat', e.textContent, rect(e))),
  ];
  // Dealer's cards are fanned on purpose, a word is tucked under its disc, print may be covered, and
  // the purse's lines are set close.
  const meant = (a, b) =>
    (a.kind === b.kind && ['dealer', 'purse'].includes(a.kind)) ||
    (a.name === b.name && ['disc', 'word'].includes(a.kind) && ['disc', 'word'].includes(b.kind));
  parts.forEach((a, i) => {
    for (const b of parts.slice(i + 1))
      if (!meant(a, b) && cover(a.box, b.box))
        found.push(`${a.kind} ${a.name} and ${b.kind} ${b.name} cover each other`);
    if (a.box.left < -EDGE || a.box.right > innerWidth + EDGE || a.box.bottom > innerHeight + EDGE)
      found.push(`${a.kind} ${a.name} leaves the screen`);
  });
  for (const e of all('.btn, .chip, .tool')) {
    const box = rect(e);
    const name = e.getAttribute('aria-label') ?? e.textContent.slice(0, 20);
    if (box.right > innerWidth + EDGE || box.bottom > innerHeight + EDGE || box.left < -EDGE)
      if (document.querySelector('[data-table]')) found.push(`button ${name} leaves the screen`);
    if (box.width < LEAST || box.height < LEAST) found.push(`button ${name} is too small to press`);
    for (const line of e.querySelectorAll('span, small'))
      if (words(line).width > box.width + EDGE) found.push(`the words of ${name} leave the button`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  return found;
};
