// @vitest-environment jsdom
import { type MockInstance, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type PerfettoTrace,
  openPerfetto
} from '../../../../../extension/src/shell/export/perfettoHandoff';

const ADDRESS = new URL('https://perfetto.example/ui/');

/** A page in another window, which keeps what it is sent. */
function fakePage() {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const page = frame.contentWindow!;
  const sent: { message: unknown; origin: unknown }[] = [];
  let isClosed = false;
  Object.defineProperty(page, 'closed', { get: () => isClosed });
  page.postMessage = (message: unknown, origin?: unknown) => {
    sent.push({ message, origin });
  };
  page.close = () => {
    isClosed = true;
  };
  return { page, sent, close: () => page.close() };
}

const trace = (): PerfettoTrace => ({
  title: 'train',
  fileName: 'train.perfetto-trace',
  buffer: Uint8Array.of(1, 2, 3).buffer
});

describe('PerfettoHandoff', () => {
  let fake: ReturnType<typeof fakePage>;
  let open: MockInstance<typeof window.open>;

  beforeEach(() => {
    vi.useFakeTimers();
    fake = fakePage();
    open = vi.spyOn(window, 'open').mockImplementation(() => fake.page);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    document.body.replaceChildren();
  });

  const say = (data: unknown, changes: MessageEventInit = {}): void => {
    const init = { data, origin: ADDRESS.origin, source: fake.page, ...changes };
    window.dispatchEvent(new MessageEvent('message', init));
  };
  /** Answers, and once more after the page was left alone. */
  const settle = async (): Promise<void> => {
    say('PONG');
    await vi.advanceTimersByTimeAsync(500);
    say('PONG');
  };
  const pings = () => fake.sent.filter(({ message }) => message === 'PING').length;
  const traces = () => fake.sent.filter(({ message }) => message !== 'PING');

  it('opens the page at once, knocks every 100 ms, and hands the trace over to it alone', async () => {
    const handoff = openPerfetto(ADDRESS)!;
    expect(open).toHaveBeenCalledExactlyOnceWith(ADDRESS.href, '_blank');
    const done = handoff.deliver(Promise.resolve(trace()));
    await vi.advanceTimersByTimeAsync(350);
    expect([pings(), traces()]).toEqual([3, []]);
    say('PONG');
    await vi.advanceTimersByTimeAsync(490);
    say('PONG');
    expect([pings(), traces()]).toEqual([3, []]);
    await vi.advanceTimersByTimeAsync(110);
    expect([pings(), traces()]).toEqual([5, []]);
    say('PONG');
    await done;
    const { title, fileName, buffer } = trace();
    const perfetto = { buffer, title, fileName, localOnly: false, keepApiOpen: true };
    expect(traces()).toEqual([{ message: { perfetto }, origin: 'https://perfetto.example' }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([pings(), handoff.isDisposed]).toEqual([5, true]);
  });

  it('believes neither another window nor another origin nor another word', async () => {
    const handoff = openPerfetto(ADDRESS)!;
    const done = expect(handoff.deliver(Promise.resolve(trace()))).rejects.toMatchObject({
      failure: 'silent'
    });
    say('PONG', { source: window });
    say('PONG', { source: null });
    say('PONG', { origin: 'https://evil.example' });
    say('PONG', { origin: 'http://perfetto.example' });
    say({ data: 'PONG' });
    await vi.advanceTimersByTimeAsync(14_900);
    expect(traces()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    await done;
    say('PONG');
    expect([traces(), vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('posts one trace, however often the page answers', async () => {
    const handoff = openPerfetto(ADDRESS)!;
    const done = handoff.deliver(Promise.resolve(trace()));
    for (let times = 0; times < 3; times++) await settle();
    await done;
    say('PONG');
    expect(traces()).toHaveLength(1);
  });

  it('waits for a trace that takes longer than the page', async () => {
    const handoff = openPerfetto(ADDRESS)!;
    const late = new Promise<PerfettoTrace>(resolve => {
      setTimeout(() => resolve(trace()), 60_000);
    });
    const done = handoff.deliver(late);
    await settle();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(traces()).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    await done;
    expect(traces()).toHaveLength(1);
  });

  it('knows a closed page at the next knock, and when the trace is ready', async () => {
    const early = openPerfetto(ADDRESS)!.deliver(Promise.resolve(trace()));
    const closed = expect(early).rejects.toMatchObject({ failure: 'closed' });
    fake.close();
    await vi.advanceTimersByTimeAsync(100);
    await closed;

    fake = fakePage();
    const handoff = openPerfetto(ADDRESS)!;
    await settle();
    fake.close();
    await expect(handoff.deliver(Promise.resolve(trace()))).rejects.toMatchObject({
      failure: 'closed'
    });
    expect(traces()).toEqual([]);
  });

  it('closes the page when there is no trace to show in it', async () => {
    const handoff = openPerfetto(ADDRESS)!;
    await expect(handoff.deliver(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect([fake.page.closed, vi.getTimerCount()]).toEqual([true, 0]);
  });

  it('sends nothing once it is disposed of', async () => {
    const handoff = openPerfetto(ADDRESS)!;
    const done = expect(handoff.deliver(Promise.resolve(trace()))).rejects.toMatchObject({
      name: 'AbortError'
    });
    handoff.dispose();
    handoff.dispose();
    say('PONG');
    await done;
    await vi.advanceTimersByTimeAsync(1000);
    expect([fake.sent, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('sends nothing once it is disposed of while the page settles', async () => {
    const handoff = openPerfetto(ADDRESS)!;
    const done = expect(handoff.deliver(Promise.resolve(trace()))).rejects.toThrow('given up');
    say('PONG');
    handoff.dispose();
    await done;
    await vi.advanceTimersByTimeAsync(1000);
    expect([fake.sent, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('says so when the browser opens nothing', () => {
    open.mockReturnValue(null);
    expect(openPerfetto(ADDRESS)).toBeNull();
    fake.close();
    open.mockReturnValue(fake.page);
    expect(openPerfetto(ADDRESS)).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
