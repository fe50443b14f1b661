import { writeFileSync } from 'node:fs';

/** A code cell of a notebook to be written. */
export interface CodeCell {
  readonly source: string;
  /** How often the kernel had run cells when it ran this one. */
  readonly executionCount?: number;
  /** MIME bundles of saved outputs. */
  readonly outputs?: readonly Readonly<Record<string, unknown>>[];
}

/** What a notebook says of its kernel. */
export const KERNELS = {
  ours: {
    name: 'kernelscope',
    display_name: 'TypeScript (Kernelscope)',
    language: 'typescript'
  },
  python: { name: 'python3', display_name: 'Python 3 (ipykernel)', language: 'python' }
} as const;

/** Writes a notebook; its kernel is ours unless another is named. */
export function writeNotebook(
  path: string,
  cells: readonly CodeCell[],
  kernelspec: (typeof KERNELS)[keyof typeof KERNELS] = KERNELS.ours
): void {
  const notebook = {
    cells: cells.map(({ source, executionCount = null, outputs = [] }, index) => ({
      id: `cell-${index}`,
      cell_type: 'code',
      source,
      metadata: {},
      execution_count: executionCount,
      outputs: outputs.map(data => ({ output_type: 'display_data', metadata: {}, data }))
    })),
    metadata: { kernelspec },
    nbformat: 4,
    nbformat_minor: 5
  };
  writeFileSync(path, JSON.stringify(notebook));
}
