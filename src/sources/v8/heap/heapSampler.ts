import type { Contribution, ContributionContext, Source } from '../../../record/build/contribution';
import type { SourceLinesOptions } from '../cpu/callFrames';
import { HeapAttachment, type HeapRecording } from './heapAttachment';
import type { HeapSampling, SampledHeap } from './heapEstimate';
import { convertHeapSamples } from './heapSampleConvert';
import type { HeapNode, HeapWindow } from './heapWindow';
import { SourceFaults, type SourceKind } from '../../source';
import { type SourceMapper, badMapsText } from '../scripts/sourceMapper';

/** Cost of one sample of the heap, nanoseconds: V8 walks the stack. */
const HEAP_SAMPLE_COST_NS = 6_000;

/** The dependencies of {@link HeapSampler}. */
export interface HeapSamplerOptions extends Pick<SourceLinesOptions, 'mapper' | 'folder'> {
  /** V8's heap profiler of this thread, shared with other recordings. */
  readonly attachment: HeapAttachment;
  readonly sampling: HeapSampling;
}

/** Samples the allocations on V8's heap by the thread that creates it: all of them, or those still alive. */
export class HeapSampler implements Source {
  readonly #faults = new SourceFaults(
    'allocations',
    'Profile without --allocations and --retained, or without another profiler of the heap.'
  );
  #recording: HeapRecording | null = null;
  #window: HeapWindow | null = null;

  constructor(private readonly options: HeapSamplerOptions) {}

  start(): void {
    const { attachment, sampling } = this.options;
    this.#recording = this.#faults.guard(() => attachment.begin(sampling), null);
    if (this.#recording === null || !attachment.sampling) return;
    const { intervalBytes, amount } = attachment.sampling;
    if (intervalBytes !== sampling.intervalBytes) {
      this.#faults.limited(
        `Sampled every ${intervalBytes} bytes instead of ${sampling.intervalBytes}, ` +
          'as an enclosing recording does'
      );
    }
    if (amount === sampling.amount || amount === 'both') return;
    const reason = attachment.lacksAddon ? NEEDS_ADDON : 'as an enclosing recording does';
    this.#faults.limited(
      `Sampled what ${AMOUNTS[amount]} instead of what ${AMOUNTS[sampling.amount]}, ${reason}`
    );
  }

  /** The samples have no times by which those after the window could be identified. */
  endWindow(): void {
    this.stopNow();
  }

  stopNow(): void {
    const recording = this.#recording;
    if (!recording) return;
    this.#recording = null;
    this.#window = this.#faults.guard(() => this.options.attachment.end(recording), null);
  }

  contribute({ strings, stacks }: ContributionContext): Contribution {
    const window = this.#window;
    const { mapper, folder } = this.options;
    this.#window = null;
    if (!window) return { report: this.#faults.report(0) };
    const badMaps = this.#faults.guard(
      () => badMapsText(scriptsOf(window.root), this.options),
      null
    );
    if (badMaps !== null) this.#faults.limited(badMaps);
    const convert = () => convertHeapSamples(window, { strings, stacks, mapper, folder });
    const heapSamples = this.#faults.guard(convert, undefined);
    const sums = window.sums.allocated ?? window.sums.alive ?? new Map<number, SampledHeap>();
    const records = [...sums.values()].reduce((sum, { samples }) => sum + samples, 0);
    const report = this.#faults.report(heapSamples ? records : 0);
    const overheadNs = window.taken * HEAP_SAMPLE_COST_NS + window.readNs;
    return { report, heapSamples, overheadNs };
  }
}

function scriptsOf(root: HeapNode): Set<string> {
  const scripts = new Set<string>();
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    scripts.add(node.callFrame.url);
    open.push(...node.children);
  }
  return scripts;
}

/** What is sampled, in the words of a sentence. */
const AMOUNTS: Readonly<Record<HeapSampling['amount'], string>> = {
  allocated: 'is allocated',
  alive: 'is still alive at the end',
  both: 'is allocated and what of it is still alive'
};

const NEEDS_ADDON =
  "as both in one recording need Kernelscope's addon, which has no binary here (kernelscope doctor says more)";

/** The options of a recording that samples of the heap depend on. */
export interface HeapOptions {
  readonly allocationBytes: number | null;
  readonly retainedBytes: number | null;
}

/** Where both are asked for, the shorter of their intervals counts. */
export function samplingOf({ allocationBytes, retainedBytes }: HeapOptions): HeapSampling | null {
  if (allocationBytes !== null && retainedBytes !== null) {
    return { intervalBytes: Math.min(allocationBytes, retainedBytes), amount: 'both' };
  }
  if (retainedBytes !== null) return { intervalBytes: retainedBytes, amount: 'alive' };
  if (allocationBytes === null) return null;
  return { intervalBytes: allocationBytes, amount: 'allocated' };
}

/** Samples of heap allocations. */
export const HEAP: SourceKind<
  HeapOptions,
  { readonly mapper: SourceMapper; readonly folder: string }
> = {
  open: host => {
    const attachment = new HeapAttachment();
    return {
      sources: options => {
        const { mapper, folder } = host;
        const sampling = samplingOf(options);
        if (!sampling) return [];
        return [new HeapSampler({ attachment, sampling, mapper, folder })];
      }
    };
  }
};
