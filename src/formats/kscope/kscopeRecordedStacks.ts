import { createTable } from '../../columns/tableSchema';
import type { RecordedAllocations } from '../../model/profile/recordedPart';
import { KscopeError } from './kscopeError';
import { decodeJson, encodeJson } from './kscopeFrames';
import type { Columns } from './kscopeRows';

/** The tables of stacks; each refers to the ones before it. */
const STACK_TABLES = ['frames', 'stacks'] as const;

type TableName = (typeof STACK_TABLES)[number] | 'heapSamples';

/** The content of a frame of who allocated. */
export function encodeAllocations(allocations: RecordedAllocations): Uint8Array {
  const tables = ([...STACK_TABLES, 'heapSamples'] as const).map(
    name => [name, columnsOf(allocations[name])] as const
  );
  return encodeJson({ strings: allocations.strings, ...Object.fromEntries(tables) });
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
  const last = frames.at(-1);
  if (last === undefined) return null;
  try {
    return allocationsOf(last);
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

  /** @throws KscopeError unless it holds */
  require(isSound: boolean): void {
    if (!isSound) throw new KscopeError(`The ${this.name} frame of the .kscope file is damaged.`);
  }

  #list(value: unknown): readonly unknown[] {
    this.require(Array.isArray(value));
    return value as readonly unknown[];
  }
}
