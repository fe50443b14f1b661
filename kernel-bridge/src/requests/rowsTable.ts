import { inspect, types } from 'node:util';
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { tableHtml } from 'kernelscope/formats';

/** Rows that are shown; a note counts the others. */
const MAX_ROWS = 100;

/** Columns of a table; values with more are printed. */
const MAX_COLUMNS = 50;

/** Rows that are looked at: an array with more is printed. */
const MAX_EXAMINED = 100_000;

/** Values that are texts in a table, rather than objects to look into. */
const MAX_CELL = 200;

/** As they were before cells could replace them. */
const { isProxy } = types;
const { getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;
const { isArray } = Array;

/** A row: its own values by name, in their order. */
type Row = ReadonlyMap<string, unknown>;

/**
 * A table of an array of plain objects, of all their properties or of those in `columns`, as HTML without
 * script; null for other values. No getter is called and no text of the rows becomes markup.
 */
export function rowsTable(value: unknown, columns?: readonly string[]): string | null {
  if (!isArray(value) || isProxy(value)) return null;
  if (value.length === 0 || value.length > MAX_EXAMINED) return null;
  const rows: Row[] = [];
  for (let at = 0; at < value.length; at++) {
    const row = rowOf(value[at]);
    if (row === null) return null;
    if (at < MAX_ROWS) rows.push(row);
  }
  const names = columns ?? rows.flatMap(row => [...row.keys()]);
  return tableOf(rows, [...new Set(names)], value.length - rows.length);
}

function tableOf(rows: readonly Row[], names: readonly string[], hidden: number): string | null {
  if (names.length === 0 || names.length > MAX_COLUMNS) return null;
  const isNumber = (name: string): boolean => rows.every(row => isNumeric(row.get(name)));
  const columns = names.map(name => ({
    heading: name,
    align: isNumber(name) ? ('right' as const) : ('left' as const)
  }));
  const cells = rows.map(row => names.map(name => (row.has(name) ? cellText(row.get(name)) : '')));
  return tableHtml([{ title: '', columns, rows: cells, hidden }]);
}

function rowOf(value: unknown): Row | null {
  if (typeof value !== 'object' || value === null || isProxy(value) || !isPlain(value)) return null;
  const row = new Map<string, unknown>();
  for (const name of keys(value)) {
    const property = getOwnPropertyDescriptor(value, name);
    if (property === undefined || !('value' in property)) return null;
    row.set(name, property.value);
  }
  return row;
}

/** True for objects of literals, also of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = getPrototypeOf(value);
  return prototype === null || getPrototypeOf(prototype) === null;
}

function isNumeric(value: unknown): boolean {
  return value === undefined || value === null || ['number', 'bigint'].includes(typeof value);
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = inspect(value, { depth: 1, breakLength: Infinity, maxArrayLength: 10 });
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}

type Table = Console['table'];

/**
 * Has `console.table` of an array of plain objects show a table, by MIME type, beside the text that it prints
 * otherwise.
 * Everything else is printed as before.
 */
export function showConsoleTables(
  console: Console,
  show: (contents: Readonly<Record<string, string>>) => void
): void {
  const print: unknown = Reflect.get(console, 'table');
  const table: Table = function (this: unknown, ...args: Parameters<Table>): void {
    const [data, columns] = args as readonly [unknown, string[]?];
    const html = rowsTable(data, columns);
    if (html === null) Reflect.apply(print as Table, this, args);
    else show({ 'text/plain': textOf(args), 'text/html': html });
  };
  console.table = Object.defineProperties(table, Object.getOwnPropertyDescriptors(print as Table));
}

/** The text that `console.table` prints. */
function textOf(args: Parameters<Table>): string {
  const texts: string[] = [];
  const stdout = new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => {
      texts.push(text);
      done();
    }
  });
  new Console({ stdout }).table(...args);
  return texts.join('').trimEnd();
}
