import { beforeEach, describe, expect, it } from 'vitest';
import { LiveProgress } from '../../../../kernel-bridge/src/protocol/liveProgress';
import type { Draft, MessageHeader } from '../../../../kernel-bridge/src/protocol/wire';
import {
  PROGRESS_MIME_TYPE,
  type RecordingProgress,
  validateProgress
} from '../../../../src/model/output/progress';

interface Waiting {
  readonly atMs: number;
  readonly act: () => void;
}

const parent = { msg_id: 'request', msg_type: 'execute_request' } as MessageHeader;
const cell = { parent, name: 'before', cellId: 'cell', firstToken: 0 };

let nowMs: number;
let waiting: Waiting[];
let published: { readonly draft: Draft; readonly atMs: number }[];
let progress: LiveProgress;

beforeEach(() => {
  nowMs = 0;
  waiting = [];
  published = [];
  progress = new LiveProgress({
    publish: draft => published.push({ draft, atMs: nowMs }),
    later: (act, delayMs) => void waiting.push({ atMs: nowMs + delayMs, act }),
    now: () => nowMs,
    rssBytes: () => 340e6
  });
});

/** Lets time pass, and everything happen that is due in it. */
function pass(ms: number): void {
  const until = nowMs + ms;
  for (;;) {
    const [next] = waiting.filter(({ atMs }) => atMs <= until).sort((a, b) => a.atMs - b.atMs);
    if (next === undefined) break;
    waiting = waiting.filter(one => one !== next);
    nowMs = next.atMs;
    next.act();
  }
  nowMs = until;
}

/** What was published, checked as a reader does. */
function states(): RecordingProgress[] {
  return published.map(({ draft }) => {
    const { data } = draft.content as { data: Record<string, unknown> };
    return validateProgress(data[PROGRESS_MIME_TYPE]);
  });
}

const texts = (): unknown[] =>
  published.map(
    ({ draft }) => (draft.content as { data: Record<string, unknown> }).data['text/plain']
  );

describe('LiveProgress', () => {
  it('says nothing of a recording that is over within a second', () => {
    progress.take({ kind: 'begin', cell });
    pass(900);
    progress.take({ kind: 'preparing' });
    progress.take({ kind: 'end' });
    pass(5000);
    expect(published).toEqual([]);
  });

  it('tells of the heap snapshots on both sides of a recording, and at once of what follows', () => {
    const { parent: header, name, cellId } = cell;
    progress.take({ kind: 'snapshot', cell: { parent: header, name, cellId } });
    pass(1200);
    progress.take({ kind: 'begin', cell });
    pass(400);
    progress.take({ kind: 'snapshot', cell: { parent: header, name, cellId } });
    pass(700);
    progress.take({ kind: 'preparing' });
    pass(300);
    progress.take({ kind: 'end' });
    pass(5000);
    expect(published.map(({ atMs }) => atMs)).toEqual([1000, 1200, 1700, 2200, 2600]);
    expect(states().map(({ phase }) => phase)).toEqual([
      ...['snapshot', 'recording', 'snapshot', 'snapshot', 'ended']
    ]);
    expect(states().map(({ elapsedMs }) => elapsedMs)).toEqual([1000, 0, 400, 400, 400]);
    expect(texts()[0]).toBe('Taking a heap snapshot…');
  });

  it('updates twice a second what no client has displayed', () => {
    progress.take({ kind: 'begin', cell });
    pass(3000);
    expect(published.map(({ atMs }) => atMs)).toEqual([1000, 1500, 2000, 2500, 3000]);
    for (const { draft } of published) {
      expect(draft.type).toBe('update_display_data');
      expect(draft.content).toMatchObject({
        transient: { display_id: 'kernelscope-progress-request' }
      });
    }
    expect(states()[4]).toEqual({
      phase: 'recording',
      name: 'before',
      cellId: 'cell',
      elapsedMs: 3000,
      rssBytes: 340e6,
      slices: 0
    });
    expect(texts()[4]).toBe('Profiling 3 s · 340 MB · 0 slices');
  });

  it('prepares the profile in time that does not count, and ends at once', () => {
    progress.take({ kind: 'begin', cell });
    pass(1600);
    progress.take({ kind: 'preparing' });
    pass(500);
    progress.take({ kind: 'end' });
    pass(5000);
    expect(states().map(({ phase }) => phase)).toEqual([
      'recording',
      'recording',
      'preparing',
      'ended'
    ]);
    expect(states().at(-1)?.elapsedMs).toBe(1600);
    expect(texts()[2]).toBe('Preparing the profile…');
  });

  it('shows a short recording whose profile takes long to make', () => {
    progress.take({ kind: 'begin', cell });
    pass(300);
    progress.take({ kind: 'preparing' });
    pass(900);
    expect(states().map(({ phase }) => phase)).toEqual(['preparing']);
  });

  it('says that a cell which has ended waits for the GPU', () => {
    progress.take({ kind: 'begin', cell });
    progress.take({ kind: 'preparing' });
    progress.take({ kind: 'waiting' });
    pass(1100);
    expect(states().map(({ phase }) => phase)).toEqual(['waiting']);
    expect(texts()).toEqual(['Waiting for the GPU…']);
  });

  it('follows the newest recording alone', () => {
    progress.take({ kind: 'begin', cell });
    pass(1200);
    progress.take({ kind: 'begin', cell: { ...cell, cellId: 'next' } });
    pass(1200);
    expect(states().map(({ cellId }) => cellId)).toEqual(['cell', 'next']);
  });

  it('is silent once it is closed', () => {
    progress.take({ kind: 'begin', cell });
    pass(1200);
    progress.close();
    progress.take({ kind: 'end' });
    pass(5000);
    expect(published).toHaveLength(1);
  });
});
