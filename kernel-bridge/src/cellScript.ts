import vm from 'node:vm';

/** File name of the script that starts every cell: frames below it belong to the kernel. */
export const RUNNER_FILE = 'kernelscope:run';

/**
 * A cell's function, compiled but not run: runs the cell with the bag of its declarations and its
 * `require`.
 */
export type CellBody = (exports: object, require: NodeJS.Require) => unknown;

function compileAs(code: string, file: string, isAsync: boolean): CellBody {
  const head = `(${isAsync ? 'async ' : ''}function(exports, require) { `;
  const options = { filename: file, columnOffset: -head.length };
  const script = new vm.Script(`${head}${code}\n})`, options);
  return script.runInThisContext() as CellBody;
}

/**
 * Compiles converted JavaScript. tslab does not notice a top-level `for await`: what is a syntax
 * error in a plain function is tried again as an asynchronous one.
 * @throws {SyntaxError} that of the first attempt
 */
export function compileCell(code: string, file: string, isAsync: boolean): CellBody {
  try {
    return compileAs(code, file, isAsync);
  } catch (error) {
    if (isAsync) {
      throw error;
    }
    return retryAsync(code, file, error);
  }
}

function retryAsync(code: string, file: string, original: unknown): CellBody {
  try {
    return compileAs(code, file, true);
  } catch {
    throw original;
  }
}
