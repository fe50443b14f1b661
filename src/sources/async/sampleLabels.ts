import { LABELS_TRACK, labelsText, SAMPLE_LABEL_CATEGORY } from '../../facts/sampleLabels';
import { OTHER } from '../../model/profile/categories';
import type {
  Contribution,
  ContributionContext,
  Source,
  SourceSlice
} from '../../record/build/contribution';
import { initialTracks } from '../../record/build/threadTracks';
import { SourceFaults, type SourceKind } from '../source';
import type { LabelChanges, LabelContext, Labels } from './labelContext';

/** Different labels of one recording; further ones have {@link OTHER} for their values. */
const MAX_LABELS = 10_000;

/** Records the labels that code of this thread runs with. */
export class SampleLabelSource implements Source {
  readonly #faults = new SourceFaults('sampleLabels', 'Some labels are missing.');
  #from = 0;
  #isOpen = false;
  #changes: LabelChanges | null = null;

  /** @param threadId Node's number of this thread. */
  constructor(
    private readonly context: LabelContext,
    private readonly threadId: number
  ) {}

  start(): void {
    this.#isOpen = true;
    this.#from = this.#faults.guard(() => this.context.acquire(this), 0);
  }

  endWindow(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#changes = this.#faults.guard(() => this.context.release(this, this.#from), null);
  }

  stopNow(): void {
    this.endWindow();
  }

  contribute(context: ContributionContext): Contribution {
    const changes = this.#changes;
    this.#changes = null;
    const slices = this.#faults.guard(() => (changes ? this.#slices(changes, context) : []), []);
    if (changes && changes.dropped > 0) {
      this.#faults.limited(`${changes.dropped} later changes of labels did not fit`);
    }
    return { report: this.#faults.report(slices.length), slices };
  }

  #slices(
    { times, labels, ...changes }: LabelChanges,
    context: ContributionContext
  ): SourceSlice[] {
    if (!labels.some(each => each.length > 0)) return [];
    const { originNs, endNs, mainTrack: parent } = context;
    const { pid } = process;
    const { tid } = initialTracks(pid, this.threadId)[parent];
    const track = context.addTrack({ name: LABELS_TRACK, kind: 'asyncLane', parent, pid, tid });
    const shift = Number(changes.originNs - originNs);
    const lengthNs = Number(endNs - originNs);
    const named = new LabelNames();
    return labels.flatMap((own, at): SourceSlice[] => {
      const start = Math.max(0, times[at] + shift);
      const next = at + 1 < times.length ? times[at + 1] + shift : lengthNs;
      const duration = Math.min(lengthNs, next) - start;
      if (own.length === 0 || duration <= 0) return [];
      const { name, args } = named.of(own);
      return [{ name, category: SAMPLE_LABEL_CATEGORY, track, start, duration, args }];
    });
  }
}

interface NamedLabels {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

/** The names of labels, of which there are not too many. */
class LabelNames {
  readonly #known = new Map<string, NamedLabels>();

  of(labels: Labels): NamedLabels {
    const name = labelsText(labels);
    const known = this.#known.get(name);
    if (known) return known;
    const isFull = this.#known.size >= MAX_LABELS;
    const kept = isFull ? labels.map(([key]) => [key, OTHER] as const) : labels;
    const named = { name: labelsText(kept), args: Object.fromEntries(kept) };
    if (!isFull) this.#known.set(name, named);
    return named;
  }
}

export const SAMPLE_LABELS: SourceKind<
  { readonly sampleLabels: boolean },
  { readonly labels: LabelContext; readonly threadId: number }
> = {
  open: ({ labels, threadId }) => ({
    sources: ({ sampleLabels }) => (sampleLabels ? [new SampleLabelSource(labels, threadId)] : [])
  })
};
