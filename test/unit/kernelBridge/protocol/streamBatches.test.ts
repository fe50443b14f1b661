import { expect, test } from 'vitest';
import type { StreamOwner } from '../../../../kernel-bridge/src/protocol/outputMessages';
import {
  BATCH_MS,
  BATCH_UNITS,
  StreamBatches
} from '../../../../kernel-bridge/src/protocol/streamBatches';
import type { MessageHeader } from '../../../../kernel-bridge/src/protocol/wire';

const owner = (stream: StreamOwner['stream'], id: string): StreamOwner => ({
  stream,
  parent: { msg_id: id } as MessageHeader
});

interface Bench {
  readonly batches: StreamBatches;
  readonly sent: string[];
  readonly clock: { ms: number };
  readonly timers: { readonly action: () => void; readonly delayMs: number }[];
}

function bench(): Bench {
  const sent: string[] = [];
  const timers: Bench['timers'] = [];
  const clock = { ms: 0 };
  const batches = new StreamBatches(
    ({ stream, parent }, text) => sent.push(`${parent?.msg_id} ${stream} ${text}`),
    (action, delayMs) => timers.push({ action, delayMs }),
    () => clock.ms
  );
  return { batches, sent, timers, clock };
}

test('text of one stream is sent at once after a tenth of a second', () => {
  const { batches, sent, timers } = bench();
  batches.begin(owner('stdout', 'a'));
  for (const text of ['1', '2', '3']) batches.add(text);
  expect(sent).toEqual([]);
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([BATCH_MS]);
  timers.pop()?.action();
  expect(sent).toEqual(['a stdout 123']);
  batches.add('4');
  expect(timers).toHaveLength(1);
});

test('text of the other stream, and of another cell, sends what is there first', () => {
  const { batches, sent } = bench();
  for (const [stream, id] of [
    ['stdout', 'a'],
    ['stderr', 'a'],
    ['stderr', 'b'],
    ['stderr', 'b']
  ] as const) {
    batches.begin(owner(stream, id));
    batches.add('x');
  }
  expect(sent).toEqual(['a stdout x', 'a stderr x']);
  batches.flush();
  expect(sent.at(-1)).toBe('b stderr xx');
  batches.flush();
  expect(sent).toHaveLength(3);
});

test('owners that take turns without end make few messages, each with its own text in order', () => {
  const { batches, sent, timers, clock } = bench();
  const turns = 10_000;
  for (let turn = 0; turn < turns; turn++) {
    batches.begin(owner(turn % 2 === 0 ? 'stdout' : 'stderr', 'a'));
    batches.add(`${turn},`);
  }
  timers.pop()?.action();
  expect(sent.length).toBeLessThan(510);
  const textOf = (stream: string) =>
    sent.filter(one => one.startsWith(`a ${stream} `)).map(one => one.slice(`a ${stream} `.length));
  const numbers = (from: number) =>
    Array.from({ length: turns / 2 }, (_, at) => `${2 * at + from},`).join('');
  expect(textOf('stdout').join('')).toBe(numbers(0));
  expect(textOf('stderr').join('')).toBe(numbers(1));
  const before = sent.length;
  clock.ms += 100;
  for (const stream of ['stdout', 'stderr', 'stdout'] as const) {
    batches.begin(owner(stream, 'a'));
    batches.add('later');
  }
  batches.flush();
  expect(sent.slice(before)).toEqual(['a stdout later', 'a stderr later', 'a stdout later']);
});

test('much text does not wait', () => {
  const { batches, sent } = bench();
  batches.begin(owner('stdout', 'a'));
  batches.add('x'.repeat(BATCH_UNITS - 1));
  expect(sent).toHaveLength(0);
  batches.add('y');
  expect(sent).toHaveLength(1);
});

test('a long text is sent in pieces that split no character', () => {
  const { batches, sent } = bench();
  batches.begin(owner('stdout', 'a'));
  const text = `x${'😀'.repeat(BATCH_UNITS)}`;
  batches.add(text);
  const pieces = sent.map(one => one.slice('a stdout '.length));
  expect(pieces.join('')).toBe(text);
  expect(
    pieces.every(piece => piece.length <= BATCH_UNITS && piece === Buffer.from(piece).toString())
  ).toBe(true);
});
