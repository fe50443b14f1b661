import vm from 'node:vm';

/** File name of the script that starts every cell: frames below it belong to the kernel. */
export const RUNNER_FILE = 'kernelscope:run';

/**
 * A cell's function, compiled but not run: runs the cell with the bag of its declarations and its
 * `require`.
 */
export type CellBody = (exports: object, require: NodeJS.Require) => unknown;

/** Names besides `exports` and `require` that a cell sees, and may declare itself. */
export type OuterNames = Readonly<Record<string, unknown>>;

/**
 * Compiles converted JavaScript, which sees the names of `outer`.
 * @throws {SyntaxError} if it is invalid
 */
export function compileCell(
  code: string,
  file: string,
  { isAsync, outer }: { isAsync: boolean; outer: OuterNames }
): CellBody {
  const names = Object.keys(outer).join(', ');
  const cell = `${isAsync ? 'async ' : ''}function(exports, require) { `;
  const head = `(function(${names}) { return (${cell}`;
  const options = { filename: file, columnOffset: -head.length };
  const script = new vm.Script(`${head}${code}\n}) })`, options);
  const around = script.runInThisContext() as (...values: readonly unknown[]) => CellBody;
  return around(...Object.values(outer));
}
