/** What Lumino and JupyterLab's icons ask of the page at import, and jsdom does not have. */
class DragEventStub extends MouseEvent {}

Object.assign(globalThis, { DragEvent: globalThis.DragEvent ?? DragEventStub });
if (typeof window.matchMedia !== 'function') {
  Object.assign(globalThis, { matchMedia: (media: string) => ({ media, matches: false }) });
}
