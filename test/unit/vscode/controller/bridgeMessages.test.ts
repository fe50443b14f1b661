import { describe, expect, it } from 'vitest';
import { BoundedLines, readEvent } from '../../../../vscode/src/controller/bridgeMessages';

/** The lines of a text that comes in pieces of so many bytes. */
function linesOf(text: string, { pieceBytes = 3, maxBytes = 100 } = {}): (string | null)[] {
  const lines: (string | null)[] = [];
  const reader = new BoundedLines(maxBytes, line => lines.push(line));
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.add(bytes.subarray(at, at + pieceBytes));
  }
  return lines;
}

describe('lines of a limited length', () => {
  it.each([1, 2, 3, 7, 1000])('are whole, come they in pieces of %i bytes', pieceBytes => {
    expect(linesOf('één\n\n🪐 two\nunfinished', { pieceBytes })).toEqual(['één', '', '🪐 two']);
  });

  it('are dropped beyond their limit, and what follows is not', () => {
    const text = `${'a'.repeat(10)}\n${'b'.repeat(11)}\n${'c'.repeat(5000)}\nlast\n`;
    for (const pieceBytes of [1, 4, 10_000]) {
      expect(linesOf(text, { maxBytes: 10, pieceBytes })).toEqual([
        'a'.repeat(10),
        null,
        null,
        'last'
      ]);
    }
  });
});

describe('an event of a kernel', () => {
  const read = (event: unknown): unknown => readEvent(JSON.stringify(event));

  it.each([
    { event: 'ready' },
    { event: 'failed', reason: 'noKernel', text: 'none' },
    { event: 'message', id: 1, type: 'stream', content: { name: 'stdout', text: 'a' } },
    { event: 'reply', id: 1, type: 'execute_reply', content: { status: 'ok' } },
    { event: 'tooLarge', id: null, bytes: 70_000_000 },
    { event: 'asked', prompt: 'Who?', isPassword: true },
    { event: 'died', code: -9 }
  ])('$event is read as it was written', event => {
    expect(read(event)).toEqual(event);
  });

  it.each([
    null,
    [],
    { event: 'unknown' },
    { event: 'failed', reason: 'other', text: '' },
    { event: 'failed', reason: 'start' },
    { event: 'message', id: '1', type: 'stream', content: {} },
    { event: 'reply', id: 1, content: {} },
    { event: 'tooLarge', id: 1 },
    { event: 'asked', prompt: null },
    { event: 'died', code: '9' }
  ])('%j is none', event => {
    expect(read(event)).toBe(null);
  });

  it('is nothing that is not JSON', () => {
    expect(readEvent('Traceback (most recent call last):')).toBe(null);
  });
});
