import { CPU_TO_GPU_FLOW } from '../../model/profile/argKeys';
import { InstantScope } from '../../model/profile/profile';
import { TripleRows } from '../../model/build/tripleRows';
import { EVENT_TYPE, INTERNED, TRACK_EVENT } from './perfettoSchema';
import { FlowBinding, FlowEnd } from '../shared/imported/importedFlows';
import { LabelClass } from '../shared/imported/importedLabels';
import { NONE } from '../shared/imported/importLimits';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { Annotations } from './annotations';
import type { PerfettoRows } from './perfettoRows';
import { ProtobufReader, Wire } from '../shared/protobufReader';
import { textIndex } from './interned';
import { EVENT_READ, EXTRA_COUNTERS } from './readSchema';
import { type SequenceState, readHalves } from './sequenceState';

/** The name of the row for the whole trace in our own traces. */
const WHOLE_TRACE = 'Whole trace';

/** Reads events of tracks: beginnings and ends of slices, instants, values of counters. */
export class TrackEvents {
  readonly #annotations: Annotations;
  readonly #flowKeys = new TripleRows();
  #type = 0;
  #name = 0;
  #category = 0;
  #row = 0;
  #value = NaN;
  /** The offsets of annotations: beginnings and ends by turns. */
  readonly #details: number[] = [];
  /** Counters beside the event: the halves of their tracks by turns, and their values. */
  readonly #extra = { tracks: [] as number[], values: [] as number[] };
  readonly #extraDoubles = { tracks: [] as number[], values: [] as number[] };
  /** A field of the event that is not read; 0 for none. */
  #unread = 0;
  /** Ends of arrows: the halves of their numbers and one of `FlowEnd`, by turns. */
  readonly #flowEnds: number[] = [];

  constructor(
    private readonly trace: ImportedTrace,
    private readonly rows: PerfettoRows,
    private readonly reader: ProtobufReader
  ) {
    this.#annotations = new Annotations(trace, new ProtobufReader(reader.bytes));
  }

  // hot
  /** Takes the event that the reader is at the beginning of. */
  take(time: number, state: SequenceState): void {
    const { reader, trace } = this;
    this.#type = 0;
    this.#name = 0;
    this.#category = 0;
    this.#value = NaN;
    this.#unread = 0;
    this.#details.length = 0;
    this.#flowEnds.length = 0;
    for (const { tracks, values } of [this.#extra, this.#extraDoubles]) {
      tracks.length = 0;
      values.length = 0;
    }
    let { trackLow: low, trackHigh: high } = state;
    while (reader.next()) {
      if (reader.field !== EVENT_READ.trackUuid) {
        this.#readField(state);
        continue;
      }
      reader.uint();
      low = reader.low;
      high = reader.high;
    }
    if (Number.isNaN(time)) {
      trace.notes.add('untimed');
      return;
    }
    trace.see(time);
    if (this.#unread > 0) trace.notes.addNamed('fields', nameOfField(this.#unread));
    this.#row = this.rows.row(low, high);
    this.#apply(time, state);
    this.#addCounters(time, state, this.#extra, state.counterTracks);
    this.#addCounters(time, state, this.#extraDoubles, state.doubleCounterTracks);
  }

  #readField(state: SequenceState): void {
    const { reader, trace } = this;
    switch (reader.field) {
      case TRACK_EVENT.type:
        this.#type = reader.uint();
        return;
      case TRACK_EVENT.nameIid:
        this.#name = state.text(INTERNED.eventNames, reader.uint());
        return;
      case TRACK_EVENT.name:
        this.#name = textIndex(reader, trace.texts);
        return;
      case TRACK_EVENT.categoryIids:
        this.#readCategory(state);
        return;
      case EVENT_READ.categories:
        this.#category = this.#category || textIndex(reader, trace.texts);
        return;
      case TRACK_EVENT.debugAnnotations:
        this.#details.push(reader.content(), reader.at);
        return;
      case TRACK_EVENT.counterValue:
        this.#value = reader.int();
        return;
      case TRACK_EVENT.doubleCounterValue:
        this.#value = reader.double();
        return;
      default:
        this.#readExtra();
    }
  }

  #readExtra(): void {
    const { reader } = this;
    const extra = this.#extra;
    const extraDoubles = this.#extraDoubles;
    switch (reader.field) {
      case EXTRA_COUNTERS.tracks:
        return readHalves(reader, extra.tracks);
      case EXTRA_COUNTERS.doubleTracks:
        return readHalves(reader, extraDoubles.tracks);
      case EXTRA_COUNTERS.values:
        return reader.numbers(Wire.varint, () => extra.values.push(reader.int64()));
      case EXTRA_COUNTERS.doubles:
        return reader.doubles(value => extraDoubles.values.push(value));
      default:
        this.#readFlow();
    }
  }

