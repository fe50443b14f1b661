import type { Columns } from './columns';

/** Element types a column is stored as. */
export type ColumnType = 'float64' | 'uint32' | 'int32' | 'uint16' | 'uint8';

/** A list whose rows other tables refer to. */
export type IndexTarget = 'strings' | 'labels' | 'tracks' | 'slices' | 'stacks' | 'frames';

/**
 * The rule for every value of a column:
 * - `any`: every value of its type
 * - `time`: finite, at most 2⁵³ in size; `risingTime`: also never smaller than in the row before
 * - `duration`: finite and ≥ 0
 * - `placeOrNone`: finite and ≥ 0, or -1
 * - `index`, `risingIndex`: a row of `target`; rising ones never decrease
 * - `indexOrNone`: a row of `target`, or -1
 * - `earlierRow`: an earlier row of the same table, or -1
 * - `code`: less than `count`
 */
export type ColumnRule =
  | { readonly is: 'any' | 'time' | 'risingTime' | 'duration' | 'placeOrNone' | 'earlierRow' }
  | { readonly is: 'index' | 'risingIndex' | 'indexOrNone'; readonly target: IndexTarget }
  | { readonly is: 'code'; readonly count: number };

/** Type and rule of one column. */
export interface ColumnSchema {
  readonly type: ColumnType;
  readonly rule: ColumnRule;
}

/** The tables of a profile: its properties that are made of columns. */
export type TableName =
  | 'labels'
  | 'slices'
  | 'args'
  | 'instants'
  | 'allocations'
  | 'flows'
  | 'samples'
  | 'heapSamples'
  | 'sliceStacks'
  | 'stacks'
  | 'frames'
  | 'lineTicks'
  | 'lineTotals'
  | 'droppedTotals';

/** Columns of one table in the order in which files store them; later versions add theirs at the end. */
export type TableSchema<Name extends TableName> = {
  readonly [Column in Exclude<keyof Columns[Name], 'length'>]: ColumnSchema;
};

const index = (target: IndexTarget): ColumnSchema => ({
  type: 'uint32',
  rule: { is: 'index', target }
});

const float64 = (is: 'any' | 'time' | 'risingTime' | 'duration' | 'placeOrNone'): ColumnSchema => ({
  type: 'float64',
  rule: { is }
});

const code = (count: number): ColumnSchema => ({ type: 'uint8', rule: { is: 'code', count } });

const number: ColumnSchema = { type: 'uint32', rule: { is: 'any' } };
const track: ColumnSchema = { type: 'uint16', rule: { is: 'index', target: 'tracks' } };
const earlierRow: ColumnSchema = { type: 'int32', rule: { is: 'earlierRow' } };

/** The one description of every table: validation and files follow it. */
export const TABLE_SCHEMAS: { readonly [Name in TableName]: TableSchema<Name> } = {
  labels: { name: index('strings'), category: index('strings') },
  slices: {
    start: float64('risingTime'),
    duration: float64('duration'),
    label: index('labels'),
    track,
    parent: earlierRow
  },
  args: {
    slice: { type: 'uint32', rule: { is: 'risingIndex', target: 'slices' } },
    key: index('strings'),
    kind: code(3),
    value: float64('any')
  },
  instants: {
    time: float64('risingTime'),
    label: index('labels'),
    track,
    scope: code(5)
  },
  allocations: {
    time: float64('risingTime'),
    lifetime: float64('duration'),
    isHeld: code(2),
    bytes: float64('duration'),
    address: float64('placeOrNone'),
    name: index('strings'),
    scope: index('strings'),
    device: index('strings')
  },
  flows: { from: index('slices'), to: index('slices'), label: index('labels') },
  samples: {
    time: float64('risingTime'),
    weight: float64('duration'),
    stack: { type: 'int32', rule: { is: 'indexOrNone', target: 'stacks' } },
    track
  },
  heapSamples: {
    stack: index('stacks'),
    bytes: float64('duration'),
    variance: float64('duration'),
    aliveBytes: float64('duration'),
    aliveVariance: float64('duration'),
    samples: number
  },
  sliceStacks: {
    slice: { type: 'uint32', rule: { is: 'risingIndex', target: 'slices' } },
    stack: index('stacks')
  },
  stacks: { prefix: earlierRow, frame: index('frames'), line: number, isAwaited: code(2) },
  frames: {
    name: index('strings'),
    file: index('strings'),
    line: number,
    column: number,
    kind: code(6)
  },
  lineTicks: { file: index('strings'), line: number, ticks: number },
  lineTotals: {
    file: index('strings'),
    line: number,
    self: float64('duration'),
    total: float64('duration'),
    own: float64('duration')
  },
  droppedTotals: {
    label: index('labels'),
    count: float64('duration'),
    total: float64('duration'),
    // Less than nothing where a slice that was not kept lay in one that was, or that is still open.
    self: float64('time'),
    min: float64('duration'),
    max: float64('duration')
  }
};

/** All tables, in the order in which a table comes after those its indices refer to. */
export const TABLE_NAMES = [
  'labels',
  'frames',
  'stacks',
  'slices',
  'args',
  'flows',
  'instants',
  'allocations',
  'samples',
  'heapSamples',
  'sliceStacks',
  'lineTicks',
  'lineTotals',
  'droppedTotals'
] as const satisfies readonly TableName[];

/** Creates an all-zero column of each type. */
export const createColumn = {
  float64: (length: number) => new Float64Array(length),
  uint32: (length: number) => new Uint32Array(length),
  int32: (length: number) => new Int32Array(length),
  uint16: (length: number) => new Uint16Array(length),
  uint8: (length: number) => new Uint8Array(length)
} as const satisfies Record<ColumnType, (length: number) => unknown>;

/** Bytes one value of each type takes. */
export const COLUMN_BYTES: Readonly<Record<ColumnType, number>> = {
  float64: 8,
  uint32: 4,
  int32: 4,
  uint16: 2,
  uint8: 1
};

/** Name and schema of each column of `table`, in stored order. */
export function columnsOf(table: TableName): readonly (readonly [string, ColumnSchema])[] {
  return Object.entries(TABLE_SCHEMAS[table] as Record<string, ColumnSchema>);
}

/** A table whose columns have `length` rows, all zero. */
export function createTable<Name extends TableName>(table: Name, length: number): Columns[Name] {
  const columns = columnsOf(table).map(([name, { type }]) => [name, createColumn[type](length)]);
  const created: unknown = { length, ...Object.fromEntries(columns) };
  return created as Columns[Name];
}

/** A table without rows. */
export function emptyTable<Name extends TableName>(table: Name): Columns[Name] {
  return createTable(table, 0);
}
