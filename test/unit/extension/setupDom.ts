/** What Lumino asks of the page at import and jsdom does not have. */
class DragEventStub extends MouseEvent {}

Object.assign(globalThis, { DragEvent: globalThis.DragEvent ?? DragEventStub });