  /** Values of counters beside the event, each for the track in its place. */
  #addCounters(
    time: number,
    state: SequenceState,
    { tracks, values }: { readonly tracks: readonly number[]; readonly values: readonly number[] },
    usual: readonly number[]
  ): void {
    const used = tracks.length > 0 ? tracks : usual;
    values.forEach((value, at) => {
      if (2 * at >= used.length) this.trace.notes.add('trackless');
      else this.#addValue(this.rows.row(used[2 * at], used[2 * at + 1]), time, value, state);
    });
  }

  #addValue(row: number, time: number, value: number, state: SequenceState): void {
    this.rows.addValue(row, time, value, state.totals);
  }

  #readCategory(state: SequenceState): void {
    let number = 0;
    this.reader.numbers(Wire.varint, value => {
      number = number || value;
    });
    this.#category = this.#category || state.text(INTERNED.eventCategories, number);
  }

  #readFlow(): void {
    const { reader } = this;
    const { field } = reader;
    const isEnd =
      field === TRACK_EVENT.terminatingFlowIds || field === EVENT_READ.terminatingFlowIdsOld;
    const isFlow = isEnd || field === TRACK_EVENT.flowIds || field === EVENT_READ.flowIdsOld;
    const end = isEnd ? FlowEnd.end : FlowEnd.step;
    const isOld = field === EVENT_READ.flowIdsOld || field === EVENT_READ.terminatingFlowIdsOld;
    if (!isFlow) {
      this.#unread ||= field;
      reader.skip();
      return;
    }
    reader.numbers(isOld ? Wire.varint : Wire.eightBytes, () => {
      this.#flowEnds.push(reader.low, reader.high, end);
    });
  }

  #apply(time: number, state: SequenceState): void {
    const { slices, notes } = this.trace;
    switch (this.#type) {
      case EVENT_TYPE.sliceBegin: {
        const slice = slices.begin(time, this.#label(), this.#row);
        this.#addDetails(slice, state);
        this.#addFlows(time, slice);
        return;
      }
      case EVENT_TYPE.sliceEnd: {
        const bare = this.#details.length > 0 ? slices.bare(this.#row) : NONE;
        this.#addDetails(bare, state);
        const isNameless = this.#name === 0 && this.#category === 0;
        slices.finish(time, this.#row, isNameless ? NONE : this.#label(), bare);
        this.#addFlows(time, NONE);
        return;
      }
      case EVENT_TYPE.instant:
        this.#instant(time, state);
        return;
      case EVENT_TYPE.counter:
        this.#addValue(this.#row, time, this.#value, state);
        return;
      default:
        notes.addUnread(this.#type === 0 ? 'events of the old form' : 'states');
    }
  }

  #instant(time: number, state: SequenceState): void {
    const { instants, notes, rows } = this.trace;
    const said = this.#details.length > 0 ? this.#ownScope(state) : null;
    if (this.#details.length > 0 && said === null) notes.add('instantArgs');
    const { kind, name, parent } = rows.all[this.#row];
    const isGlobal = kind === 'asyncLane' && name === WHOLE_TRACE && parent < 0;
    const ofRow = isGlobal ? InstantScope.global : scopeOfKind(kind);
    instants.add(time, this.#label(), this.#row, said ?? ofRow);
    this.#addFlows(time, NONE);
  }

  /** Tasks and markers, which only our own traces know. */
  #ownScope(state: SequenceState): number | null {
    const { texts } = this.trace;
    const { name, value } = this.#annotations.read(this.#details[0], this.#details[1], state);
    if (texts.at(name) !== 'scope' || value.is !== 'text') return null;
    const scope = texts.at(value.value);
    if (scope === 'task') return InstantScope.task;
    return scope === 'marker' ? InstantScope.marker : null;
  }

  #addDetails(slice: number, state: SequenceState): void {
    if (slice === NONE) return;
    for (let at = 0; at < this.#details.length; at += 2) {
      this.#annotations.addTo(slice, this.#details[at], this.#details[at + 1], state);
    }
  }

  #addFlows(time: number, slice: number): void {
    if (this.#flowEnds.length === 0) return;
    const { flows, labels, texts } = this.trace;
    const isGpu = slice !== NONE && labels.classOf(this.#label()) === LabelClass.gpu;
    const word = texts.of(isGpu ? CPU_TO_GPU_FLOW : 'flow');
    const label = labels.of(word, word);
    for (let at = 0; at < this.#flowEnds.length; at += 3) {
      const key = this.#flowKeys.row(this.#flowEnds[at] | 0, this.#flowEnds[at + 1] | 0, 0);
      const end = this.#flowEnds[at + 2];
      const binding = slice === NONE ? FlowBinding.around : FlowBinding.known;
      flows.add({ key, end, binding, time, row: this.#row, label, slice });
    }
  }

  #label(): number {
    return this.trace.labels.of(this.#name, this.#category);
  }
}

function scopeOfKind(kind: string): number {
  return kind === 'process' ? InstantScope.process : InstantScope.thread;
}

/** Names of fields of events that are not read. */
const FIELD_NAMES: readonly (readonly [name: string, ...fields: readonly number[]])[] = [
  ['times of threads', 1, 2, 8, 16, 17, 20],
  ['stacks', 55, 56, 57],
  ['correlations', 52, 53, 54],
  ['places in sources', 33, 34],
  ['log messages', 21],
  ['tasks', 5],
  ['Chrome’s old form', EVENT_READ.legacyEvent]
];

function nameOfField(field: number): string {
  const known = FIELD_NAMES.find(([, ...fields]) => fields.includes(field));
  return known?.[0] ?? 'typed arguments';
}
