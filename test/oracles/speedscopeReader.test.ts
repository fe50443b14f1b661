import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ImportOptions,
  type ScriptNames,
  readChromeTrace,
  readCpuprofile,
  readFirefox,
  readFolded,
  readPprof,
  readSpeedscope
} from '../../src/formats';
import { enclosingSlices } from '../../src/analysis';
import type { Profile } from '../../src/model/profile/profile';
import { classifyScript } from '../../src/model/profile/scriptKind';
import { seeds } from '../fuzz/inputs';
import { drawPprof } from '../support/drawPprof';
import { cpuTotals, type FunctionTotal } from '../support/functionTotals';
import type { Random } from '../support/random';
import { inOrder, openSpeedscope, type SpeedscopeImporter, speedscopeTotals } from './speedscope';

let importFile: SpeedscopeImporter;
beforeAll(() => {
  importFile = openSpeedscope();
});

const FACTS: ImportOptions = { id: 'read', name: 'read', writtenAtMs: 1 };
const SCRIPTS: ScriptNames = { kindOf: classifyScript };

type Read = (bytes: Uint8Array, options: ImportOptions, scripts: ScriptNames) => Profile;

/** A format that both read, with files as others write them. */
interface Shared {
  readonly name: string;
  readonly ending: string;
  readonly read: Read;
  readonly write: (draw: Draw) => string | Uint8Array;
  /** Nanoseconds of a count without a unit. */
  readonly countNs?: number;
  /** Whether its functions are slices here. */
  readonly isOfSlices?: true;
}

/** Random choices for one file. */
class Draw {
  constructor(private readonly random: Random) {}

  /** A whole number from 0 up to `limit`, without it. */
  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  times<T>(most: number, make: (at: number) => T): T[] {
    return Array.from({ length: 1 + this.below(most) }, (_, at) => make(at));
  }

  /** A stack, outermost function first, with recursion now and then. */
  stack(functions: number): number[] {
    return this.times(6, () => this.below(functions));
  }
}

const UNITS = ['nanoseconds', 'microseconds', 'milliseconds', 'seconds'];

const frames = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({ name: `f${at}`, file: `f${at}.js`, line: 1 + at }));

const speedscopeFile = (shared: object[], profiles: object[]): string =>
  JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: shared },
    profiles
  });

/** Frames that open and close, each within the one before, with pauses. */
function openings(draw: Draw, functions: number): { frame: number; isOpen: boolean; at: number }[] {
  const events: { frame: number; isOpen: boolean; at: number }[] = [];
  let now = draw.below(10);
  const call = (depth: number): void => {
    const frame = draw.below(functions);
    events.push({ frame, isOpen: true, at: now });
    for (let calls = draw.below(depth > 4 ? 1 : 4); calls > 0; calls--) {
      now += draw.below(20);
      call(depth + 1);
    }
    now += 1 + draw.below(50);
    events.push({ frame, isOpen: false, at: now });
  };
  for (let calls = 1 + draw.below(12); calls > 0; calls--) {
    now += draw.below(30);
    call(0);
  }
  return events;
}

/** The tree of a CPU profile of V8: nodes with their parents, the first of which is the root. */
function cpuNodes(draw: Draw): { parent: number; name: string }[] {
  // speedscope puts collections and `(program)` on top of what ran before: there are none.
  const nodes = [
    { parent: -1, name: '(root)' },
    { parent: 0, name: '(idle)' }
  ];
  draw.times(40, () => {
    const parent = nodes.length > 2 && draw.below(4) > 0 ? 2 + draw.below(nodes.length - 2) : 0;
    nodes.push({ parent, name: `f${draw.below(12)}` });
  });
  return nodes;
}

/** The number of the node in which nothing runs. */
const IDLE = 2;

const callFrame = (name: string): object => {
  const at = name.startsWith('(') ? -1 : Number(name.slice(1));
  const url = at < 0 ? '' : `file:///app/${name}.js`;
  return {
    ...{ functionName: name, scriptId: String(at + 1), url, lineNumber: at, columnNumber: at },
    bailoutReason: ''
  };
};

