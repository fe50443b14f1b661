/** What Lumino and JupyterLab's icons ask of the page at import, and jsdom does not have. */
class DragEventStub extends MouseEvent {}

Object.assign(globalThis, { DragEvent: globalThis.DragEvent ?? DragEventStub });
if (!('matchMedia' in window)) {
  Object.assign(globalThis, { matchMedia: (media: string) => ({ media, matches: false }) });
}
