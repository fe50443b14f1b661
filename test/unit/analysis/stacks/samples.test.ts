import { flameProfile } from '../../../support/flameProfile';
import { describe, expect, it } from 'vitest';
import { hotFunctions } from '../../../../src/analysis/stacks/calledFunctions';
import { lineHeat } from '../../../../src/analysis/stacks/lineHeat';
import { FrameKind } from '../../../../src/model/profile/profile';
import type { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { drawProfile } from '../../../support/drawProfile';

const profile = drawProfile('', {
  extra: ({ strings }) => ({
    frames: {
      length: 2,
      name: Uint32Array.of(strings.intern('main'), strings.intern('fib')),
      file: Uint32Array.of(strings.intern('Cell [1]'), strings.intern('Cell [1]')),
      line: Uint32Array.of(1, 5),
      column: Uint32Array.of(0, 0),
      kind: Uint8Array.of(FrameKind.user, FrameKind.user)
    },
    stacks: {
      length: 3,
      prefix: Int32Array.of(-1, 0, 1),
      frame: Uint32Array.of(0, 1, 1),
      line: new Uint32Array(3),
      isAwaited: new Uint8Array(3)
    },
    samples: {
      length: 4,
      time: Float64Array.of(1, 2, 3, 4),
      weight: Float64Array.of(10, 10, 10, 500),
      stack: Int32Array.of(0, 1, 2, -1),
      track: new Uint16Array(4)
    },
    lineTicks: {
      length: 3,
      file: Uint32Array.of(
        strings.intern('Cell [1]'),
        strings.intern('Cell [1]'),
        strings.intern('other.ts')
      ),
      line: Uint32Array.of(7, 5, 5),
      ticks: Uint32Array.of(1, 2, 1)
    }
  })
});

describe('hotFunctions', () => {
  it('counts recursion once in the total and idle samples nowhere', () => {
    expect(hotFunctions(profile)).toMatchObject([
      { name: 'fib', line: 5, selfNs: 20, totalNs: 20 },
      { name: 'main', line: 1, selfNs: 10, totalNs: 30 }
    ]);
  });
});

const notRecorded = {
  selfBytes: null,
  totalBytes: null,
  operatorSelfNs: null,
  operatorTotalNs: null
};

describe('lineHeat', () => {
  it('gives the share of each line of a file in all ticks', () => {
    expect(lineHeat(profile, 'Cell [1]')).toEqual([
      { line: 5, ticks: 2, share: 0.5, selfNs: null, totalNs: null, ...notRecorded },
      { line: 7, ticks: 1, share: 0.25, selfNs: null, totalNs: null, ...notRecorded }
    ]);
  });

  it('adds times where they were recorded, also for lines that only called on', () => {
    const { strings } = profile;
    const cell = strings.indexOf('Cell [1]');
    const lineTotals = {
      length: 2,
      file: Uint32Array.of(cell, cell),
      line: Uint32Array.of(5, 9),
      self: Float64Array.of(20, 0),
      total: Float64Array.of(30, 40),
      own: Float64Array.of(20, 0)
    };
    expect(lineHeat({ ...profile, lineTotals }, 'Cell [1]')).toEqual([
      { line: 5, ticks: 2, share: 0.5, selfNs: 20, totalNs: 30, ...notRecorded },
      { line: 7, ticks: 1, share: 0.25, selfNs: null, totalNs: null, ...notRecorded },
      { line: 9, ticks: 0, share: 0, selfNs: 0, totalNs: 40, ...notRecorded }
    ]);
  });

  it('takes shares of the self time when there are no ticks', () => {
    const drawn = drawProfile('', { extra: totalsOf });
    expect(lineHeat(drawn, 'a.ts')).toEqual([
      { line: 1, ticks: 0, share: 0.75, selfNs: 30, totalNs: 40, ...notRecorded }
    ]);
  });

  it('is empty for a file that was not sampled', () => {
    expect(lineHeat(profile, 'Cell [9]')).toEqual([]);
  });
});

function totalsOf({ strings }: ProfileBuilder) {
  return {
    lineTotals: {
      length: 2,
      file: Uint32Array.of(strings.intern('a.ts'), strings.intern('b.ts')),
      line: Uint32Array.of(1, 1),
      self: Float64Array.of(30, 10),
      total: Float64Array.of(40, 10),
      own: Float64Array.of(30, 10)
    }
  };
}

describe('functions of several threads', () => {
  it('are one each, as are the pieces of the top level of a file', () => {
    const profile = flameProfile();
    const { frames, stacks, strings } = profile;
    const twice = <C extends Uint32Array | Uint8Array>(column: C): C => {
      const both = new (column.constructor as new (length: number) => C)(2 * column.length);
      both.set(column);
      both.set(column, column.length);
      return both;
    };
    const line = twice(frames.line);
    frames.name.forEach((name, row) => {
      if (strings[name] === '(top level)') line[frames.length + row] += 7;
    });
    const frame = stacks.frame.map((each, row) => (row % 2 === 0 ? each : each + frames.length));
    const copied = {
      ...profile,
      frames: {
        ...{ length: 2 * frames.length, name: twice(frames.name), file: twice(frames.file), line },
        ...{ column: twice(frames.column), kind: twice(frames.kind) }
      },
      stacks: { ...stacks, frame }
    };
    expect(hotFunctions(copied)).toEqual(hotFunctions(profile));
  });
});