const FORMATS: readonly Shared[] = [
  {
    name: 'events of speedscope',
    ending: '.speedscope.json',
    read: readSpeedscope,
    write: draw =>
      speedscopeFile(
        frames(9),
        draw.times(3, number => {
          const events = openings(draw, 9);
          return {
            ...{ type: 'evented', name: `thread ${number}`, unit: draw.pick(UNITS) },
            ...{ startValue: 0, endValue: (events.at(-1)?.at ?? 0) + draw.below(9) },
            events: events.map(({ frame, isOpen, at }) => ({ type: isOpen ? 'O' : 'C', frame, at }))
          };
        })
      )
  },
  {
    name: 'samples of speedscope',
    ending: '.speedscope.json',
    read: readSpeedscope,
    write: draw =>
      speedscopeFile(
        frames(9),
        draw.times(3, number => {
          const samples = draw.times(80, () => (draw.below(9) === 0 ? [] : draw.stack(9)));
          const weights = samples.map(() => draw.below(1000));
          const endValue = weights.reduce((sum, weight) => sum + weight, 0);
          return {
            ...{ type: 'sampled', name: `thread ${number}`, unit: draw.pick(UNITS) },
            ...{ startValue: 0, endValue, samples, weights }
          };
        })
      )
  },
  {
    name: 'folded stacks',
    ending: '.collapsedstack.txt',
    read: readFolded,
    countNs: 1000,
    write: draw =>
      draw
        .times(200, () => {
          const stack = draw.stack(12).map(at => `f${at}`);
          return `${stack.join(';')} ${1 + draw.below(500)}\n`;
        })
        .join('')
  },
  {
    name: 'CPU profiles of V8',
    ending: '.cpuprofile',
    read: readCpuprofile,
    write: draw => {
      const tree = cpuNodes(draw);
      const nodes = tree.map(({ name }, at) => ({
        ...{ id: at + 1, callFrame: callFrame(name), hitCount: 0 },
        children: tree.flatMap(({ parent }, child) => (parent === at ? [child + 1] : []))
      }));
      // The end of the last sample is told by nobody: there it is idle.
      const samples = [...draw.times(300, () => 1 + draw.below(nodes.length)), IDLE];
      const timeDeltas = samples.map(() => draw.below(2000));
      const endTime = 1e6 + timeDeltas.reduce((sum, delta) => sum + delta, 0);
      return JSON.stringify({ nodes, startTime: 1e6, endTime, samples, timeDeltas });
    }
  },
  {
    name: 'CPU profiles of V8 in their older form',
    ending: '.cpuprofile',
    read: readCpuprofile,
    write: draw => {
      const tree = cpuNodes(draw);
      const node = (at: number): object => ({
        ...{ ...callFrame(tree[at].name), id: at + 1, callUID: at + 1, hitCount: 0 },
        children: tree.flatMap(({ parent }, child) => (parent === at ? [node(child)] : []))
      });
      const samples = [...draw.times(300, () => 1 + draw.below(tree.length)), IDLE];
      let now = 1e9;
      const timestamps = samples.map(() => (now += draw.below(2000)));
      return JSON.stringify({
        ...{ head: node(0), startTime: 1e3, endTime: now / 1e6, samples, timestamps }
      });
    }
  },
  {
    name: 'traces of Chrome',
    ending: '.json',
    read: readChromeTrace,
    isOfSlices: true,
    write: draw => {
      const traceEvents = draw.times(3, tid =>
        openings(draw, 9).map(({ frame, isOpen, at }) => ({
          ...{ ph: isOpen ? 'B' : 'E', name: `f${frame}`, cat: 'any', pid: 1, tid, ts: at }
        }))
      );
      return JSON.stringify({ traceEvents: traceEvents.flat() });
    }
  },
  {
    name: 'complete events in traces of Chrome',
    ending: '.json',
    read: readChromeTrace,
    isOfSlices: true,
    write: draw => {
      const open: { frame: number; at: number }[] = [];
      const events = openings(draw, 9).flatMap(({ frame, isOpen, at }) => {
        if (isOpen) open.push({ frame, at });
        const ended = isOpen ? undefined : open.pop();
        if (ended === undefined) return [];
        const { at: ts } = ended;
        return [{ ph: 'X', name: `f${frame}`, cat: 'any', pid: 1, tid: 1, ts, dur: at - ts }];
      });
      return JSON.stringify(events);
    }
  },
  {
    name: 'profiles of Firefox',
    ending: '.json',
    read: readFirefox,
    write: draw => {
      const stringTable = Array.from({ length: 9 }, (_, at) => `f${at} (http://a/f${at}.js:${at})`);
      const stacks: (readonly [prefix: number | null, frame: number])[] = [];
      draw.times(60, at => {
        stacks.push([at > 0 && draw.below(4) > 0 ? draw.below(at) : null, draw.below(9)]);
      });
      let now = 0;
      const data = draw.times(200, () => [
        draw.below(stacks.length),
        (now += 1 + draw.below(5)),
        0
      ]);
      const thread = {
        ...{ name: 'GeckoMain', processType: 'default', tid: 1, pid: 1, stringTable },
        samples: {
          schema: { stack: 0, time: 1, responsiveness: 2 },
          data: [...data, [null, now + 1, 0]]
        },
        stackTable: { schema: { prefix: 0, frame: 1 }, data: stacks },
        frameTable: { schema: { location: 0 }, data: stringTable.map((_, at) => [at]) },
        markers: { schema: { name: 0, time: 1, data: 2 }, data: [] }
      };
      return JSON.stringify({
        profile: { meta: { version: 3, interval: 1 }, threads: [thread] },
        ...{ duration: now + 1, systemHost: { name: 'Firefox' } }
      });
    }
  },
  {
    name: 'profiles of pprof',
    ending: '.pb',
    read: readPprof,
    write: draw =>
      drawPprof({
        types: [
          ['samples', 'count'],
          ['cpu', 'nanoseconds']
        ],
        samples: draw.times(300, () => ({
          stack: draw
            .stack(9)
            .map(at => `f${at}`)
            .join(' '),
          values: [1, 1000 * draw.below(1000)]
        }))
      })
  }
];

