import { EventEmitter } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runTraceWatcher } from '../../../../src/sources/process/traceWatcher';
import type { MemoryHost } from '../../../../src/sources/process/memoryHost';
import { DeoptSource } from '../../../../src/sources/deopts/deopts';
import { DeoptsUnavailableError } from '../../../../src/sources/deopts/deoptTrace';
import { identityMapper } from '../../../../src/sources/v8/scripts/sourceMapper';
import { monotonicClock } from '../../../../src/base/clock';

const GOLDEN = readFileSync(join(__dirname, '../../../golden/deopts/v24.txt'));

let folder: string;
let main: string;
let begun = 0;
const port = new EventEmitter();
let stopWatching: () => void;

const trace = {
  begin: () => {
    begun++;
    return { main, others: join(folder, 'others') };
  },
  end: () => void begun--
};
const memoryHost: MemoryHost = { post: request => void port.emit('message', request) };
const sourceWith = (
  parts: { readonly trace?: typeof trace; readonly host?: MemoryHost },
  maxBytes?: number
) =>
  new DeoptSource(
    {
      recorder: { now: monotonicClock },
      ...{ mapper: identityMapper, folder: '/', memoryHost: parts.host ?? memoryHost }
    },
    parts.trace ?? trace,
    maxBytes
  );
/** The contribution to a profile whose window ends now. */
const contributionOf = (source: DeoptSource, originNs: bigint) =>
  source.contribute({
    ...{ originNs, endNs: monotonicClock(), mainTrack: 1 },
    label: () => 0
  });
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise(resolve => setTimeout(resolve, 5));
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-test-'));
  main = join(folder, 'main');
  writeFileSync(main, GOLDEN);
  begun = 0;
  stopWatching = runTraceWatcher({ port });
});
afterEach(() => {
  stopWatching();
  rmSync(folder, { recursive: true });
});

it('a recording has what was traced while it was open, and when', async () => {
  const origin = monotonicClock();
  const source = sourceWith({});
  source.start();
  expect(begun).toBe(1);
  await new Promise(resolve => setTimeout(resolve, 30));
  appendFileSync(main, GOLDEN);
  await new Promise(resolve => setTimeout(resolve, 30));
  source.endWindow();
  source.endWindow();
  appendFileSync(main, GOLDEN);
  expect(begun).toBe(0);
  const { report, facts } = contributionOf(source, origin);
  const rows = facts?.deopts?.rows ?? [];
  expect(report).toEqual({ source: 'deopts', status: 'ok', message: '', records: 7 });
  const lastNs = Math.max(...rows.map(row => row.lastNs));
  expect(rows).toHaveLength(7);
  for (const { firstNs } of rows) expect(firstNs).toBeGreaterThan(25e6);
  expect(lastNs).toBeLessThanOrEqual(Number(monotonicClock() - origin));
});

it('two recordings at once each have their own part', () => {
  const origin = monotonicClock();
  const [outer, inner] = [sourceWith({}), sourceWith({})];
  outer.start();
  appendFileSync(main, GOLDEN);
  inner.start();
  expect(begun).toBe(2);
  appendFileSync(main, GOLDEN);
  inner.stopNow();
  appendFileSync(main, GOLDEN);
  outer.stopNow();
  writeFileSync(main, '');
  expect(contributionOf(inner, origin).report.records).toBe(7);
  expect(contributionOf(outer, origin).report.records).toBe(21);
  expect(begun).toBe(0);
});

it('a trace that becomes too large is ended, which the report says', async () => {
  const ended: unknown[] = [];
  const host: MemoryHost = {
    post: request => {
      memoryHost.post(request);
      if ('state' in request) ended.push(request);
    }
  };
  const source = sourceWith({ host }, 2 * GOLDEN.length);
  const [origin, state] = [monotonicClock(), () => (ended[0] as { state: Int32Array }).state];
  source.start();
  appendFileSync(main, GOLDEN);
  await until(() => Atomics.load(state(), 1) === 1);
  source.endWindow();
  const { report } = contributionOf(source, origin);
  expect(report).toMatchObject({ status: 'partial', records: 7 });
  expect(report.message).toContain('later deoptimizations are missing');
});

it('nothing is traced without the thread that bounds the trace', () => {
  const origin = monotonicClock();
  const host: MemoryHost = {
    post: () => {
      throw new Error('No threads here.');
    }
  };
  const source = sourceWith({ host });
  source.start();
  expect(begun).toBe(0);
  source.stopNow();
  expect(contributionOf(source, origin).report).toEqual({
    ...{ source: 'deopts', status: 'failed', records: 0 },
    message: 'No threads here. Some deoptimizations are missing.'
  });
});

it('a recording says why V8 cannot trace', () => {
  const origin = monotonicClock();
  const refusing = {
    ...trace,
    begin: () => {
      throw new DeoptsUnavailableError("V8's trace is in use.");
    }
  };
  const source = sourceWith({ trace: refusing });
  source.start();
  source.stopNow();
  expect(contributionOf(source, origin)).toEqual({
    report: {
      ...{ source: 'deopts', status: 'unavailable', records: 0 },
      message: "V8's trace is in use."
    }
  });
});
