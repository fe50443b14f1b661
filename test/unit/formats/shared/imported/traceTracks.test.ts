import { expect, it } from 'vitest';
import { FrameKind } from 'kernelscope/model';
import { readChromeTrace } from '../../../../../src/formats/chrome/read';
import { TraceImportError } from '../../../../../src/formats/shared/imported/traceImportError';

const OPTIONS = { id: 'trace', name: 'trace', writtenAtMs: 0 };
const SCRIPTS = { kindOf: () => FrameKind.user };

it('a process with more lanes than profiles have tracks is an error that says so', () => {
  const events = Array.from(
    { length: 150_000 },
    (_, at) => `{"ph":"n","cat":"c","name":"a","id":${at},"pid":1,"ts":${at}}`
  );
  const bytes = new TextEncoder().encode(`[${events.join(',')}]`);
  expect(() => readChromeTrace(bytes, OPTIONS, SCRIPTS)).toThrow(TraceImportError);
  expect(() => readChromeTrace(bytes, OPTIONS, SCRIPTS)).toThrow('too many rows and lanes');
}, 60_000);
