import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { findingsWithCauses } from '../../src/open/findingsWithCauses';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import type { Finding } from '../../src/model/output/findings';
import type { Profile } from '../../src/model/profile/profile';
import { findingText } from '../../src/report';
import { recordCell } from '../support/recordedCell';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import { CELLS_ALIKE } from './plantedCauses/cellsAlike';
import { CELLS_ELSEWHERE } from './plantedCauses/cellsElsewhere';
import type { PlantedCause } from './plantedCauses/plantedCause';
import { PLANTED_LOOPS } from './plantedCauses/plantedLoops';
import { PLANTED_OTHERS } from './plantedCauses/plantedOthers';

const host = new RecordingHost();

const record = (cell: PlantedCause): Promise<Profile> =>
  recordCell(host, cell, {
    sleep: (ms: number) => sleep(ms),
    require: createRequire(import.meta.url)
  });

/** The findings that name a cause, and those without one. */
function causesOf(found: readonly Finding[]): readonly string[] {
  return found.flatMap(({ facts }) => ('cause' in facts && facts.cause ? [facts.cause] : []));
}

/** What was found of cells with a cause that is not named, by cell. */
const missed = new Map<string, string>();
const planted = [...sampleOf(PLANTED_LOOPS, 5), ...sampleOf(PLANTED_OTHERS, 5)];

it.each(planted)('$name', SAMPLED, async cell => {
  const { findings } = findingsWithCauses(await record(cell));
  const causes = causesOf(findings);
  if (causes[0] === cell.cause) missed.delete(cell.name);
  else missed.set(cell.name, findings.map(each => findingText(each)).join(' | '));
  expect(causes.filter(cause => cause !== cell.cause)).toEqual([]);
});

it('names the cause in nine of ten cells', () => {
  const texts = [...missed].map(([name, found]) => `${name}: ${found}`);
  expect(missed.size, texts.join('\n')).toBeLessThanOrEqual(Math.max(1, planted.length / 10));
});

it.each([...sampleOf(CELLS_ELSEWHERE, 10), ...sampleOf(CELLS_ALIKE, 10)])(
  'no cure: $name',
  SAMPLED,
  async cell => {
    const { findings } = findingsWithCauses(await record(cell));
    const texts = findings
      .filter(each => causesOf([each]).length > 0)
      .map(each => findingText(each));
    expect(texts).toEqual([]);
  }
);

it('tells the time of a native function from the rest of its line', SAMPLED, async () => {
  const code = `
const { writeFileSync, readFileSync, rmSync } = require('node:fs');
const rows = Array.from({ length: 3000 }, (_, i) => ({ id: i, list: [1, 2, 3] }));
writeFileSync('planted.json', JSON.stringify(rows));
let sum = 0;
for (let i = 0; i < 150; i++) {
  const [row] = JSON.parse(readFileSync('planted.json', 'utf8'));
  sum += row.id;
}
rmSync('planted.json');
return sum;`;
  const { findings } = findingsWithCauses(await record({ name: 'two calls', code, cause: null }));
  const hot = findings.find(each => each.kind === 'hotLine');
  expect(hot?.facts).toMatchObject({ line: 7, called: 'readFileSync', builtIn: 'JSON.parse' });
  expect(hot?.facts.calledShare).toBeLessThan(0.5);
});
