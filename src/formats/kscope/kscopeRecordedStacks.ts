import { createTable } from '../../columns/tableSchema';
import type {
  RecordedAllocations,
  RecordedSamples,
  RecordedStacks
} from '../../model/profile/recordedPart';
import { KscopeError } from './kscopeError';
import { decodeJson, encodeJson } from './kscopeFrames';
import type { Columns } from './kscopeRows';

/** The tables of stacks; each refers to the ones before it. */
const STACK_TABLES = ['frames', 'stacks'] as const;
const SAMPLE_TABLES = ['samples', 'lineTicks', 'lineTotals'] as const;

type TableName = (typeof STACK_TABLES)[number] | (typeof SAMPLE_TABLES)[number] | 'heapSamples';

/** The content of a frame of who allocated. */
export function encodeAllocations(allocations: RecordedAllocations): Uint8Array {
  return encodeStacks(allocations, [['heapSamples', allocations.heapSamples]]);
}

/** The content of a frame of CPU samples; their times are whole nanoseconds. */
export function encodeSamples(samples: RecordedSamples): Uint8Array {
  const { coreWaits } = samples;
  const tables = SAMPLE_TABLES.map(name => [name, samples[name]] as const);
  return encodeStacks(samples, [
    ...tables,
    ...(coreWaits ? [['coreWaits', coreWaits] as const] : [])
  ]);
}

function encodeStacks(
  stacks: RecordedStacks,
  others: readonly (readonly [TableName | 'coreWaits', object])[]
): Uint8Array {
  const tables = [...STACK_TABLES.map(name => [name, stacks[name]] as const), ...others];
  const columns = tables.map(([name, table]) => [name, columnsOf(table)] as const);
  return encodeJson({ strings: stacks.strings, ...Object.fromEntries(columns) });
}

function columnsOf(table: object): Record<string, readonly number[]> {
  return Object.fromEntries(
    Object.entries(table as Columns).flatMap(([column, values]) =>
      column === 'length' ? [] : [[column, Array.from(values, Math.round)] as const]
    )
  );
}

/** Who allocated, by the last of `frames`, each of which says it from the beginning on; null if nothing is known. */
export function soundAllocations(
  frames: readonly Uint8Array[],
  refuse: (message: string) => void
): RecordedAllocations | null {
  const last = frames.slice(-1).map(content => orRefused(() => allocationsOf(content), refuse));
  return last.at(0) ?? null;
}

/** The samples of the sound ones of `frames`. */
export function soundSamples(
  frames: readonly Uint8Array[],
  refuse: (message: string) => void
): readonly RecordedSamples[] {
  return frames.flatMap(content => orRefused(() => samplesOf(content), refuse) ?? []);
}

function orRefused<T>(read: () => T, refuse: (message: string) => void): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof KscopeError)) throw error;
    refuse(error.message);
    return null;
  }
}

/** @throws KscopeError if a row refers to one that is not there */
function allocationsOf(content: Uint8Array): RecordedAllocations {
  const frame = new StackFrame(content, 'recordedAllocations');
  const { strings, frames, stacks } = frame;
  const heapSamples = frame.table('heapSamples');
  frame.require(heapSamples['stack'].every(stack => stack < stacks['line'].length));
  return { strings, frames, stacks, heapSamples } as unknown as RecordedAllocations;
}

/** @throws KscopeError if a row refers to one that is not there, or a time is none */
function samplesOf(content: Uint8Array): RecordedSamples {
  const frame = new StackFrame(content, 'recordedSamples');
  const { strings, frames, stacks } = frame;
  const [samples, lineTicks, lineTotals] = SAMPLE_TABLES.map(name => frame.table(name));
  const coreWaits = frame.has('coreWaits') ? frame.columns('coreWaits', ['time', 'value']) : null;
  const { self, total, own } = lineTotals;
  const times = [samples['time'], samples['weight'], self, total, own];
  frame.require(
    [...samples['stack']].every(stack => stack >= -1 && stack < stacks['line'].length) &&
      [...lineTicks['file'], ...lineTotals['file']].every(text => text < strings.length) &&
      [...times, ...Object.values(coreWaits ?? {})].every(column => column.every(each => each >= 0))
  );
  const tables = { strings, frames, stacks, samples, lineTicks, lineTotals, coreWaits };
  return tables as unknown as RecordedSamples;
}

/** What a frame says, with its stacks, which are sound. */
class StackFrame {
  readonly strings: readonly string[];
  readonly frames: Columns;
  readonly stacks: Columns;
  readonly #stored: Record<string, unknown> | null;

  /** @throws KscopeError if its stacks refer to what is not there */
  constructor(
    content: Uint8Array,
    private readonly name: string
  ) {
    this.#stored = decodeJson(content, name) as Record<string, unknown> | null;
    this.strings = this.#list(this.#stored?.['strings']).map(String);
    [this.frames, this.stacks] = STACK_TABLES.map(each => this.table(each));
    const { strings, frames, stacks } = this;
    this.require(
      [...frames['name'], ...frames['file']].every(text => text < strings.length) &&
        stacks['prefix'].every((prefix, row) => prefix < row) &&
        stacks['frame'].every(frame => frame < frames['line'].length)
    );
  }

  /** @throws KscopeError if it is none */
  table(name: TableName): Columns {
    const lists = (this.#stored?.[name] ?? {}) as Readonly<Record<string, unknown>>;
    const { length } = this.#list(Object.values(lists).at(0));
    const table = createTable(name, length) as unknown as Columns;
    for (const [column, values] of Object.entries(table)) {
      if (column === 'length') continue;
      const numbers = this.#list(lists[column]);
      this.require(numbers.length === length);
      numbers.forEach((each, row) => (values[row] = Number(each)));
    }
    return table;
  }

  has(name: string): boolean {
    return this.#stored?.[name] !== undefined;
  }

  /** Columns of the same length. @throws KscopeError if they are none */
  columns(name: string, columns: readonly string[]): Record<string, Float64Array> {
    const lists = (this.#stored?.[name] ?? {}) as Readonly<Record<string, unknown>>;
    const found = columns.map(each => Float64Array.from(this.#list(lists[each]), Number));
    this.require(found.every(({ length }) => length === found[0].length));
    return Object.fromEntries(found.map((column, at) => [columns[at], column]));
  }

  /** @throws KscopeError unless it holds */
  require(isSound: boolean): void {
    if (!isSound) throw new KscopeError(`The ${this.name} frame of the .kscope file is damaged.`);
  }

  #list(value: unknown): readonly unknown[] {
    this.require(Array.isArray(value));
    return value as readonly unknown[];
  }
}
