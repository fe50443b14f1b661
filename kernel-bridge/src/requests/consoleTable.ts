import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { rowsTable } from './rowsTable';

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
