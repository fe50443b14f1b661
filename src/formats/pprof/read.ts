import {
  LABELS_TRACK,
  labelsText,
  SAMPLE_LABEL_CATEGORY,
  type SampleLabel
} from '../../facts/sampleLabels';
import { type HeapAmount, FrameKind, type Profile } from '../../model/profile/profile';
import { ProtobufReader, Wire } from '../shared/protobufReader';
import { finishTrace } from '../shared/imported/finishTrace';
import { type ScriptNames, ImportedFrames } from '../shared/imported/importedFrames';
import { type ImportOptions, ImportedTrace } from '../shared/imported/importedTrace';
import { SampleSequence, sayUnitless, unitNamed } from '../shared/imported/sampleSequence';
import { TraceImportError } from '../shared/imported/importLimits';
import { LABEL, PROFILE, SAMPLE } from './pprofSchema';
import { type PprofId, type PprofLine, PprofTables, type PprofType, idOf } from './pprofTables';

/** The bytes that are still alive, by the names that Go and Node's profilers have for them. */
const ALIVE_TYPES: readonly string[] = ['inuse_space', 'space'];

/** Labels that name the thread of a sample. */
const THREAD_LABELS: readonly string[] = ['thread', 'thread name', 'thread_name'];

/** Labels with the number of a thread. */
const NUMBER_LABELS: readonly string[] = ['thread id', 'thread_id', 'tid'];

/** Labels of a sample at most; later ones are left out. */
const MAX_LABELS = 64;

/** Types of counts that say no more than their times or bytes do. */
const COUNTS = /^(samples?|(alloc_|inuse_)?objects)$/;

/**
 * A profile of pprof (`profile.proto`, uncompressed) as a profile: its times as CPU samples, one for each stack
 * of a thread, and its bytes as heap allocations. Of several times the one is read that pprof shows first: the
 * default, or else the last.
 *
 * @throws TraceImportError for damaged protobuf, or a profile beyond the limits.
 */
export function readPprof(
  bytes: Uint8Array,
  options: ImportOptions,
  scripts: ScriptNames
): Profile {
  const reader = new ProtobufReader(bytes);
  const tables = new PprofTables(reader);
  const trace = new ImportedTrace(bytes);
  const samples = new PprofSamples(reader, tables, trace, scripts);
  reader.open(0, bytes.length);
  while (reader.next()) {
    if (reader.field === PROFILE.sample && reader.wire === Wire.bytes) samples.read();
    else reader.skip();
  }
  nameTrace(trace, tables);
  return finishTrace(trace, options);
}

function nameTrace({ facts, notes, samples }: ImportedTrace, tables: PprofTables): void {
  const own = /^(.*) · kernelscope \S+$/.exec(tables.text(tables.comments[0] ?? -1));
  facts.name = own?.[1] ?? null;
  facts.runtime =
    /^node (\S+)$/.exec(tables.text([...tables.mappings.values()][0] ?? -1))?.[1] ?? '';
  facts.startedAtMs = tables.timeNs > 0 ? tables.timeNs / 1e6 : null;
  facts.isOriginKnown = true;
  if (samples.length > 0) notes.say('This format has no times: samples follow one another.');
}

/** What a number of each sample becomes. */
interface ReadValue {
  /** Its place among the numbers of a sample. */
  readonly at: number;
  readonly as: 'time' | HeapAmount;
  readonly factor: number;
}

/** What the labels of a sample say: about its thread, and what the program gave to it. */
interface SampleLabels {
  name: string | null;
  number: string | null;
  readonly given: SampleLabel[];
}

/** The samples of a file, read one after another. */
class PprofSamples {
  readonly #values: readonly ReadValue[];
  readonly #sequence: SampleSequence;
  readonly #frames: ImportedFrames;
  readonly #rows = new Map<string, number>();
  /** Rows of labels by those of threads. */
  readonly #labelRows = new Map<number, number>();
  readonly #stacks = new Map<PprofId, readonly FrameAtLine[]>();
  readonly #process: number;

