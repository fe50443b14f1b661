/** What Lumino and JupyterLab's icons ask of the page at import, and jsdom does not have. */
class DragEventStub extends MouseEvent {}

Object.assign(globalThis, { DragEvent: globalThis.DragEvent ?? DragEventStub });
window.matchMedia ??= media => ({ media, matches: false }) as MediaQueryList;
