import { describe, expect, test } from 'vitest';
import { type PushOutcome, PushQueue } from '../../../../src/engine/continuous/pushQueue';
import type { PushedWindow } from '../../../../src/engine/continuous/pushProtocol';

const PUSHED: PushOutcome = { kind: 'pushed' };
const FAILED: PushOutcome = { kind: 'failed', reason: 'it was busy' };
const REFUSED: PushOutcome = { kind: 'refused', reason: 'it did not like it' };

const windowOf = (name: string): PushedWindow => ({
  body: Buffer.from(name),
  startedAtMs: 0,
  endedAtMs: 1,
  sampleRate: 99
});

/** A queue of three whose server gives these outcomes in turn, and the last one from then on. */
function queueWith(...outcomes: readonly PushOutcome[]) {
  const sent: string[] = [];
  const queue = new PushQueue({
    push: window => {
      sent.push(Buffer.from(window.body).toString());
      return Promise.resolve(outcomes[Math.min(sent.length, outcomes.length) - 1]);
    },
    server: 'http://server',
    limit: 3,
    firstWaitMs: 1,
    random: () => 1
  });
  const settled = async () => {
    while (queue.state.waiting > 0) await new Promise(resolve => setTimeout(resolve, 2));
  };
  return { queue, sent, settled };
}

describe('PushQueue', () => {
  test('pushes windows in order and counts their bytes', async () => {
    const { queue, sent, settled } = queueWith(PUSHED);
    for (const name of ['a', 'bb', 'ccc']) queue.add(windowOf(name));
    await settled();
    expect(sent).toEqual(['a', 'bb', 'ccc']);
    expect(queue.state).toEqual({
      ...{ pushed: 3, dropped: 0, failed: 0, bytes: 6, waiting: 0, lastError: null }
    });
  });

  test('tries a window again until it is pushed', async () => {
    const { queue, sent, settled } = queueWith(FAILED, FAILED, PUSHED);
    queue.add(windowOf('a'));
    queue.add(windowOf('b'));
    await settled();
    expect(sent).toEqual(['a', 'a', 'a', 'b']);
    expect(queue.state).toMatchObject({ pushed: 2, dropped: 0, failed: 2 });
    expect(queue.state.lastError).toBe('The push to http://server failed: it was busy.');
  });

  test('drops a window that the server refuses, without another try', async () => {
    const { queue, sent, settled } = queueWith(REFUSED, PUSHED);
    queue.add(windowOf('a'));
    queue.add(windowOf('b'));
    await settled();
    expect(sent).toEqual(['a', 'b']);
    expect(queue.state).toMatchObject({ pushed: 1, dropped: 1, failed: 1 });
  });

  test('gives a window up after six tries', async () => {
    const { queue, sent, settled } = queueWith(FAILED);
    queue.add(windowOf('a'));
    await settled();
    expect(sent).toHaveLength(6);
    expect(queue.state).toMatchObject({ pushed: 0, dropped: 1, failed: 6 });
  });

  test('keeps the oldest windows where it is full, and counts the others', async () => {
    const { queue, sent, settled } = queueWith(PUSHED);
    for (const name of ['a', 'b', 'c', 'd', 'e']) queue.add(windowOf(name));
    expect(queue.state).toMatchObject({ waiting: 3, dropped: 2 });
    expect(queue.state.lastError).toBe('A window was dropped, since 3 wait for http://server.');
    await settled();
    expect(sent).toEqual(['a', 'b', 'c']);
  });

  test('sends each window once more, without a wait, when it ends', async () => {
    const { queue, sent } = queueWith(FAILED);
    queue.add(windowOf('a'));
    queue.add(windowOf('b'));
    await queue.flush();
    expect(sent).toEqual(['a', 'b']);
    expect(queue.state).toMatchObject({ waiting: 0, dropped: 2 });
  });

  test('waits longer after each failure', async () => {
    const times: number[] = [];
    const queue = new PushQueue({
      push: () => {
        times.push(performance.now());
        return Promise.resolve(times.length < 5 ? FAILED : PUSHED);
      },
      ...{ server: 'http://server', limit: 1, firstWaitMs: 20, random: () => 1 }
    });
    queue.add(windowOf('a'));
    while (queue.state.waiting > 0) await new Promise(resolve => setTimeout(resolve, 5));
    const waits = times.slice(1).map((time, at) => time - times[at]);
    [20, 40, 80, 160].forEach((least, at) => expect(waits[at]).toBeGreaterThan(least - 2));
  });
});