/** What each function took as slices: with and without what is in them, a name within itself once. */
function sliceTotals(profile: Profile): Map<string, FunctionTotal> {
  const { slices, labels, strings, tracks } = profile;
  const nameOf = (row: number): string => strings[labels.name[slices.label[row]]];
  const enclosing = enclosingSlices(slices, tracks.length);
  const sums = new Map<string, FunctionTotal>();
  const add = (row: number, self: number, total: number): void => {
    const sum = sums.get(nameOf(row)) ?? { self: 0, total: 0 };
    sums.set(nameOf(row), { self: sum.self + self, total: sum.total + total });
  };
  for (let row = 0; row < slices.length; row++) {
    const ns = slices.duration[row];
    let [outer, isWithin] = [enclosing[row], false];
    for (; outer >= 0; outer = enclosing[outer]) isWithin ||= nameOf(outer) === nameOf(row);
    add(row, ns, isWithin ? 0 : ns);
    if (enclosing[row] >= 0) add(enclosing[row], -ns, 0);
  }
  return sums;
}

describe.each(FORMATS.map(format => [format.name, format] as const))('%s', (_, format) => {
  test('have the functions and times that speedscope finds in them', async () => {
    for (const { seed, random } of seeds(12)) {
      const written = format.write(new Draw(random));
      const file = typeof written === 'string' ? new TextEncoder().encode(written) : written;
      const profile = format.read(file, FACTS, SCRIPTS);
      const own = format.isOfSlices ? sliceTotals(profile) : cpuTotals(profile);
      const found = speedscopeTotals(
        await importFile(`file${format.ending}`, file),
        format.countNs
      );
      expect(found.length, `seed ${seed}`).toBeGreaterThan(0);
      expect(inOrder(own), `seed ${seed}`).toEqual(found);
    }
  });
});
