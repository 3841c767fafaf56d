/** What jsdom lacks and the table needs; nothing here stands in for code of ours. */

if (!('animate' in Element.prototype)) {
  Object.defineProperty(Element.prototype, 'animate', {
    configurable: true,
    value: () => ({ finished: Promise.resolve(), cancel() {}, finish() {} }),
  });
}
