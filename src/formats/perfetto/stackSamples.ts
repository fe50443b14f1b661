import { FrameKind } from '../../model/profile/profile';
import type { ImportedTrace } from '../shared/imported/importedTrace';
import { type ProtobufReader, Wire } from '../shared/protobufReader';
import { type InternedStacks, MAX_DEPTH, textIndex } from './interned';
import type { PerfettoRows } from './perfettoRows';
import {
  ASYNC_CONTEXT,
  COUNTER_DESCRIPTOR,
  INLINE_STACK,
  STACK_SAMPLE,
  STACK_SAMPLE_DEFAULTS,
  STACK_SAMPLE_INTERNED,
  TASK_CONTEXT
} from './readSchema';

/** What the weight of a sample becomes: nanoseconds, bytes, nothing at all, or a note. */
interface WeightUnit {
  readonly is: 'time' | 'bytes' | 'weightless' | 'other';
  readonly factor: number;
}

/** Perfetto's numbers of units: nanoseconds, CPU cycles and bytes. */
const UNITS: ReadonlyMap<number, WeightUnit['is']> = new Map([
  [0, 'weightless'],
  [1, 'time'],
  [2, 'weightless'],
  [4, 'bytes']
]);

const UNKNOWN_UNIT: WeightUnit = { is: 'weightless', factor: 1 };

/** The thread or the asynchronous context that a sample is of. */
interface TaskContext {
  readonly pid: number;
  readonly tid: number;
  /** Of the asynchronous context; 0 for none. */
  readonly asyncId: number;
}

const NO_CONTEXT: TaskContext = { pid: 0, tid: 0, asyncId: 0 };

/** Entries of a kind that one sequence may have. */
const MAX_ENTRIES = 1 << 20;

/** What samples of stacks refer to in their sequence: contexts, units, and the default of these. */
export class StackSampleState {
  readonly tasks = new Map<number, TaskContext>();
  readonly units = new Map<number, WeightUnit>();
  /** Names of asynchronous contexts, as texts. */
  readonly asyncNames = new Map<number, number>();
  /** Rows of asynchronous contexts. */
  readonly asyncRows = new Map<number, number>();
  unit: WeightUnit = UNKNOWN_UNIT;

  constructor(private readonly trace: ImportedTrace) {}

  /** Takes the defaults that the reader is at the beginning of. */
  readDefaults(reader: ProtobufReader): void {
    while (reader.next()) {
      if (reader.field !== STACK_SAMPLE_DEFAULTS.primaryDescriptor) reader.skip();
      else reader.within(() => (this.unit = readUnit(reader).unit));
    }
  }

  /** Takes an entry of interned data that the reader is at the beginning of; passes over other ones. */
  intern(reader: ProtobufReader, field: number): void {
    if (field === STACK_SAMPLE_INTERNED.taskContexts) {
      const { iid, task } = readTask(reader);
      this.#keep(this.tasks, iid, task);
    } else if (field === STACK_SAMPLE_INTERNED.counterDescriptors) {
      const { iid, unit } = readUnit(reader);
      this.#keep(this.units, iid, unit);
    } else if (field === STACK_SAMPLE_INTERNED.asyncContexts) {
      this.#internAsync(reader);
    }
  }

  #internAsync(reader: ProtobufReader): void {
    let iid = 0;
    let name = 0;
    while (reader.next()) {
      if (reader.field === ASYNC_CONTEXT.iid) iid = reader.uint();
      else if (reader.field === ASYNC_CONTEXT.name) name = textIndex(reader, this.trace.texts);
      else reader.skip();
    }
    this.#keep(this.asyncNames, iid, name);
  }

  #keep<Value>(into: Map<number, Value>, iid: number, value: Value): void {
    if (into.size < MAX_ENTRIES) into.set(iid, value);
    else this.trace.notes.add('interned');
  }
}

/** The state of a sequence, as far as samples of stacks need it. */
export interface StackState {
  readonly stacks: InternedStacks;
  readonly stackSamples: StackSampleState;
}

/** Reads samples of stacks: times of stacks as CPU samples, bytes of stacks as allocations. */
export class StackSamples {
  #task: TaskContext | undefined;
  #unit: WeightUnit | undefined;
  #stack: number | undefined;
  #weight = NaN;

  constructor(
    private readonly trace: ImportedTrace,
    private readonly rows: PerfettoRows,
    private readonly reader: ProtobufReader
  ) {}

  // hot
  /** Takes the sample that the reader is at the beginning of. */
  take(time: number, state: StackState): void {
    const { trace } = this;
    this.#task = NO_CONTEXT;
    this.#unit = state.stackSamples.unit;
    this.#stack = -1;
    this.#weight = NaN;
    while (this.reader.next()) this.#readField(state);
    const task = this.#task;
    const unit = this.#unit;
    const stack = this.#stack;
    if (task === undefined || unit === undefined || stack === undefined) {
      trace.notes.add('stateless');
    } else if (Number.isNaN(time)) {
      trace.notes.add('untimed');
    } else {
      trace.see(time);
      this.#add(time, stack, unit, () => this.#rowOf(task, state.stackSamples));
    }
  }

