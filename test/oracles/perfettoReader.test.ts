import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readPerfettoTrace } from '../../src/formats/perfetto/read';
import { seeds } from '../fuzz/inputs';
import { type Found, foundBy, foundIn } from './foundRecords';
import { sdkTrace } from './sdkTrace';
import { type TraceProcessor, openLoader } from './traceProcessor';

let load: (trace: Uint8Array) => TraceProcessor;
beforeAll(async () => {
  load = await openLoader();
});

function read(trace: Uint8Array): Found {
  return foundBy(readPerfettoTrace(trace, { id: 'read', name: 'trace', writtenAtMs: 0 }));
}

test('a trace of the SDK has what the trace processor finds in it', { timeout: 600_000 }, () => {
  for (const { seed, random } of seeds(12)) {
    const trace = sdkTrace(random);
    expect(read(trace), `seed ${seed}`).toEqual(foundIn(load(trace)));
  }
});

test.each(['incrementalClocks', 'linkedClocks', 'lostPackets', 'clearedCounters', 'outOfOrder'])(
  'the trace %s has what the trace processor finds in it',
  name => {
    const trace = readFileSync(
      new URL(`../golden/perfetto/${name}.perfetto-trace`, import.meta.url)
    );
    const found = read(trace);
    expect(found).toEqual(foundIn(load(trace)));
    expect(found.slices.length + found.values.length).toBeGreaterThan(0);
  }
);