  constructor(
    private readonly reader: ProtobufReader,
    private readonly tables: PprofTables,
    private readonly trace: ImportedTrace,
    scripts: ScriptNames
  ) {
    const hasFiles = [...tables.functions.values()].some(({ file }) => tables.text(file) !== '');
    this.#frames = new ImportedFrames(trace, scripts, hasFiles ? FrameKind.native : FrameKind.user);
    this.#sequence = new SampleSequence(trace);
    this.#values = readValues(tables, trace);
    this.#process = trace.rows.add({ kind: 'process' });
    trace.see(0);
    if (tables.durationNs > 0) trace.see(tables.durationNs);
  }

  /** Reads the sample that the reader is at. */
  read(): void {
    const { reader } = this;
    const locations: PprofId[] = [];
    const numbers: number[] = [];
    const labels: SampleLabels = { name: null, number: null, given: [] };
    reader.within(() => {
      while (reader.next()) {
        if (reader.field === SAMPLE.locationId) {
          this.#each(() => addTo(locations, idOf(reader)));
        } else if (reader.field === SAMPLE.value) this.#each(() => addTo(numbers, reader.int()));
        else if (reader.field === SAMPLE.label) this.#readLabel(labels);
        else reader.skip();
      }
    });
    this.#add(locations, numbers, labels);
  }

