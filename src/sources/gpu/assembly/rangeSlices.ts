import { RANGE_DOMAIN_ARG, UNFINISHED_ARG } from '../../../model/profile/argKeys';
import { RANGE_CATEGORY } from '../../../model/profile/categories';
import { InstantScope, type InstantTable } from '../../../model/profile/profile';
import type { MarkerColumns } from '../../../native/gpuActivities';
import { orderByStart } from '../../../record/build/orderByStart';
import { type BatchTimes, LEFT_OUT, type SliceWriter } from './sliceWriter';
import { TextLabels } from './textLabels';
import { NO_GROUP, type TrackGroup } from './trackGroups';

/** The kind of a marker, by CUPTI's flags. */
const MarkerFlag = { moment: 1, start: 2, end: 4 } as const;

/** A moment that a program named. */
interface Moment {
  readonly time: number;
  readonly label: number;
  readonly group: TrackGroup;
}

/**
 * Writes ranges and marks that a program named through NVTX: ranges of a thread on its track, others on
 * lanes of the process, and moments. A range without an end was open at the end of the window.
 */
export class RangeSlices {
  readonly #labels: TextLabels;
  readonly #domainKey: number;
  /** Ends by the numbers of ranges, nanoseconds from the profile's origin. */
  readonly #ends = new Map<number, number>();
  readonly #moments: Moment[] = [];

  constructor(private readonly writer: SliceWriter) {
    const { context } = writer.input;
    this.#labels = new TextLabels(context, RANGE_CATEGORY, name => name, 'range');
    this.#domainKey = context.strings.intern(RANGE_DOMAIN_ARG);
  }

  /** First the ends of all batches. */
  addEnds({ length, time, id, flags }: MarkerColumns, { shift }: BatchTimes): void {
    for (let row = 0; row < length; row++) {
      if ((flags[row] & MarkerFlag.end) !== 0) this.#ends.set(id[row], time[row] + shift);
    }
  }

  /** Then what begins in each. */
  add(markers: MarkerColumns, texts: readonly string[], { shift }: BatchTimes): void {
    for (let row = 0; row < markers.length; row++) {
      const flags = markers.flags[row];
      if ((flags & (MarkerFlag.moment | MarkerFlag.start)) === 0) continue;
      const time = markers.time[row] + shift;
      if (!this.writer.isRecorded(time)) continue;
      const { label } = this.#labels.of(texts, markers.name[row]);
      const group = this.#groupOf(markers.thread[row]);
      if ((flags & MarkerFlag.moment) !== 0) this.#moments.push({ time, label, group });
      else this.#addRange(markers, row, texts, { start: time, label, group });
    }
  }

  /** The moments by time, on the tracks of their groups. */
  instants(trackOf: (group: TrackGroup) => number): InstantTable {
    const { length } = this.#moments;
    const times = Float64Array.from(this.#moments, ({ time }) => time);
    const moments = Array.from(
      orderByStart(times, new Float64Array(length)),
      row => this.#moments[row]
    );
    return {
      length,
      time: Float64Array.from(moments, ({ time }) => time),
      label: Uint32Array.from(moments, ({ label }) => label),
      track: Uint16Array.from(moments, ({ group }) => trackOf(group)),
      scope: new Uint8Array(length).fill(InstantScope.thread)
    };
  }

  #addRange(
    markers: MarkerColumns,
    row: number,
    texts: readonly string[],
    { start, label, group }: { start: number; label: number; group: TrackGroup }
  ): void {
    const { writer } = this;
    const ends = this.#ends;
    const known = ends.get(markers.id[row]);
    const end = known ?? writer.windowNs;
    const added = writer.addOnHost({ start, end, label, group, entry: -1 });
    if (added === LEFT_OUT) return;
    if (known === undefined) writer.columns.arg(UNFINISHED_ARG, true);
    const domain = texts[markers.domain[row]] ?? '';
    const { strings } = writer.input.context;
    if (domain !== '') writer.columns.text(this.#domainKey, strings.intern(domain));
  }

  #groupOf(thread: number): TrackGroup {
    const { groups } = this.writer;
    const group = thread === 0 ? NO_GROUP : groups.ofThread(thread);
    return group === NO_GROUP ? groups.ofProcess('NVTX ranges') : group;
  }
}
