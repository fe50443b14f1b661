import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { profileFindings } from '../../src/analysis';
import { createRange } from '../../src/engine/annotate/range';
import { RecordingHost } from '../../src/engine/recording/recordingHost';
import type { Finding, FindingKind } from '../../src/model/output/findings';
import type { Profile } from '../../src/model/profile/profile';
import { findingText } from '../../src/report';
import { createInstrument } from '../../src/sources/operators/instrument';
import { recordCell } from '../support/recordedCell';
import { SAMPLED } from '../support/sampledTests';
import { sampleOf } from '../support/tiers';
import { HOT_CELLS } from './plantedCells/hotCells';
import { OTHER_CELLS } from './plantedCells/otherCells';
import type { PlantedCell } from './plantedCells/plantedCell';
import { WAITING_CELLS } from './plantedCells/waitingCells';

const host = new RecordingHost();
const range = createRange(host.recorder);

/** Runs for so long, in a script that is no code of the user's. */
const spin = new Script(
  `(ms) => {
    const before = process.cpuUsage();
    for (let x = 0; ; x++) {
      const { user, system } = process.cpuUsage(before);
      if (user + system >= ms * 1000) return x;
    }
  }`,
  { filename: `${process.cwd()}/node_modules/spin/index.js` }
).runInThisContext() as (ms: number) => number;

function operator(name: string, ms: number): unknown {
  const library = { [name]: () => spin(ms) };
  const { restore } = createInstrument(host.hooks)(library);
  try {
    return library[name]();
  } finally {
    restore();
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

const record = (cell: PlantedCell): Promise<Profile> =>
  recordCell(host, cell, {
    ...{ sleep: pause, spin, range, operator },
    require: createRequire(import.meta.url)
  });

function holderOf(found: readonly Finding[]): string {
  const memory = found.find(({ kind }) => kind === 'memory');
  return memory?.kind === 'memory' ? memory.facts.function : '';
}

/** True of any cell that runs code, on a busy machine too. */
const USUAL: readonly FindingKind[] = [
  'hotLine',
  'hotFunction',
  'busyMachine',
  'overhead',
  'fewSamples'
];

/** Kinds that come after findings about code. */
const LATE: readonly FindingKind[] = ['memory', 'outliers'];

/** The first findings that miss the planted causes, by cell. */
const failures = new Map<string, string>();

it.each([...sampleOf(HOT_CELLS, 4), ...sampleOf(WAITING_CELLS, 3), ...sampleOf(OTHER_CELLS, 2)])(
  '$name',
  SAMPLED,
  async planted => {
    const profile = await record(planted);
    const found = profileFindings(profile).findings;
    const texts = found.map(finding => findingText(finding));
    const line = planted.code.split('\n').findIndex(each => each.endsWith('// here')) + 1;
    // code comes before memory, and before remarks
    const late = LATE.find(kind => planted.kinds.includes(kind));
    const first = late === undefined ? 0 : found.findIndex(({ kind }) => kind === late);
    const isNamed =
      planted.kinds.includes(found[first]?.kind) &&
      (line === 0 || texts[first].includes(`:${line}`)) &&
      texts[first].includes(planted.says ?? '') &&
      (planted.then === undefined || found.some(({ kind }) => kind === planted.then));
    if (isNamed) failures.delete(planted.name);
    else failures.set(planted.name, texts[0] ?? 'nothing');
    if (planted.holder !== undefined) expect(holderOf(found)).toBe(planted.holder);
    const known = [...USUAL, ...planted.kinds, planted.then, ...(planted.also ?? [])];
    expect(texts.filter((_, at) => !known.includes(found[at].kind))).toEqual([]);
  }
);

it('a cell in which nothing stands out has no findings', SAMPLED, async () => {
  const profile = await record({ name: 'nothing', kinds: [], code: 'return 1;' });
  expect(profileFindings(profile).findings.filter(({ kind }) => !USUAL.includes(kind))).toEqual([]);
});

it('the first finding names the planted cause in all but one', () => {
  const missed = [...failures].map(([name, found]) => `${name}: ${found}`);
  expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(1);
});
