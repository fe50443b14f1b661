import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { ExitActions } from '../../../../../src/engine/recording/exitActions';
import { monotonicClock } from '../../../../../src/record/time/clock';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { CallSiteAttachment } from '../../../../../src/sources/v8/cpu/callSiteAttachment';
import { CallSites } from '../../../../../src/sources/v8/cpu/callSites';
import { CPU_SAMPLE_COST_NS } from '../../../../../src/sources/v8/cpu/cpuSampler';
import { obtainCollector } from '../../../../../src/sources/process/garbageCollector';
import { LeafTimes } from '../../../../../src/sources/v8/cpu/leafTimes';
import type { SourceMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';
import { identityMapper } from '../../../../../src/sources/v8/scripts/sourceMapper';
import type { CallSiteProfile, WallProfiler } from '../../../../../src/sources/v8/cpu/wallProfiler';
import {
  installedBinaries,
  loadWallProfiler
} from '../../../../../src/sources/v8/cpu/wallProfiler';
import { contributionContext } from '../../../../support/contributionContext';
import { SAMPLED } from '../../../../support/sampledTests';

const NS_PER_MS = 1e6;
/** V8 gives some samples of inlined code the line of the callee's file, behind the end of a cell. */
const cells: SourceMapper = {
  ...identityMapper,
  known: file => file.startsWith('Cell'),
  lastLine: file => (file === 'Cell [1]' ? 2 : null)
};
const attachments: CallSiteAttachment[] = [];

function attach(keepMs = 0, binaries = installedBinaries()): CallSiteAttachment {
  const attachment = new CallSiteAttachment({
    load: () => loadWallProfiler(binaries),
    dropOldCode: obtainCollector()!,
    exitActions: new ExitActions(),
    keepMs
  });
  attachments.push(attachment);
  return attachment;
}

afterEach(() => {
  for (const attachment of attachments.splice(0)) attachment.dispose();
});

function source(attachment: CallSiteAttachment, mapper = cells): CallSites {
  const leafTimes = new LeafTimes();
  return new CallSites({
    attachment,
    mapper,
    folder: process.cwd(),
    intervalUs: 1000,
    leafTimes
  });
}

function contribution(callSites: CallSites) {
  const strings = new StringTable();
  const now = monotonicClock();
  const context = contributionContext({ strings, originNs: now, endNs: now });
  const { report, lineTotals } = callSites.contribute(context);
  const text = strings.toArray();
  const lines: Record<string, { selfMs: number; totalMs: number }> = {};
  for (let row = 0; row < (lineTotals?.length ?? 0); row++) {
    const { file, line, self, total } = lineTotals!;
    lines[`${text[file[row]]}:${line[row]}`] = {
      selfMs: self[row] / NS_PER_MS,
      totalMs: total[row] / NS_PER_MS
    };
  }
  return { report, lines };
}

function profileRun(attachment: CallSiteAttachment, run: () => void, mapper = cells) {
  const callSites = source(attachment, mapper);
  callSites.start();
  const start = monotonicClock();
  run();
  const wallMs = Number(monotonicClock() - start) / NS_PER_MS;
  callSites.stopNow();
  return { ...contribution(callSites), wallMs };
}

/** Keeps the thread busy for so many milliseconds, on the second line of its script. */
const busy = runInThisContext(
  `(ms => {
  const until = performance.now() + ms; while (performance.now() < until) ;
})`,
  { filename: 'Cell [1]' }
) as (ms: number) => void;

/** Computes on its third line; what it takes does not depend on what else the machine does. */
const work = runInThisContext(
  `(rounds => {
  let value = 1;
  for (let i = 0; i < rounds; i++) value = Math.sqrt(value + i);
  return value;
})`,
  { filename: 'Cell [0]' }
) as (rounds: number) => number;

function compile<T>(text: string, filename: string): T {
  return runInThisContext(text, { filename }) as T;
}

describe('CallSites', () => {
  test('gives the lines that call one function their shares of its time', SAMPLED, () => {
    const run = compile<(run: typeof work) => void>(
      `(run => {
  run(1e7);
  run(1e8);
})`,
      'Cell [2]'
    );
    const { lines, report, wallMs } = profileRun(attach(), () => run(work));
    const [first, second] = [lines['Cell [2]:2'], lines['Cell [2]:3']];
    expect(second.totalMs / first.totalMs).toBeGreaterThan(8);
    expect(second.totalMs / first.totalMs).toBeLessThan(12);
    expect(first.selfMs + second.selfMs).toBeLessThan(0.1 * wallMs);
    expect(lines['Cell [0]:3'].selfMs).toBeGreaterThan(0.9 * wallMs);
    expect(lines['Cell [0]:3'].selfMs).toBeLessThan(1.02 * wallMs);
    expect(report).toMatchObject({ source: 'callSites', status: 'ok', message: '' });
    expect(report.records).toBeGreaterThan(50);
  });

  test('states the cost of no more samples than the recorded window has room for', () => {
    const callSites = source(attach());
    callSites.start();
    busy(120);
    callSites.stopNow();
    const context = contributionContext({ originNs: 0n, endNs: 10_000_000n });
    const { report, overheadNs } = callSites.contribute(context);
    expect(report.records).toBeGreaterThan(10);
    expect(overheadNs).toBe(10 * CPU_SAMPLE_COST_NS);
  });

  test('counts a line once however deep its recursion', SAMPLED, () => {
    const run = compile<(work: typeof busy, depth: number) => void>(
      `(function down(work, depth) {
  if (depth === 0) return work(200);
  down(work, depth - 1);
})`,
      'Cell [3]'
    );
    const { lines, wallMs } = profileRun(attach(), () => run(busy, 20));
    expect(lines['Cell [3]:3'].totalMs).toBeGreaterThan(0.9 * wallMs);
    expect(lines['Cell [3]:3'].totalMs).toBeLessThan(1.02 * wallMs);
  });

  test('puts script lines on source lines, once where two share one', SAMPLED, () => {
    const run = compile<(work: typeof busy) => void>(
      `(work => {
  const inner = () => {
    work(100);
  };
  inner();
})`,
      'Cell [4]'
    );
    const mapper: SourceMapper = {
      ...cells,
      mapLine: (file, line) => {
        const source = file !== 'Cell [4]' || line === 3 ? 40 : line === 5 ? 12 : null;
        return source === null ? null : { line: source };
      },
      lastLine: () => 12
    };
    const { lines, wallMs } = profileRun(attach(), () => run(busy), mapper);
    expect(Object.keys(lines).filter(key => key.startsWith('Cell [4]'))).toEqual(['Cell [4]:12']);
    expect(lines['Cell [4]:12'].totalMs).toBeGreaterThan(0.9 * wallMs);
    expect(lines['Cell [4]:12'].totalMs).toBeLessThan(1.02 * wallMs);
  });

  test('names lines by the file that a script was made of', () => {
    const mapper = { ...cells, sourceFile: (file: string) => file.replace('[1]', '[1].ts') };
    const { lines } = profileRun(attach(), () => busy(60), mapper);
    expect(Object.keys(lines)).toContain('Cell [1].ts:2');
    expect(Object.keys(lines)).not.toContain('Cell [1]:2');
  });

  test('leaves out the lines of the profiler and of Node', () => {
    const mapper = { ...cells, isInternal: (file: string) => file === 'Cell [5]' };
    const run = compile<(work: typeof busy) => void>(
      '(work => [1].forEach(() => work(30)))',
      'Cell [5]'
    );
    const { lines } = profileRun(attach(), () => run(busy), mapper);
    expect(Object.keys(lines)).toContain('Cell [1]:2');
    expect(Object.keys(lines).filter(key => /^node:|Cell \[5\]/.test(key))).toEqual([]);
  });

  test.each([0, 10_000])('tells two nested recordings apart, kept %i ms', SAMPLED, keepMs => {
    const attachment = attach(keepMs);
    const [outer, inner] = [source(attachment), source(attachment)];
    outer.start();
    busy(60);
    inner.start();
    busy(100);
    inner.stopNow();
    busy(60);
    outer.stopNow();
    const innerMs = contribution(inner).lines['Cell [1]:2'].totalMs;
    const outerMs = contribution(outer).lines['Cell [1]:2'].totalMs;
    expect(innerMs).toBeGreaterThan(70);
    expect(innerMs).toBeLessThan(115);
    expect(outerMs - innerMs).toBeGreaterThan(80);
  });

  test('forgets what ran between two recordings while it was kept', SAMPLED, () => {
    const attachment = attach(10_000);
    profileRun(attachment, () => busy(20));
    expect(attachment.isAttached).toBe(true);
    busy(200);
    const { lines } = profileRun(attachment, () => busy(40));
    expect(lines['Cell [1]:2'].totalMs).toBeLessThan(60);
    attachment.release();
    expect(attachment.isAttached).toBe(false);
  });

  test('says what to do where there is no binary, and lets the program go on', () => {
    let ran = false;
    const { report, lines } = profileRun(attach(0, process.cwd()), () => {
      ran = true;
    });
    expect(ran).toBe(true);
    expect(lines).toEqual({});
    expect(report).toMatchObject({ source: 'callSites', status: 'unavailable', records: 0 });
    expect(report.message).toMatch(/no binary here for Node .*npm install.*--no-lines\.$/);
  });

  test('reports a profiler that is taken, and lets the program go on', () => {
    const other = attach();
    const taken = other.begin(1000);
    const { report } = profileRun(attach(), () => busy(5));
    expect(report.status).toBe('failed');
    expect(report.message).toMatch(/another profiler is already active\. Profile with --no-lines/);
    other.end(taken);
    expect(profileRun(attach(), () => busy(20)).report.status).toBe('ok');
  });

  test('ends twice, and ends without a start', () => {
    const callSites = source(attach());
    callSites.stopNow();
    callSites.start();
    busy(60);
    callSites.stopNow();
    callSites.stopNow();
    expect(contribution(callSites).report.records).toBeGreaterThan(0);
  });
});

/** A profiler of which each `stop` takes the next number of hits, 100 ms after the one before. */
function scripted(hits: number[], log: string[]) {
  let timeUs = 0;
  return class implements WallProfiler {
    start = () => void log.push('start');
    dispose = () => void log.push('dispose');
    v8ProfilerStuckEventLoopDetected = () => (log.at(-1) === 'cut 0' ? 2 : 0);
    stop(restart: boolean): CallSiteProfile {
      const hitCount = hits.shift() ?? 0;
      log.push(restart ? `cut ${hitCount}` : 'stop');
      const leaf = { name: '', scriptName: 'Cell [9]', lineNumber: 1, hitCount, children: [] };
      const topDownRoot = {
        name: '(root)',
        scriptName: '',
        lineNumber: 0,
        hitCount: 0,
        children: [leaf]
      };
      return { topDownRoot, startTime: timeUs, endTime: (timeUs += 100_000) };
    }
  };
}

function attachScripted(hits: number[], log: string[]): CallSiteAttachment {
  const load = () => scripted(hits, log);
  const attachment = new CallSiteAttachment({
    load,
    dropOldCode: () => undefined,
    exitActions: new ExitActions(),
    keepMs: 10_000
  });
  attachments.push(attachment);
  return attachment;
}

describe('CallSiteAttachment', () => {
  test('starts anew when V8’s sampling thread hangs, and the recording says so', () => {
    const log: string[] = [];
    const { report } = profileRun(attachScripted([0, 0], log), () => undefined);
    expect(log).toEqual(['start', 'cut 0', 'cut 0', 'stop', 'start', 'cut 0']);
    expect(report).toMatchObject({ status: 'partial', records: 0 });
    expect(report.message).toBe('V8 took no samples in 100 ms; profile again');
  });

  test('shares the time of a part out to its samples', () => {
    const { lines, report } = profileRun(attachScripted([0, 40], []), () => undefined);
    expect(lines).toEqual({ 'Cell [9]:1': { selfMs: 100, totalMs: 100 } });
    expect(report.records).toBe(40);
  });

  test('detaches when the process exits, and only once', () => {
    const log: string[] = [];
    const attachment = attachScripted([0, 40], log);
    const listeners = process.listenerCount('exit');
    profileRun(attachment, () => undefined);
    expect(process.listenerCount('exit')).toBe(listeners + 1);
    process.listeners('exit').at(-1)!(0);
    attachment.dispose();
    expect(log).toEqual(['start', 'cut 0', 'cut 40', 'stop', 'dispose']);
    expect(process.listenerCount('exit')).toBe(listeners);
  });
});
