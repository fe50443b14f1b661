import { writeFileSync } from 'node:fs';

/** A code cell of a notebook to be written. */
export interface CodeCell {
  readonly source: string;
  /** MIME bundles of saved outputs. */
  readonly outputs?: readonly Readonly<Record<string, unknown>>[];
}

const KERNELSPEC = {
  name: 'kernelscope',
  display_name: 'TypeScript (Kernelscope)',
  language: 'typescript'
};

/** Writes a notebook whose kernel is ours. */
export function writeNotebook(path: string, cells: readonly CodeCell[]): void {
  const notebook = {
    cells: cells.map(({ source, outputs = [] }, index) => ({
      id: `cell-${index}`,
      cell_type: 'code',
      source,
      metadata: {},
      execution_count: null,
      outputs: outputs.map(data => ({ output_type: 'display_data', metadata: {}, data }))
    })),
    metadata: { kernelspec: KERNELSPEC },
    nbformat: 4,
    nbformat_minor: 5
  };
  writeFileSync(path, JSON.stringify(notebook));
}
