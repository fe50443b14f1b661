import { type HeapAmount, heapAmounts } from '../../model/profile/heapAmount';
import { framesFromRoot } from '../shared/rows/callPath';
import { ITEM_END, writeList } from '../shared/text/jsonList';
import {
  type SpeedscopeHead,
  type SpeedscopeOutput,
  closeProfile,
  openProfile
} from './speedscopeOutput';

/** Stacks with their weights, in the order in which they are shown. */
interface WeightedStacks {
  readonly length: number;
  /** Row of the stack, -1 for none. */
  readonly stackAt: (at: number) => number;
  readonly weightAt: (at: number) => number;
}

/** Writes the CPU samples in `rows`, those of one thread, as a profile; nothing without any. */
export function writeCpuSamples(output: SpeedscopeOutput, rows: Uint32Array): void {
  if (rows.length === 0) return;
  const { samples, tracks } = output.profile;
  const { name } = tracks[samples.track[rows[0]]];
  const head = { type: 'sampled', name: `${name} (CPU samples)`, unit: 'nanoseconds' } as const;
  writeSampled(output, head, {
    length: rows.length,
    stackAt: at => samples.stack[rows[at]],
    weightAt: at => samples.weight[rows[at]]
  });
}

/** Writes heap allocations as a profile; nothing if they were not recorded. */
export function writeHeapSamples(output: SpeedscopeOutput): void {
  const { heapSamples } = output.profile;
  for (const amount of heapAmounts(output.profile)) {
    const bytes = amount === 'alive' ? heapSamples.aliveBytes : heapSamples.bytes;
    writeSampled(
      output,
      { type: 'sampled', name: HEAP_NAMES[amount], unit: 'bytes' },
      {
        length: heapSamples.length,
        stackAt: at => heapSamples.stack[at],
        weightAt: at => bytes[at]
      }
    );
  }
}

const HEAP_NAMES: Readonly<Record<HeapAmount, string>> = {
  allocated: 'Heap allocations',
  alive: 'Heap allocations still alive'
};

function writeSampled(
  output: SpeedscopeOutput,
  head: SpeedscopeHead,
  { length, stackAt, weightAt }: WeightedStacks
): void {
  const { writer, profile, stackFor } = output;
  const texts = new Map<number, string>();
  const textOf = (stack: number): string => {
    const known = texts.get(stack);
    if (known !== undefined) return known;
    const text = framesFromRoot(profile, stack).join(',');
    texts.set(stack, text);
    return text;
  };
  let total = 0;
  openProfile(output, head);
  writer.raw(',"samples":');
  writeList(writer, () => {
    for (let at = 0; at < length; at++) writer.raw(`[${textOf(stackFor(stackAt(at)))}]${ITEM_END}`);
  });
  writer.raw(',"weights":');
  writeList(writer, () => {
    for (let at = 0; at < length; at++) {
      writer.raw(`${weightAt(at)}${ITEM_END}`);
      total += weightAt(at);
    }
  });
  closeProfile(output, total);
}