  /** Whole numbers one after another, or a single one; `take` reads each. */
  #each(take: () => void): void {
    const { reader } = this;
    if (reader.wire !== Wire.bytes) {
      take();
      return;
    }
    reader.within(() => {
      reader.wire = Wire.varint;
      while (reader.at < reader.end) take();
    });
  }

  #readLabel(labels: SampleLabels): void {
    const { reader, tables } = this;
    if (reader.wire !== Wire.bytes) {
      reader.skip();
      return;
    }
    const label = { key: 0, text: 0, number: 0 };
    reader.within(() => {
      while (reader.next()) {
        if (reader.field === LABEL.key) label.key = reader.uint();
        else if (reader.field === LABEL.str) label.text = reader.uint();
        else if (reader.field === LABEL.num) label.number = reader.int();
        else reader.skip();
      }
    });
    const key = tables.text(label.key);
    const text = tables.text(label.text);
    if (NUMBER_LABELS.includes(key)) labels.number = `thread ${text || label.number}`;
    else if (text === '') return;
    else if (THREAD_LABELS.includes(key)) labels.name = text;
    else if (labels.given.length < MAX_LABELS) labels.given.push([key, text]);
  }

  #add(
    locations: readonly PprofId[],
    numbers: readonly number[],
    { name, number, given }: SampleLabels
  ): void {
    let stack = -1;
    for (let at = locations.length - 1; at >= 0; at--) {
      for (const { frame, line } of this.#framesOf(locations[at])) {
        stack = this.trace.samples.stackOf(stack, frame, line);
      }
    }
    for (const { at, as, factor } of this.#values) {
      const value = (numbers[at] ?? NaN) * factor;
      if (value === 0) continue;
      if (as === 'time') this.#addSample(this.#rowOf(name ?? number), { stack, value, given });
      else if (value > 0) this.trace.heap.add(this.#within(stack), as, { bytes: value });
      else this.trace.notes.add('weightless');
    }
  }

  /** A sample, and its labels as a stretch on a row below its thread. */
  #addSample(
    thread: number,
    { stack, value, given }: { stack: number; value: number; given: readonly SampleLabel[] }
  ): void {
    const from = this.#sequence.end(thread);
    this.#sequence.add(thread, stack, value);
    const to = this.#sequence.end(thread);
    if (given.length === 0 || to <= from) return;
    const { texts, labels, slices, args, rows } = this.trace;
    const row =
      this.#labelRows.get(thread) ??
      rows.add({ kind: 'asyncLane', parent: thread, name: LABELS_TRACK, tid: thread });
    this.#labelRows.set(thread, row);
    const label = labels.of(texts.of(labelsText(given)), texts.of(SAMPLE_LABEL_CATEGORY));
    const slice = slices.add(from, to, label, row);
    for (const [key, value] of given) args.addText(slice, texts.of(key), texts.of(value));
  }

  /** The functions of a place, outermost first. */
  #framesOf(id: PprofId): readonly FrameAtLine[] {
    const known = this.#stacks.get(id);
    if (known !== undefined) return known;
    const location = this.tables.locations.get(id);
    if (location === undefined || location.lines.length === 0) {
      const name = this.#objectOf(location?.mappingId);
      return [{ frame: this.#frames.row({ name, file: '' }), line: 0 }];
    }
    const found = location.lines.map(line => this.#frameOf(line)).reverse();
    this.#stacks.set(id, found);
    return found;
  }

  #frameOf({ functionId, line }: PprofLine): FrameAtLine {
    const { tables } = this;
    const { name, systemName, file, startLine } = tables.functions.get(functionId) ?? NO_FUNCTION;
    const text = tables.text(name) || tables.text(systemName) || UNKNOWN;
    const path = tables.text(file);
    const frame = this.#frames.row({ name: text, file: path, line: startLine });
    return { frame, line: this.#frames.line(path, line).line };
  }

  /** The name of code without functions: that of its file, in brackets, as pprof has it. */
  #objectOf(mappingId: PprofId | undefined): string {
    const file = this.tables.text(this.tables.mappings.get(mappingId ?? 0) ?? -1);
    const base = file.slice(file.lastIndexOf('/') + 1);
    return base === '' ? UNKNOWN : `[${base}]`;
  }

  /** The stack of what no function allocated. */
  #within(stack: number): number {
    if (stack >= 0) return stack;
    return this.trace.samples.stackOf(-1, this.#frames.row({ name: '(program)', file: '' }));
  }

  #rowOf(thread: string | null): number {
    const name = thread ?? 'all threads';
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const tid = this.#rows.size + 1;
    const row = this.trace.rows.add({ kind: 'thread', parent: this.#process, name, tid });
    this.#rows.set(name, row);
    return row;
  }
}

/** Functions of a stack at most. */
const MAX_DEPTH = 65_536;

function addTo<T>(list: T[], item: T): void {
  if (list.push(item) > MAX_DEPTH) {
    throw new TraceImportError(`a sample has more than ${MAX_DEPTH} functions`);
  }
}

/** A function and the line that it was at. */
interface FrameAtLine {
  readonly frame: number;
  readonly line: number;
}

const NO_FUNCTION = { name: 0, systemName: 0, file: 0, startLine: 0 };

/** The name of a function of which nothing is known, as pprof has it. */
const UNKNOWN = '<unknown>';

/** The numbers of samples that are read; others are named in the notes. */
function readValues(tables: PprofTables, { notes }: ImportedTrace): ReadValue[] {
  const { types, defaultType } = tables;
  const units = types.map(({ unit }) => unitNamed(unit));
  const times = [...types.keys()].filter(at => units[at].of === 'time');
  const time = times.find(at => types[at].type === defaultType) ?? times.at(-1);
  const values = [...types.keys()].flatMap((at): ReadValue[] => {
    const { of, factor } = units[at];
    if (at === time) return [{ at, as: 'time', factor }];
    return of === 'bytes' ? [{ at, as: amountOf(types[at]), factor }] : [];
  });
  if (values.length === 0) values.push(...countedValue(tables, notes));
  const unread = types.filter((type, at) => {
    return !COUNTS.test(type.type) && !values.some(value => value.at === at);
  });
  for (const { type, unit } of unread) notes.say(`Numbers of "${type}" (${unit}) are not read.`);
  return values;
}

/** The value of a file that only counts; its period says how long each of them took, where it is known. */
function countedValue(tables: PprofTables, notes: ImportedTrace['notes']): ReadValue[] {
  const { types, defaultType, period, periodType } = tables;
  if (types.length === 0) return [];
  const found = types.findIndex(({ type }) => type === defaultType);
  const at = found < 0 ? types.length - 1 : found;
  const unit = unitNamed(periodType.unit);
  if (unit.of === 'time' && period > 0) return [{ at, as: 'time', factor: period * unit.factor }];
  sayUnitless(notes, `Numbers of "${types[at].type}"`);
  return [{ at, as: 'time', factor: unitNamed('').factor }];
}

function amountOf({ type }: PprofType): HeapAmount {
  return ALIVE_TYPES.includes(type) ? 'alive' : 'allocated';
}
