import { expect, it } from 'vitest';
import { contributeDeopts } from '../../../../src/sources/deopts/contributeDeopts';
import type { TracedDeopt } from '../../../../src/sources/deopts/parseDeopts';
import { identityMapper } from '../../../../src/sources/v8/scripts/sourceMapper';

const DEOPT: TracedDeopt = {
  ...{ kind: 'eager', reason: 'wrong map', function: 'f', file: '/project/a.js' },
  ...{ line: 3, column: 5, endByte: 10 }
};
const mapper = {
  ...identityMapper,
  known: (file: string) => file === '/project/a.js',
  isInternal: (file: string) => file === '/own.js',
  sourceFile: (file: string) => file.replace(/\.js$/, '.ts'),
  mapPosition: (_: string, line: number, column: number) => ({ line: line + 100, column })
};
const contribute = (deopts: readonly TracedDeopt[]) => {
  const labels: string[] = [];
  const label = (name: string, category: string) => labels.push(`${category} ${name}`) - 1;
  const timeOf = (endByte: number) => endByte * 1e6;
  const places = { mapper, folder: '/project', timeOf };
  return { ...contributeDeopts(deopts, { label, mainTrack: 1 }, places), labels };
};

it('places deoptimizations where the user wrote the code, and leaves out those of the profiler', () => {
  const { records, tables, labels } = contribute([
    DEOPT,
    { ...DEOPT, endByte: 20 },
    { ...DEOPT, file: '/own.js' },
    { ...DEOPT, line: 0, function: '' }
  ]);
  expect(records).toBe(3);
  expect(tables.facts?.deopts).toEqual({
    rows: [
      {
        ...{ function: 'f', file: 'a.ts', line: 103, kind: 'eager', reason: 'wrong map' },
        ...{ count: 2, firstNs: 1e7, lastNs: 2e7 }
      },
      {
        ...{ function: '(anonymous)', file: 'a.ts', line: 0, kind: 'eager', reason: 'wrong map' },
        ...{ count: 1, firstNs: 1e7, lastNs: 1e7 }
      }
    ],
    more: 0
  });
  expect(labels).toEqual(['deopt f: wrong map', 'deopt (anonymous): wrong map']);
  expect(tables.instants).toMatchObject({ length: 3, label: new Uint32Array([0, 0, 1]) });
});

it('keeps rows and moments within limits, and counts all', () => {
  const deopts = Array.from({ length: 12_000 }, (_, at) => ({
    ...DEOPT,
    function: `f${at % 300}`
  }));
  const { records, tables } = contribute(deopts);
  expect(records).toBe(12_000);
  expect([tables.facts?.deopts?.rows.length, tables.facts?.deopts?.more]).toEqual([200, 4000]);
  expect(tables.instants!.length).toBeLessThanOrEqual(10_000);
});
