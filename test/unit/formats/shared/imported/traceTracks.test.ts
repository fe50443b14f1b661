import { expect, it } from 'vitest';
import { FrameKind } from 'kernelscope/model';
import { readChromeTrace } from '../../../../../src/formats/chrome/read';
import { TraceImportError } from '../../../../../src/formats/shared/imported/importLimits';

const OPTIONS = { id: 'trace', name: 'trace', writtenAtMs: 0 };
const SCRIPTS = { kindOf: () => FrameKind.user };

/** Marks, each of an asynchronous event of its own. */
function marks(count: number, categoryOf: (at: number) => string): Uint8Array {
  const events = Array.from({ length: count }, (_, at) => {
    const cat = categoryOf(at);
    return `{"ph":"n","cat":"${cat}","name":"a","id":${at},"pid":1,"ts":${at}}`;
  });
  return new TextEncoder().encode(`[${events.join(',')}]`);
}

it('marks of very many identifiers of a category share a row', () => {
  const { instants, tracks } = readChromeTrace(
    marks(70_000, () => 'c'),
    OPTIONS,
    SCRIPTS
  );
  expect(instants.length).toBe(70_000);
  expect(tracks.map(({ name }) => name)).toEqual(['process 1', 'c']);
});

it(
  'a trace with more categories than profiles have tracks is an error that says so',
  { tags: 'night' },
  () => {
    const bytes = marks(70_000, at => `c${at}`);
    expect(() => readChromeTrace(bytes, OPTIONS, SCRIPTS)).toThrow(TraceImportError);
    expect(() => readChromeTrace(bytes, OPTIONS, SCRIPTS)).toThrow('too many rows and lanes');
  }
);
