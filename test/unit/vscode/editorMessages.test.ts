import { describe, expect, it } from 'vitest';
import { LINE_COST_KINDS } from '../../../src/analysis';
import {
  editorAnswer,
  editorRequest,
  MAX_PATH_LENGTH,
  MAX_PLACES
} from '../../../vscode/src/messages/editorMessages';

describe('messages between the page of a file and the extension host', () => {
  it.each([
    { type: 'ready' },
    { type: 'consent' },
    { type: 'convert' },
    { type: 'line', file: 'a.ts', line: 1 },
    { type: 'save', id: 1, name: 'a.kscope', sizeBytes: 1 },
    { type: 'piece', id: 1, base64: 'AAAA' },
    { type: 'openPerfetto' }
  ])('reach the host: $type', message => {
    expect(editorRequest({ ...message, extra: 1 })).toEqual(message);
  });

  it.each(LINE_COST_KINDS)('carry costs of lines of the kind %s', kind => {
    const lines = { kind, whole: 5, files: [{ file: 'a.ts', lines: [[1, 0.5, null]] }] };
    expect(editorRequest({ type: 'lines', lines })).toEqual({ type: 'lines', lines });
  });

  it.each([
    null,
    'ready',
    { type: 'read', id: 1, path: '../../etc/passwd' },
    { type: 'show', executionCount: 1, line: 1, text: null, isClipped: false },
    { type: 'line', file: 'a.ts', line: 0 },
    { type: 'line', file: 'a.ts', line: 1.5 },
    { type: 'line', file: 'a'.repeat(MAX_PATH_LENGTH + 1), line: 1 },
    { type: 'line', file: 5, line: 1 },
    { type: 'save', id: 1, name: '../a.kscope', sizeBytes: 1 }
  ])('are dropped by the host where they are none of a page: %.60j', message => {
    expect(editorRequest(message)).toBeNull();
  });

  it.each([
    { kind: 'heat' },
    { whole: -1 },
    { whole: NaN },
    { files: null },
    { files: [{ file: 5, lines: [] }] },
    { files: [{ file: 'a', lines: [[0, 0, 0]] }] },
    { files: [{ file: 'a', lines: [[1, 2, 0]] }] },
    { files: [{ file: 'a', lines: [[1, 0, NaN]] }] },
    { files: [{ file: 'a', lines: ['1'] }] },
    { files: Array.from({ length: MAX_PLACES + 1 }, () => ({ file: 'a', lines: [] })) }
  ])('with costs that are none are dropped: %.60j', change => {
    const lines = { kind: 'cpu', whole: 1, files: [], ...change };
    expect(editorRequest({ type: 'lines', lines })).toBeNull();
  });

  it.each([
    { type: 'file', name: 'a', sizeBytes: 1, modifiedMs: 1, asks: true },
    { type: 'bytes', bytes: Uint8Array.of(1) },
    { type: 'whole' },
    { type: 'unreadable', text: 'it is a folder' },
    { type: 'places', files: ['a.ts'] },
    { type: 'saved', id: 1, name: 'a' },
    { type: 'notSaved', id: 1, reason: 'cancelled' }
  ])('reach the page: $type', message => {
    expect(editorAnswer(message)).toEqual(message);
  });

  it.each([
    undefined,
    { type: 'file', name: 'a', sizeBytes: -1, modifiedMs: 1, asks: true },
    { type: 'file', name: 'a', sizeBytes: 1, modifiedMs: 1 },
    { type: 'bytes', bytes: [1] },
    { type: 'places', files: [1] },
    { type: 'part', id: 1, base64: 'AAAA' }
  ])('are dropped by the page where they are none of the host: %.60j', message => {
    expect(editorAnswer(message)).toBeNull();
  });
});
