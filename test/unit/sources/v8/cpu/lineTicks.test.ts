import { expect, test } from 'vitest';
import { StringTable } from '../../../../../src/model/build/stringTable';
import { LineTicks } from '../../../../../src/sources/v8/cpu/lineTicks';
import {
  type SourceMapper,
  identityMapper
} from '../../../../../src/sources/v8/scripts/sourceMapper';

/** A script whose first four lines came from one file, and the others from another. */
const bundle: SourceMapper = {
  ...identityMapper,
  known: file => file === '/p/all.js',
  sourceFile: () => '/p/one.ts',
  mapLine: (_file, line) => ({ line, file: line < 5 ? '/p/one.ts' : '/p/node_modules/a/b.js' })
};

test('ticks of a script that was made of several files count for each of them', () => {
  const strings = new StringTable();
  const ticks = new LineTicks({ strings, mapper: bundle, folder: '/p' });
  const callFrame = { functionName: 'f', scriptId: '1', url: '/p/all.js' };
  const ticksAt = (line: number, count: number) => [{ line, ticks: count }];
  const place = { lineNumber: 1, columnNumber: 1 };
  ticks.add({ id: 1, callFrame: { ...callFrame, ...place }, positionTicks: ticksAt(3, 1) });
  ticks.add({ id: 2, callFrame: { ...callFrame, ...place }, positionTicks: ticksAt(7, 4) });
  ticks.add({ id: 3, callFrame: { ...callFrame, ...place }, positionTicks: ticksAt(7, 1) });
  const { file, line, ticks: counts } = ticks.toTable();
  const text = strings.toArray();
  const rows = Array.from(file, (name, row) => [text[name], line[row], counts[row]]);
  expect(rows).toEqual([
    ['one.ts', 3, 1],
    ['node_modules/a/b.js', 7, 5]
  ]);
});
