import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../src/formats';
import { base64Parts, fromBase64, MAX_PART_CHARACTERS } from '../../../vscode/src/messages/base64';
import {
  hostMessage,
  MAX_CELL_CHARACTERS,
  MAX_CODE_CHARACTERS,
  MAX_FILE_BYTES,
  rendererMessage
} from '../../../vscode/src/messages/messages';

const NONE = [null, undefined, 'read', 3, [], {}, { type: 'read' }, { type: 'part', id: '1' }];

describe('messages between the renderer and the extension host', () => {
  it.each(NONE)('are nothing where they are %j', message => {
    expect(hostMessage(message)).toBeNull();
    expect(rendererMessage(message)).toBeNull();
  });

  it('have their fields and no others', () => {
    const more = { id: 2, path: 'a.kscope', base64: 'AA==', refusal: 'missing', extra: 1 };
    expect(hostMessage({ type: 'read', ...more })).toEqual({
      ...{ type: 'read', id: 2, path: 'a.kscope' }
    });
    expect(hostMessage({ type: 'stop', ...more })).toEqual({ type: 'stop', id: 2 });
    expect(rendererMessage({ type: 'part', ...more })).toEqual({
      ...{ type: 'part', id: 2, base64: 'AA==' }
    });
    expect(rendererMessage({ type: 'end', ...more })).toEqual({ type: 'end', id: 2 });
    expect(rendererMessage({ type: 'refused', ...more })).toEqual({
      ...{ type: 'refused', id: 2, refusal: 'missing' }
    });
  });

  it('have a path that is a text, and a refusal that is known', () => {
    expect(hostMessage({ type: 'read', id: 1, path: 3 })).toBeNull();
    expect(rendererMessage({ type: 'refused', id: 1, refusal: 'why' })).toBeNull();
  });

  it('name a line of a cell within bounds, with no more text than a profile has', () => {
    const show = { type: 'show', executionCount: 5, line: 2, text: 'a', isClipped: false };
    expect(hostMessage({ ...show, extra: 1 })).toEqual(show);
    expect(hostMessage({ ...show, text: null })).toEqual({ ...show, text: null });
    const again = { ...show, type: 'showAgain' };
    expect(hostMessage({ ...again, extra: 1 })).toEqual(again);
    expect(hostMessage({ ...again, line: 0 })).toBeNull();
    for (const change of [
      { line: 0 },
      { line: 1.5 },
      { line: NaN },
      { line: 1e9 },
      { executionCount: -1 },
      { executionCount: 1e9 },
      { text: 'a'.repeat(MAX_CELL_CHARACTERS + 1) },
      { text: undefined },
      { isClipped: 1 }
    ]) {
      expect(hostMessage({ ...show, ...change })).toBeNull();
    }
  });

  it('have the code of a new cell below a line, of no more text than a cell and its magic', () => {
    const insert = { type: 'insert', code: 'a', executionCount: 5, line: 1, text: 'a' };
    const asked = { ...insert, isClipped: false };
    expect(hostMessage({ ...asked, extra: 1 })).toEqual(asked);
    for (const change of [
      { code: undefined },
      { code: 3 },
      { code: 'a'.repeat(MAX_CODE_CHARACTERS + 1) },
      { line: 0 },
      { executionCount: -1 }
    ]) {
      expect(hostMessage({ ...asked, ...change })).toBeNull();
    }
  });

  it.each(FORMATS.flatMap(({ write, endings }) => (write ? endings : [])))(
    'name files of every format that is written: $ending',
    ({ ending }) => {
      const save = { type: 'save', id: 1, name: `profile${ending}`, sizeBytes: 3 };
      expect(hostMessage(save)).toEqual(save);
    }
  );

  it('name a file that lies in no folder, and its size within bounds', () => {
    const save = { type: 'save', id: 1, name: 'a b.perfetto-trace', sizeBytes: 3 };
    for (const name of ['profile.perfetto-trace', 'Übung-1.2_b.perfetto-trace']) {
      expect(hostMessage({ ...save, name })).toEqual({ ...save, name });
    }
    for (const name of [
      'a b.perfetto-trace',
      'a/b.perfetto-trace',
      'a\\b.perfetto-trace',
      '..perfetto-trace',
      '.perfetto-trace',
      'a\0.perfetto-trace',
      `${'a'.repeat(90)}.perfetto-trace`,
      'a.exe',
      3
    ]) {
      expect(hostMessage({ ...save, name })).toBeNull();
    }
    for (const sizeBytes of [0, -1, 0.5, NaN, '3', MAX_FILE_BYTES + 1]) {
      expect(hostMessage({ ...save, name: 'a.perfetto-trace', sizeBytes })).toBeNull();
    }
  });

  it('carry no more bytes than one part has, and a reason that is known', () => {
    const most = 'A'.repeat(MAX_PART_CHARACTERS);
    expect(hostMessage({ type: 'piece', id: 1, base64: most })).not.toBeNull();
    expect(hostMessage({ type: 'piece', id: 1, base64: `${most}A` })).toBeNull();
    expect(rendererMessage({ type: 'part', id: 1, base64: `${most}A` })).toBeNull();
    const notSaved = { type: 'notSaved', id: 1, reason: 'cancelled' };
    expect(rendererMessage(notSaved)).toEqual(notSaved);
    expect(rendererMessage({ ...notSaved, reason: 'why' })).toBeNull();
    expect(rendererMessage({ type: 'saved', id: 1, name: 'a' })).not.toBeNull();
    expect(rendererMessage({ type: 'saved', id: 1, name: 'a'.repeat(256) })).toBeNull();
  });
});

describe('bytes as texts of messages', () => {
  it.each([0, 1, 2, 3, 786_431, 786_432, 786_433, 2_000_000])('come back, %i of them', length => {
    const bytes = Uint8Array.from({ length }, (_, index) => index % 251);
    const parts = [...base64Parts(bytes)];
    expect(parts.every(part => part.length <= MAX_PART_CHARACTERS)).toBe(true);
    expect(Buffer.concat(parts.map(fromBase64)).equals(Buffer.from(bytes))).toBe(true);
  });
});
