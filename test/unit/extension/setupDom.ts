/** What Lumino, JupyterLab's icons and our views ask of the page, and jsdom does not have. */
class DragEventStub extends MouseEvent {}

Object.assign(globalThis, { DragEvent: globalThis.DragEvent ?? DragEventStub });
if (typeof window.matchMedia !== 'function') {
  Object.assign(globalThis, { matchMedia: (media: string) => ({ media, matches: false }) });
}
if (typeof Element.prototype.scrollIntoView !== 'function') {
  Element.prototype.scrollIntoView = () => undefined;
}
