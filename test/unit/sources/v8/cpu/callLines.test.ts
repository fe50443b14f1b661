import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { StackBuilder } from '../../../../../src/model/build/stackBuilder';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { monotonicClock } from '../../../../../src/base/clock';
import { CallLines } from '../../../../../src/sources/v8/cpu/callLines';
import { CpuAttachment } from '../../../../../src/sources/v8/cpu/cpuAttachment';
import { CpuSampler } from '../../../../../src/sources/v8/cpu/cpuSampler';
import { createV8Profiler } from '../../../../../src/sources/v8/cpu/nativeProfiler';
import {
  type SourceMapper,
  identityMapper
} from '../../../../../src/sources/v8/scripts/sourceMapper';
import { contributionContext } from '../../../../support/contributionContext';
import { threadCpuNs } from '../../../../support/spin';
import { SAMPLED } from '../../../../support/sampledTests';

const NS_PER_MS = 1e6;
/** V8 gives some samples of inlined code the line of the callee's file, behind the end of a cell. */
const cells: SourceMapper = {
  ...identityMapper,
  known: file => file.startsWith('Cell'),
  lastLine: file => (file === 'Cell [1]' ? 2 : null)
};
const attachments: CpuAttachment[] = [];

/** V8's profiler of this thread, with the samplers in `folder`, by default those that are built. */
function attach(keepMs = 0, folder?: string): CpuAttachment {
  const attachment = new CpuAttachment({ keepMs, createProfiler: () => createV8Profiler(folder) });
  attachments.push(attachment);
  return attachment;
}

afterEach(() => {
  for (const attachment of attachments.splice(0)) attachment.dispose();
});

/** A recording of samples with the lines of calls. */
class Recording {
  readonly #startedNs = monotonicClock();
  readonly #sampler: CpuSampler;
  readonly #lines: CallLines;
  #endedNs = this.#startedNs;

  constructor(attachment: CpuAttachment, mapper = cells) {
    const shared = { attachment, mapper, folder: process.cwd() };
    this.#sampler = new CpuSampler({ ...shared, intervalUs: 1000, lines: true });
    this.#lines = new CallLines({ ...shared, sampler: this.#sampler });
  }

  start(): void {
    this.#sampler.start();
    this.#lines.start();
  }

  stopNow(): void {
    this.#endedNs = monotonicClock();
    this.#sampler.stopNow();
    this.#lines.stopNow();
  }

