import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const NODE = process.env['KERNELSCOPE_NODE'] ?? process.execPath;

/** What a program of this folder prints as JSON, on the Node under test. */
export async function printedResult<T>(program: string): Promise<T> {
  const { stdout } = await promisify(execFile)(NODE, [path.join(__dirname, program)]);
  return JSON.parse(stdout) as T;
}
