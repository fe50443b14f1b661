/** A line in a notebook: the place of its cell, and the offset of its beginning there. */
export interface NotebookLine {
  readonly cellIndex: number;
  readonly offset: number;
}

/**
 * The line after `current` among `lines`, or the one before it; after the last one comes the first.
 * Null if there are none. `lines` are in order; `current` may be none of them.
 */
export function nextLine<Line extends NotebookLine>(
  lines: readonly Line[],
  current: NotebookLine,
  direction: 1 | -1
): Line | null {
  const ordered = direction > 0 ? lines : [...lines].reverse();
  return ordered.find(line => order(line, current) * direction > 0) ?? ordered[0] ?? null;
}

function order(a: NotebookLine, b: NotebookLine): number {
  return a.cellIndex - b.cellIndex || a.offset - b.offset;
}
