import type { SourceKind } from '../../sourceKind';
import type { Contribution, ContributionContext, Source } from '../../../record/build/contribution';
import type { SourceLinesOptions } from '../cpu/callFrames';
import { HeapAttachment } from './heapAttachment';
import type { HeapNode, HeapRecording, HeapWindow } from './heapAttachment';
import { convertHeapSamples } from './heapSampleConvert';
import { SourceFaults } from '../../source';
import type { SourceMapper } from '../scripts/sourceMapper';
import { badMapsText } from '../scripts/sourceMapper';

/** Cost of one sample of the heap, nanoseconds: V8 walks the stack. */
const HEAP_SAMPLE_COST_NS = 6_000;

/** The dependencies of {@link HeapSampler}. */
export interface HeapSamplerOptions extends Pick<SourceLinesOptions, 'mapper' | 'folder'> {
  /** V8's heap profiler of this thread, shared with other recordings. */
  readonly attachment: HeapAttachment;
  /** Bytes between samples. */
  readonly intervalBytes: number;
}

/** Samples the allocations on V8's heap by the thread that creates it, including garbage. */
export class HeapSampler implements Source {
  private readonly faults = new SourceFaults(
    'allocations',
    'Profile without --allocations, or without another profiler of the heap.'
  );
  private recording: HeapRecording | null = null;
  private window: HeapWindow | null = null;

  constructor(private readonly options: HeapSamplerOptions) {}

  start(): void {
    const { attachment, intervalBytes } = this.options;
    this.recording = this.faults.guard(() => attachment.begin(intervalBytes), null);
    if (this.recording === null || attachment.intervalBytes === intervalBytes) return;
    this.faults.limited(
      `Sampled every ${attachment.intervalBytes} bytes instead of ${intervalBytes}, ` +
        'as an enclosing recording does'
    );
  }

  /** The samples have no times by which those after the window could be identified. */
  endWindow(): void {
    this.stopNow();
  }

  stopNow(): void {
    const { recording } = this;
    if (!recording) return;
    this.recording = null;
    this.window = this.faults.guard(() => this.options.attachment.end(recording), null);
  }

  contribute({ strings, stacks }: ContributionContext): Contribution {
    const { window } = this;
    const { mapper, folder } = this.options;
    this.window = null;
    if (!window) return { report: this.faults.report(0) };
    const badMaps = this.faults.guard(
      () => badMapsText(scriptsOf(window.root), this.options),
      null
    );
    if (badMaps !== null) this.faults.limited(badMaps);
    const convert = () => convertHeapSamples(window, { strings, stacks, mapper, folder });
    const heapSamples = this.faults.guard(convert, undefined);
    const records = [...window.sums.values()].reduce((sum, { samples }) => sum + samples, 0);
    const report = this.faults.report(heapSamples ? records : 0);
    return { report, heapSamples, overheadNs: records * HEAP_SAMPLE_COST_NS };
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

/** Samples of heap allocations. */
export const HEAP: SourceKind<
  { readonly allocationBytes: number | null },
  { readonly mapper: SourceMapper; readonly folder: string }
> = {
  open: host => {
    const attachment = new HeapAttachment();
    return {
      sources: ({ allocationBytes: intervalBytes }) => {
        const { mapper, folder } = host;
        if (intervalBytes === null) return [];
        return [new HeapSampler({ attachment, intervalBytes, mapper, folder })];
      }
    };
  }
};
