import { expect, test } from 'vitest';
import { RecordingHost } from '../../../../src/engine/recording/recordingHost';
import type { RecordingOptions } from '../../../../src/engine/options/recordingOptions';
import { createRange } from '../../../../src/engine/annotate/range';
import type { Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { createInstrument } from '../../../../src/sources/operators/instrument';

const QUIET = {
  ...{ cpuIntervalUs: null, memoryPeriodMs: null, gc: false, waits: false },
  ...{ requests: false, workers: false }
} as const;

type Choice = Readonly<Record<'operators' | 'api' | 'shapes', boolean>>;

const CHOICES: readonly Choice[] = Array.from({ length: 8 }, (_, bits) => ({
  operators: (bits & 1) > 0,
  api: (bits & 2) > 0,
  shapes: (bits & 4) > 0
}));

const quiet = (choice: Choice): Partial<RecordingOptions> => ({
  ...{ ...QUIET, ...choice },
  graphOperators: choice.operators
});

/** What a program leaves in a recording of its own, or beside another that is open longer or shorter. */
function record(own: Choice, other: Choice | null, order: 'inside' | 'around' = 'inside'): Profile {
  const host = new RecordingHost();
  const range = createRange(host.recorder);
  const library = { scale: (by: number) => new Float32Array(4).fill(by) };
  const { restore } = createInstrument(host.hooks)(library);
  const before = other && order === 'inside' ? host.start(quiet(other)) : null;
  const recording = host.start(quiet(own));
  const later = other && order === 'around' ? host.start(quiet(other)) : null;
  range('step', () => library.scale(2));
  library.scale(3);
  later?.stop();
  const { data } = recording.stop();
  before?.stop();
  restore();
  return validateProfile(data);
}

/** Slices with their arguments and causes, and counters: what does not depend on time. */
function contentOf({ slices, labels, strings, args, counters, flows }: Profile): unknown {
  const nameOf = (row: number): string => {
    const label = slices.label[row];
    return `${strings[labels.category[label]]}/${strings[labels.name[label]]}`;
  };
  return {
    slices: Array.from(slices.label, (_, row) => {
      const parent = slices.parent[row] < 0 ? '-' : nameOf(slices.parent[row]);
      const own = Array.from(args.slice).flatMap((slice, arg) =>
        slice === row
          ? [`${strings[args.key[arg]]}=${strings[args.value[arg]] ?? args.value[arg]}`]
          : []
      );
      return `${nameOf(row)} in ${parent} ${own.join(' ')}`;
    }),
    counters: counters.map(({ name, value }) => `${name} ${value.join(' ')}`),
    arrows: flows.length
  };
}

test.each(CHOICES)('a recording with %o is the same whatever others record meanwhile', own => {
  const alone = contentOf(record(own, null));
  for (const other of CHOICES) {
    for (const order of ['inside', 'around'] as const) {
      expect(contentOf(record(own, other, order)), `beside ${JSON.stringify(other)}`).toEqual(
        alone
      );
    }
  }
});
