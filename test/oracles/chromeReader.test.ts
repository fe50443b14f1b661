import { FrameKind } from 'kernelscope/model';
import { beforeAll, expect, test } from 'vitest';
import { readChromeTrace } from '../../src/formats/chrome/read';
import { seeds } from '../fuzz/inputs';
import { chromeTraceOf } from './chromeEvents';
import { type Found, foundBy, foundIn } from './foundRecords';
import { type TraceProcessor, openLoader } from './traceProcessor';

let load: (trace: Uint8Array) => TraceProcessor;
beforeAll(async () => {
  load = await openLoader();
});

const OPTIONS = { id: 'read', name: 'trace', writtenAtMs: 0 };
const SCRIPTS = { kindOf: () => FrameKind.user };

function read(trace: Uint8Array): Found {
  return foundBy(readChromeTrace(trace, OPTIONS, SCRIPTS));
}

test('a trace of Chrome has what the trace processor finds in it', { timeout: 600_000 }, () => {
  for (const { seed, random } of seeds(20)) {
    const trace = chromeTraceOf(random);
    expect(read(trace), `seed ${seed}`).toEqual(foundIn(load(trace)));
  }
});