  contribution() {
    const strings = new StringTable();
    const window = { originNs: this.#startedNs, endNs: this.#endedNs };
    const context = contributionContext({ strings, stacks: new StackBuilder(), ...window });
    this.#sampler.contribute(context);
    const { report, lineTotals } = this.#lines.contribute(context);
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
}

function profileRun(attachment: CpuAttachment, run: () => void, mapper = cells) {
  const recording = new Recording(attachment, mapper);
  recording.start();
  const startNs = threadCpuNs();
  run();
  const cpuMs = (threadCpuNs() - startNs) / NS_PER_MS;
  recording.stopNow();
  return { ...recording.contribution(), cpuMs };
}

/** Takes so many milliseconds of CPU time, on the second line of its script. */
const busy = runInThisContext(
  `(ms => {
  const from = process.cpuUsage(); for (;;) { const { user, system } = process.cpuUsage(from); if (user + system > ms * 1000) return; }
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

describe('CallLines', () => {
  test('gives the lines that call one function their shares of its time', SAMPLED, () => {
    const run = compile<(run: typeof work) => void>(
      `(run => {
  run(1e7);
  run(1e8);
})`,
      'Cell [2]'
    );
    const { lines, report, cpuMs } = profileRun(attach(), () => run(work));
    const [first, second] = [lines['Cell [2]:2'], lines['Cell [2]:3']];
    expect(second.totalMs / first.totalMs).toBeGreaterThan(8);
    expect(second.totalMs / first.totalMs).toBeLessThan(12);
    expect(first.selfMs + second.selfMs).toBeLessThan(0.1 * cpuMs);
    expect(lines['Cell [0]:3'].selfMs).toBeGreaterThan(0.9 * cpuMs);
    expect(lines['Cell [0]:3'].selfMs).toBeLessThan(1.05 * cpuMs);
    expect(report).toMatchObject({ source: 'callSites', status: 'ok', message: '' });
    expect(report.records).toBeGreaterThan(50);
  });

  test('counts a line once however deep its recursion', SAMPLED, () => {
    const run = compile<(work: typeof busy, depth: number) => void>(
      `(function down(work, depth) {
  if (depth === 0) return work(200);
  down(work, depth - 1);
})`,
      'Cell [3]'
    );
    const { lines, cpuMs } = profileRun(attach(), () => run(busy, 20));
    expect(lines['Cell [3]:3'].totalMs).toBeGreaterThan(0.9 * cpuMs);
    expect(lines['Cell [3]:3'].totalMs).toBeLessThan(1.05 * cpuMs);
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
    const { lines, cpuMs } = profileRun(attach(), () => run(busy), mapper);
    expect(Object.keys(lines).filter(key => key.startsWith('Cell [4]'))).toEqual(['Cell [4]:12']);
    expect(lines['Cell [4]:12'].totalMs).toBeGreaterThan(0.9 * cpuMs);
    expect(lines['Cell [4]:12'].totalMs).toBeLessThan(1.05 * cpuMs);
  });

  test('names lines by the file that a script was made of', SAMPLED, () => {
    const mapper = { ...cells, sourceFile: (file: string) => file.replace('[1]', '[1].ts') };
    const { lines } = profileRun(attach(), () => busy(60), mapper);
    expect(Object.keys(lines)).toContain('Cell [1].ts:2');
    expect(Object.keys(lines)).not.toContain('Cell [1]:2');
  });

  test('leaves out the lines of the profiler and of Node', SAMPLED, () => {
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
    const [outer, inner] = [new Recording(attachment), new Recording(attachment)];
    outer.start();
    busy(60);
    inner.start();
    busy(100);
    inner.stopNow();
    busy(60);
    outer.stopNow();
    const innerMs = inner.contribution().lines['Cell [1]:2'].totalMs;
    const outerMs = outer.contribution().lines['Cell [1]:2'].totalMs;
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

  test('says what to do where there is no binary, and has the samples of V8’s inspector', () => {
    const attachment = attach(0, process.cwd());
    const { report, lines } = profileRun(attachment, () => busy(20));
    expect(lines).toEqual({});
    expect(report).toMatchObject({ source: 'callSites', status: 'unavailable', records: 0 });
    expect(report.message).toMatch(/no binary here for Node .*use Node .*--no-lines\.$/);
    const handle = attachment.begin();
    busy(50);
    const { samples, callLines } = attachment.end(handle);
    expect(samples!.length).toBeGreaterThan(0);
    expect(callLines).toBeUndefined();
  });

  test('has the line after an await, whose function has no caller', SAMPLED, async () => {
    const run = compile<(work: typeof busy) => Promise<void>>(
      `(async work => {
  await null;
  work(100);
})`,
      'Cell [6]'
    );
    const recording = new Recording(attach());
    recording.start();
    await run(busy);
    recording.stopNow();
    const { lines } = recording.contribution();
    expect(lines['Cell [6]:3'].totalMs).toBeGreaterThan(70);
    expect(lines['Cell [1]:2'].totalMs).toBeGreaterThan(70);
  });

  test('ends twice, and ends without a start', () => {
    const recording = new Recording(attach());
    recording.stopNow();
    recording.start();
    busy(60);
    recording.stopNow();
    recording.stopNow();
    expect(recording.contribution().report.records).toBeGreaterThan(0);
  });
});
