import vm from 'node:vm';

/** File name of the script that starts every cell: frames below it belong to the kernel. */
export const RUNNER_FILE = 'kernelscope:run';

/**
 * A cell's function, compiled but not run: runs the cell with the bag of its declarations and its
 * `require`.
 */
export type CellBody = (exports: object, require: NodeJS.Require) => unknown;

/** Compiles converted JavaScript. @throws {SyntaxError} where it is none */
export function compileCell(code: string, file: string, isAsync: boolean): CellBody {
  const head = `(${isAsync ? 'async ' : ''}function(exports, require) { `;
  const options = { filename: file, columnOffset: -head.length };
  const script = new vm.Script(`${head}${code}\n})`, options);
  return script.runInThisContext() as CellBody;
}