  #readField({ stacks, stackSamples }: StackState): void {
    const { reader } = this;
    switch (reader.field) {
      case STACK_SAMPLE.taskContext:
        return reader.within(() => (this.#task = readTask(reader).task));
      case STACK_SAMPLE.taskContextIid:
        this.#task = stackSamples.tasks.get(reader.uint());
        return;
      case STACK_SAMPLE.callstack:
        return reader.within(() => (this.#stack = this.#readStack()));
      case STACK_SAMPLE.callstackIid:
        this.#stack = stacks.stack(reader.uint());
        return;
      case STACK_SAMPLE.primaryDescriptor:
        return reader.within(() => (this.#unit = readUnit(reader).unit));
      case STACK_SAMPLE.primaryDescriptorIid:
        this.#unit = stackSamples.units.get(reader.uint());
        return;
      case STACK_SAMPLE.primaryWeight:
        this.#weight = reader.uint();
        return;
      case STACK_SAMPLE.followerWeights:
        this.trace.notes.addNamed('fields', 'further weights');
        return reader.skip();
      default:
        reader.skip();
    }
  }

  #add(time: number, stack: number, { is, factor }: WeightUnit, rowOf: () => number): void {
    const { heap, notes, samples } = this.trace;
    const amount = this.#weight * factor;
    if (is === 'other') {
      notes.addNamed('unread', 'stack samples in other units than time and bytes');
    } else if (is !== 'bytes') {
      samples.add(time, stack, rowOf(), is === 'time' ? amount : NaN);
    } else if (stack >= 0 && amount > 0) {
      heap.add(stack, 'allocated', { bytes: amount, samples: 1 });
    } else {
      notes.add('weightless');
    }
  }

  /** The row of a thread, of an asynchronous context, or of the process where only that is known. */
  #rowOf({ pid, tid, asyncId }: TaskContext, state: StackSampleState): number {
    if (asyncId === 0 && tid > 0) return this.rows.thread(pid, tid);
    const process = this.rows.process(pid);
    if (asyncId === 0) return process;
    const known = state.asyncRows.get(asyncId);
    if (known !== undefined) return known;
    const name = this.trace.texts.at(state.asyncNames.get(asyncId) ?? 0);
    const row = this.trace.rows.add({
      ...{ kind: 'asyncLane', parent: process, pid },
      name: name || `context ${asyncId}`
    });
    state.asyncRows.set(asyncId, row);
    return row;
  }

  /** Frames are from the root on. */
  #readStack(): number {
    const { reader } = this;
    let stack = -1;
    let depth = 0;
    while (reader.next()) {
      if (reader.field !== INLINE_STACK.frames || reader.wire !== Wire.bytes) reader.skip();
      else {
        reader.within(() => {
          const frame = this.#readFrame();
          if (++depth <= MAX_DEPTH) stack = this.trace.samples.stackOf(stack, frame);
        });
      }
    }
    return stack;
  }

  #readFrame(): number {
    const { reader, trace } = this;
    const found = { name: 0, file: 0, line: 0 };
    while (reader.next()) {
      const { field } = reader;
      if (field === INLINE_STACK.functionName) found.name = textIndex(reader, trace.texts);
      else if (field === INLINE_STACK.sourceFile) found.file = textIndex(reader, trace.texts);
      else if (field === INLINE_STACK.lineNumber) found.line = reader.uint() % 2 ** 32;
      else reader.skip();
    }
    const kind = found.file === 0 ? FrameKind.native : FrameKind.user;
    return trace.samples.stacks.frame({ ...found, column: 0, kind });
  }
}

function readTask(reader: ProtobufReader): { readonly iid: number; readonly task: TaskContext } {
  const found = { iid: 0, pid: 0, tid: 0, asyncId: 0 };
  while (reader.next()) {
    if (reader.field === TASK_CONTEXT.iid) found.iid = reader.uint();
    else if (reader.field === TASK_CONTEXT.pid) found.pid = reader.uint() || 0;
    else if (reader.field === TASK_CONTEXT.tid) found.tid = reader.uint() || 0;
    else if (reader.field === TASK_CONTEXT.asyncId) found.asyncId = reader.uint() || 0;
    else reader.skip();
  }
  const { iid, ...task } = found;
  return { iid, task };
}

function readUnit(reader: ProtobufReader): { readonly iid: number; readonly unit: WeightUnit } {
  let iid = 0;
  let is: WeightUnit['is'] = 'weightless';
  let factor = 1;
  while (reader.next()) {
    const { field } = reader;
    if (field === COUNTER_DESCRIPTOR.unitName) is = 'other';
    if (field === COUNTER_DESCRIPTOR.iid) iid = reader.uint();
    else if (field === COUNTER_DESCRIPTOR.unit) is = UNITS.get(reader.uint()) ?? 'other';
    else if (field === COUNTER_DESCRIPTOR.unitMultiplier) factor = reader.uint() || 1;
    else reader.skip();
  }
  return { iid, unit: { is, factor } };
}
