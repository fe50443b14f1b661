import { sliceOccupancy, sliceTitle } from 'kernelscope/analysis';
import { entryOfSlice, neighbourOf } from 'kernelscope/layout';
import {
  ArgKind,
  BANDWIDTH_ARG,
  BLOCK_ARG,
  CLUSTER_ARG,
  CONTEXT_ARG,
  CORRELATION_ARG,
  CPU_TO_GPU_FLOW,
  CUDA_CALL_CATEGORIES,
  DEVICE_ARG,
  GPU_CATEGORIES,
  GRAPH_ARG,
  GRAPH_NODE_ARG,
  GRID_ARG,
  KERNEL_CATEGORY,
  LOCAL_MEMORY_ARG,
  MANGLED_ARG,
  OPERATOR_CATEGORIES,
  type Profile,
  REGISTERS_ARG,
  SHARED_MEMORY_ARG,
  STATUS_ARG,
  STREAM_ARG,
  TRANSFER_BYTES_ARG
} from 'kernelscope/model';
import type { TranslationBundle } from '../../shared/content/application';
import type { Fact } from '../../shared/content/description';
import type { NumberFormats } from '../../shared/content/format';
import { type TimelineModel, categoryOfSlice } from './model';

/** Slices around one that are looked at for an operator, at most. */
const MAX_AROUND = 1000;

/** Whether slices of a category are work of GPUs or calls of CUDA, whose arguments have names. */
export function isCudaCategory(category: string): boolean {
  return GPU_CATEGORIES.includes(category) || CUDA_CALL_CATEGORIES.includes(category);
}

/** An argument of work of a GPU or of a call of CUDA in words; null for one that has none. */
export function cudaArgFact(
  { args, strings }: Profile,
  row: number,
  words: FactWords
): Fact | null {
  const key = strings[args.key[row]];
  const label = labelsOf(words.trans).get(key);
  if (label === undefined || args.kind[row] === ArgKind.boolean) return null;
  const value = args.value[row];
  const isText = args.kind[row] === ArgKind.string;
  return { label, value: isText ? strings[value] : numberText(key, value, words) };
}

function labelsOf(trans: TranslationBundle): ReadonlyMap<string, string> {
  return new Map([
    [GRID_ARG, trans.__('Grid')],
    [BLOCK_ARG, trans.__('Block')],
    [CLUSTER_ARG, trans.__('Cluster')],
    [REGISTERS_ARG, trans.__('Registers per thread')],
    [SHARED_MEMORY_ARG, trans.__('Shared memory of a block')],
    [LOCAL_MEMORY_ARG, trans.__('Local memory per thread')],
    [TRANSFER_BYTES_ARG, trans.__('Bytes')],
    [BANDWIDTH_ARG, trans.__('Rate')],
    [DEVICE_ARG, trans.__('GPU')],
    [CONTEXT_ARG, trans.__('Context')],
    [STREAM_ARG, trans.__('Stream')],
    [CORRELATION_ARG, trans.__('Correlation')],
    [GRAPH_ARG, trans.__('Graph')],
    [GRAPH_NODE_ARG, trans.__('Node of the graph')],
    [STATUS_ARG, trans.__('Status')],
    [MANGLED_ARG, trans.__('Mangled name')]
  ]);
}

/** Numbers that name something are not grouped. */
function numberText(key: string, value: number, { formats }: FactWords): string {
  switch (key) {
    case SHARED_MEMORY_ARG:
    case LOCAL_MEMORY_ARG:
    case TRANSFER_BYTES_ARG:
      return formats.bytes(value);
    case BANDWIDTH_ARG:
      return formats.value('bytesPerSecond', value * 1e9);
    default:
      return String(value);
  }
}

/** The facts linked to GPU work: occupancy, its launch and operator; or the work that a call launched. */
export function launchFacts(model: TimelineModel, slice: number, words: FactWords): Fact[] {
  const { profile } = model;
  const { flows, labels, strings } = profile;
  const facts = occupancyFacts(profile, slice, words);
  for (let row = 0; row < flows.length && facts.length < MAX_LINKS; row++) {
    const [from, to] = [flows.from[row], flows.to[row]];
    if (from !== slice && to !== slice) continue;
    if (strings[labels.category[flows.label[row]]] !== CPU_TO_GPU_FLOW) continue;
    facts.push(
      ...(to === slice
        ? originFacts(model, { from, to }, words)
        : [workFact(profile, { from, to }, words)])
    );
  }
  return facts;
}

/** An arrow from what runs on the CPU to what it makes a GPU do. */
interface Launch {
  readonly from: number;
  readonly to: number;
}

function originFacts(
  model: TimelineModel,
  { from, to }: Launch,
  { trans, formats }: FactWords
): Fact[] {
  const { profile } = model;
  const { start } = profile.slices;
  const later = formats.duration(Math.max(0, start[to] - start[from]));
  const launched = {
    label: trans.__('Launched by'),
    value: trans.__('%1, %2 earlier', sliceTitle(profile, from), later)
  };
  const operator = operatorAround(model, from);
  if (operator < 0 || operator === from) return [launched];
  return [launched, { label: trans.__('Operator'), value: sliceTitle(profile, operator) }];
}

function workFact(profile: Profile, { from, to }: Launch, { trans, formats }: FactWords): Fact {
  const { start, duration } = profile.slices;
  const later = formats.duration(Math.max(0, start[to] - start[from]));
  const took = formats.duration(duration[to]);
  return {
    label: trans.__('On the GPU'),
    value: trans.__('%1 for %2, %3 later', sliceTitle(profile, to), took, later)
  };
}

function occupancyFacts(profile: Profile, slice: number, { trans, formats }: FactWords): Fact[] {
  if (categoryOfSlice(profile, slice) !== KERNEL_CATEGORY) return [];
  const occupancy = sliceOccupancy(profile, slice);
  if (occupancy === null) return [];
  const { share, blocks } = occupancy;
  const value = trans._n(
    '%2, %3 block on a multiprocessor',
    '%2, %3 blocks on a multiprocessor',
    blocks,
    formats.percent(share),
    formats.count(blocks)
  );
  return [{ label: trans.__('Theoretical occupancy'), value }];
}

/** The nearest operator that a slice is a part of, itself among them, or -1. */
function operatorAround({ profile, index }: TimelineModel, slice: number): number {
  const { slices } = profile;
  let at = slice;
  for (let steps = 0; at >= 0 && steps < MAX_AROUND; steps++) {
    if (OPERATOR_CATEGORIES.includes(categoryOfSlice(profile, at))) return at;
    const entry = entryOfSlice(index, at, slices.track[at]);
    const around = entry < 0 ? -1 : neighbourOf(index, entry, 'parent');
    at = Math.max(around < 0 ? -1 : index.slice[around], slices.parent[at]);
  }
  return -1;
}

/** The means to put facts into words. */
export interface FactWords {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** Slices that one is linked to that are told of at most. */
export const MAX_LINKS = 4;
