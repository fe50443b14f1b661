import { readFileSync } from 'node:fs';
import path from 'node:path';
import { KernelClient, type Output } from '../../bridge/kernelClient';

interface Notebook {
  readonly cells: readonly { readonly cell_type: string; readonly source: readonly string[] }[];
}

/** Runs the code cells of a notebook in the kernel around this file, and prints a line for each. */
async function main(file: string): Promise<number> {
  const { cells } = JSON.parse(readFileSync(file, 'utf8')) as Notebook;
  const kernel = await KernelClient.start({}, path.dirname(__dirname));
  try {
    return (await runCells(kernel, cells.filter(isCode))) === 0 ? 0 : 1;
  } finally {
    await kernel.dispose();
  }
}

/** How many cells failed. */
async function runCells(kernel: KernelClient, cells: Notebook['cells']): Promise<number> {
  let failed = 0;
  for (const [at, { source }] of cells.entries()) {
    const { reply, outputs } = await kernel.execute(source.join(''));
    const isGood = reply['status'] === 'ok';
    if (!isGood) failed++;
    console.log(`${isGood ? '✓' : '✗'} cell ${at + 1} (0 ms): ${summaryOf(outputs)}`);
    for (const output of outputs) console.log(textOf(output));
  }
  return failed;
}

const isCode = ({ cell_type: type }: Notebook['cells'][number]): boolean => type === 'code';

function summaryOf(outputs: readonly Output[]): string {
  const types = outputs.map(output => (output.type === 'error' ? output.evalue : output.type));
  return types.join(', ').replaceAll('\n', ' ') || 'no output';
}

function textOf(output: Output): string {
  if (output.type === 'stream') return output.text;
  if (output.type === 'error') return output.traceback.join('\n');
  return String(output.data['text/plain']);
}

void main(process.argv[2]).then(
  code => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  }
);
