import { expect, test } from 'vitest';
import { PacedOutlet } from '../../../../kernel-bridge/src/protocol/pacedOutlet';
import { createMessage, encodeMessage } from '../../../../kernel-bridge/src/protocol/wire';

interface Bench {
  readonly outlet: PacedOutlet;
  /** Type and text of each message that was sent. */
  readonly sent: string[];
  /** Lets time pass up to the next timer; false if there is none. */
  readonly pass: () => boolean;
  readonly now: () => number;
}

const sender = { session: 's', username: 'u' };

function message(type: string, content: object): Uint8Array[] {
  return encodeMessage('key', createMessage(sender, { type, content }, null, [Buffer.from(type)]));
}

const text = (name: string, length = 1): Uint8Array[] =>
  message('stream', { name: 'stdout', text: name.padEnd(length, '.') });

const idle = message('status', { execution_state: 'idle' });

function bench(): Bench {
  let nowMs = 0;
  const sent: string[] = [];
  const timers: { readonly action: () => void; readonly atMs: number }[] = [];
  const outlet = new PacedOutlet({
    outlet: {
      send(frames) {
        const content = JSON.parse(Buffer.from(frames[6] ?? []).toString()) as { text?: string };
        const type = Buffer.from(frames[0] ?? []).toString();
        sent.push(`${type} ${content.text?.replaceAll('.', '') ?? ''}`.trim());
      }
    },
    later: (action, delayMs) => timers.push({ action, atMs: nowMs + delayMs }),
    now: () => nowMs
  });
  const pass = (): boolean => {
    const timer = timers.shift();
    nowMs = timer?.atMs ?? nowMs;
    timer?.action();
    return timer !== undefined;
  };
  return { outlet, sent, pass, now: () => nowMs };
}

test('text within the rate is sent at once', () => {
  const { outlet, sent } = bench();
  outlet.send(text('a', 1_000_000));
  outlet.send(text('b', 1_000_000));
  expect(sent).toEqual(['stream a', 'stream b']);
});

test('text beyond the rate waits, and what follows it waits in its order', () => {
  const { outlet, sent, pass, now } = bench();
  const done: string[] = [];
  for (const name of ['a', 'b', 'c']) outlet.send(text(name, 1_000_000));
  outlet.send(message('display_data', {}), () => done.push('display'));
  outlet.afterAll(() => done.push('all'));
  expect(sent).toEqual(['stream a', 'stream b']);
  expect(done).toEqual([]);
  expect(pass()).toBe(true);
  expect(now()).toBeGreaterThan(3000);
  expect(sent).toEqual(['stream a', 'stream b', 'stream c', 'display_data']);
  expect(done).toEqual(['display', 'all']);
});

test('no three seconds have more messages than the server passes on', () => {
  const { outlet, sent, pass, now } = bench();
  const times: number[] = [];
  for (let index = 0; index < 8000; index += 1) {
    outlet.send(message('display_data', {}), () => times.push(now()));
  }
  while (pass());
  expect(sent).toHaveLength(8000);
  const most = Math.max(
    ...times.map(start => times.filter(at => at >= start && at < start + 3000).length)
  );
  expect(most).toBeLessThan(3000);
});

test('the server counts anew when the kernel is idle, and so does the outlet', () => {
  const { outlet, sent } = bench();
  for (const name of ['a', 'b']) outlet.send(text(name, 1_000_000));
  outlet.send(idle);
  for (const name of ['c', 'd']) outlet.send(text(name, 1_000_000));
  expect(sent.at(-1)).toBe('stream d');
});

test('what is soon out of date goes ahead, and an end sends all that waits', () => {
  const { outlet, sent, pass } = bench();
  for (const name of ['a', 'b', 'c']) outlet.send(text(name, 1_000_000));
  outlet.sendAhead(message('update_display_data', {}));
  expect(sent).toEqual(['stream a', 'stream b', 'update_display_data']);
  outlet.release();
  expect(sent.at(-1)).toBe('stream c');
  while (pass());
  expect(sent).toHaveLength(4);
});

test('a message that is larger than any rate allows is sent when nothing else is there', () => {
  const { outlet, sent, pass } = bench();
  outlet.send(text('a'));
  outlet.send(text('b', 4_000_000));
  expect(pass()).toBe(true);
  expect(sent).toEqual(['stream a', 'stream b']);
});
