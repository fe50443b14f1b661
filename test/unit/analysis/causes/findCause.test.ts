import { expect, it } from 'vitest';
import { findCause } from '../../../../src/analysis/causes/findCause';
import type { Evidence } from '../../../../src/analysis/causes/site';
import { CELLS_ALIKE } from '../../../truth/plantedCauses/cellsAlike';
import { CELLS_ELSEWHERE } from '../../../truth/plantedCauses/cellsElsewhere';
import { PLANTED_LOOPS } from '../../../truth/plantedCauses/plantedLoops';
import { PLANTED_OTHERS } from '../../../truth/plantedCauses/plantedOthers';

const FILE = 'Cell [7]';

/** What a recording tells of cells that have a cause. */
const EVIDENCE: Evidence = {
  costs: 'cpu',
  waits: 0,
  called: new Map([
    ['pbkdf2Sync', 0.9],
    ['gzipSync', 0.9],
    ['syncBufferWrapper', 0.9]
  ]),
  givenUpLines: [],
  givenUpFunctions: [],
  backends: [],
  allocated: 0,
  held: 0,
  isServer: false
};

function causeOf(code: string, evidence: Partial<Evidence> = {}): string | null {
  const lines = code.split('\n');
  const line = lines.findIndex(each => each.endsWith('// here')) + 1;
  const caller = lines.findIndex(each => /isBlocked\('|=> label\(/.test(each)) + 1;
  const found = findCause({
    place: { file: FILE, line },
    textOf: name => (name === FILE ? code : null),
    evidence: { ...EVIDENCE, ...evidence },
    calledFrom: caller > 0 ? { file: FILE, line: caller } : null
  });
  return found?.cause ?? null;
}

it.each([...PLANTED_LOOPS, ...PLANTED_OTHERS, ...CELLS_ELSEWHERE, ...CELLS_ALIKE])(
  '$name',
  ({ code, cause }) => {
    const patterns = [...code.matchAll(/\/(\S*[+*]\S*)\/[.,]/g)].map(([, text]) => text);
    const called = new Map([
      ...EVIDENCE.called,
      ...patterns.map(text => [`RegExp: ${text}`, 0.9] as const)
    ]);
    const waits = code.includes('// here') && /await .*\/\/ here/.test(code) ? 20 : 0;
    const costs = waits > 0 ? 'waiting' : 'cpu';
    expect(causeOf(code, { called, waits, costs })).toBe(cause);
  }
);
