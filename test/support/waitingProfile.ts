import { ProfileBuilder, type SliceInput } from '../../src/model/build/profileBuilder';
import { ENDED_BY_ARG, RUNNING_ARG } from '../../src/model/profile/argKeys';
import {
  EVENT_LOOP_CATEGORY,
  EVENT_LOOP_LAG,
  WAITING_CATEGORY
} from '../../src/model/profile/categories';
import type { Profile } from '../../src/model/profile/profile';
import { sampleMeta } from './drawProfile';
import { stackParts } from './stackParts';

const MS = 1e6;
const SOURCE = `const load = async () => {
  const answer = await fetch(address);
  return answer.json();
};
const page = await load();
const rest = await both();
parse(page, rest);
`;

/**
 * A cell of 865 ms that waits for 560 ms: 400 ms in `load`, for the network, and 160 ms for a timer. Two
 * ranges wait at the same time: `page` for 400 of 500 ms, `rest` for 300 of 400 ms. Behind them the cell
 * computes for 200 ms while a timer is due. There are requests of `categories` at `times`, or at those of `timesOf`, in
 * milliseconds: start and duration.
 */
export function waitingProfile(
  categories: readonly string[] = [],
  times: number[] = [60, 400],
  timesOf: Readonly<Record<string, number[]>> = {}
): Profile {
  const builder = new ProfileBuilder();
  const main = builder.addTrack({ name: 'main thread', kind: 'thread' });
  const waits = builder.addTrack({ name: 'Waiting', kind: 'waiting', parent: main });
  const lanes = [1, 2].map(number =>
    builder.addTrack({ name: `async ${number}`, kind: 'asyncLane', parent: main })
  );
  const add = (
    slice: Omit<SliceInput, 'start' | 'duration'>,
    [start, duration]: number[]
  ): number => builder.addSlice({ ...slice, start: start * MS, duration: duration * MS });
  const range = (name: string, track: number, running: number, times: number[]): number =>
    add({ name, category: 'range', track, args: { [RUNNING_ARG]: running * MS } }, times);
  const wait = (line: number, cause: string, times: number[]): number => {
    const args = { [ENDED_BY_ARG]: cause };
    return add({ name: `Cell [1]:${line}`, category: WAITING_CATEGORY, track: waits, args }, times);
  };
  range('page', lanes[0], 100, [5, 500]);
  wait(2, 'network', [60, 400]);
  range('rest', lanes[1], 100, [100, 400]);
  wait(6, 'timer', [500, 160]);
  for (const category of categories) {
    add({ name: 'GET /page', category, track: lanes[1] }, timesOf[category] ?? times);
  }
  builder.addCounter({
    ...{ name: EVENT_LOOP_LAG, category: EVENT_LOOP_CATEGORY, unit: 'nanoseconds' },
    ...{ kind: 'sampled', track: main },
    time: Float64Array.of(40 * MS, 862 * MS),
    value: Float64Array.of(0, 200 * MS)
  });
  const meta = { ...sampleMeta(865 * MS), name: 'Cell [1]' };
  const cell = { file: 'Cell [1]', executionCount: 1, source: SOURCE };
  return builder.build({ ...meta, cell }, partsOf(builder));
}

function partsOf(builder: ProfileBuilder) {
  const parts = stackParts(builder, {
    begins: { load: 1, parse: 20 },
    samples: [
      { stack: '(top level):5 load:2', weight: 60 * MS },
      { stack: '', weight: 400 * MS },
      { stack: '(top level):5 load:3', weight: 40 * MS },
      { stack: '', weight: 160 * MS },
      { stack: '(top level):7 parse:21', weight: 205 * MS }
    ],
    slices: [
      { slice: 1, stack: '(top level):5 load:2' },
      { slice: 3, stack: '(top level):6' }
    ]
  });
  const starts = [0, 60, 460, 500, 660];
  const time = Float64Array.from(starts, ms => ms * MS);
  return { ...parts, samples: { ...parts.samples, time } };
}
