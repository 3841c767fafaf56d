/** Links to the house's own pages, followed without loading anything anew. */

/** For `onclick` of a link to `path`; with a modifier held the browser opens it as it is told. */
export const visit = (go: (path: string) => void, path: string) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(path);
};
