import { Session } from 'node:inspector';
import { expect, test, vi } from 'vitest';
import { CpuAttachment } from '../../../../../src/sources/v8/cpu/cpuAttachment';
import { InspectorProfiler, type V8Profiler } from '../../../../../src/sources/v8/cpu/v8Profiler';

/** Titles of the profiles of which another session of this thread hears. */
function hearing(): { readonly titles: (string | undefined)[]; readonly stop: () => void } {
  const titles: (string | undefined)[] = [];
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.on('Profiler.consoleProfileFinished', ({ params }) => titles.push(params.title));
  return { titles, stop: () => session.disconnect() };
}

function recordTwo(attachment: CpuAttachment): number[] {
  const outer = attachment.begin();
  const inner = attachment.begin();
  const profiles = [inner, outer].map(handle => attachment.end(handle));
  attachment.dispose();
  return profiles.map(({ nodes }) => nodes.length);
}

test.each([
  { flags: [], heard: 2 },
  { flags: ['--cpu-prof'], heard: 0 },
  { flags: ['--cpu-prof-dir=x'], heard: 2 },
  { flags: ['--no-warnings --cpu-prof --cpu-prof-dir=x'], heard: 0 }
])(
  'profiles overlap, and with the flags $flags $heard are heard of elsewhere',
  ({ flags, heard }) => {
    const { titles, stop } = hearing();
    const sizes = recordTwo(
      new CpuAttachment({ createProfiler: () => new InspectorProfiler('', flags) })
    );
    stop();
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(titles).toHaveLength(heard);
  }
);

/** How many more sessions of this thread were connected than disconnected in `run`. */
function sessionsLeftBy(run: () => void): number {
  const connected = vi.spyOn(Session.prototype, 'connect');
  const disconnected = vi.spyOn(Session.prototype, 'disconnect');
  run();
  const left = connected.mock.calls.length - disconnected.mock.calls.length;
  connected.mockRestore();
  disconnected.mockRestore();
  return left;
}

test('a session stays for as long as something is sampled or kept: V8 would take profiles of others for it', () => {
  const attachment = new CpuAttachment({ createProfiler: () => new InspectorProfiler('') });
  const background = { intervalUs: 1000, take: () => undefined };
  expect(sessionsLeftBy(() => attachment.end(attachment.begin()))).toBe(0);
  expect(sessionsLeftBy(() => attachment.beginBackground(background))).toBe(1);
  expect(sessionsLeftBy(() => attachment.end(attachment.begin(500)))).toBe(0);
  expect(sessionsLeftBy(() => attachment.endBackground())).toBe(-1);
  attachment.keepFor(60_000);
  expect(sessionsLeftBy(() => attachment.end(attachment.begin()))).toBe(1);
  expect(sessionsLeftBy(() => attachment.release())).toBe(-1);
});

test('garbage is collected each time that it attaches, but not before any code has run', () => {
  const collect = vi.fn();
  const createProfiler = () => new InspectorProfiler('');
  const early = new CpuAttachment({ createProfiler, obtainCollector: () => collect });
  early.startsBeforeCode();
  for (const collected of [0, 1, 2]) {
    const handle = early.begin();
    expect(early.hasCollected).toBe(true);
    early.end(handle);
    expect(collect).toHaveBeenCalledTimes(collected);
  }
  const late = new CpuAttachment({ createProfiler, obtainCollector: () => null });
  late.end(late.begin());
  expect(late.hasCollected).toBe(false);
});

/** A profiler that samples only while a profile is open, and what is asked of it. */
function quietProfiler() {
  const asked: string[] = [];
  const profiler: V8Profiler = {
    noLines: null,
    marks: null,
    alwaysSamples: false,
    attach: intervalUs => asked.push(`attach ${intervalUs}`),
    open: () => {
      asked.push('open');
      return String(asked.length);
    },
    share: () => null,
    close: () => {
      asked.push('close');
      return { nodes: [], startTime: 0, endTime: 0 };
    },
    keep: () => asked.push('keep'),
    letGo: () => asked.push('let go'),
    dispose: () => asked.push('dispose')
  };
  return { profiler, asked };
}

test('once it is to stay it is never detached, collects no garbage, and takes any interval', () => {
  const { profiler, asked } = quietProfiler();
  const collect = vi.fn();
  const attachment = new CpuAttachment({
    ...{ keepMs: 60_000, createProfiler: () => profiler },
    obtainCollector: () => collect
  });
  attachment.startsBeforeCode();
  attachment.stayAttached();
  attachment.stayAttached();
  expect(asked.splice(0)).toEqual(['attach 1000', 'keep']);
  for (const intervalUs of [10_000, 500]) {
    const outer = attachment.begin(intervalUs);
    const inner = attachment.begin(100);
    expect(attachment.intervalUs).toBe(intervalUs);
    for (const handle of [inner, outer]) attachment.end(handle);
    attachment.release();
    expect(asked.splice(0)).toEqual([`attach ${intervalUs}`, 'open', 'open', 'close', 'close']);
  }
  expect(attachment.isAttached).toBe(true);
  expect(collect).not.toHaveBeenCalled();
  attachment.dispose();
  expect(attachment.isAttached).toBe(false);
});

test('V8’s inspector does not stay: it would sample all the time', () => {
  const attachment = new CpuAttachment({ createProfiler: () => new InspectorProfiler('') });
  expect(sessionsLeftBy(() => attachment.stayAttached())).toBe(0);
  expect(attachment.isAttached).toBe(false);
});
