import type { CallTree } from 'kernelscope/analysis';
import type { FlameStep } from './flameKeys';

/** The row of a tree a step away from `row`; -1 where there is none. */
export function rowBeside({ parent, end, length }: CallTree, row: number, step: FlameStep): number {
  switch (step) {
    case 'parent':
      return parent[row];
    case 'child':
      return end[row] > row + 1 ? row + 1 : -1;
    case 'next': {
      const last = parent[row] < 0 ? length : end[parent[row]];
      return end[row] < last ? end[row] : -1;
    }
    case 'previous': {
      let at = parent[row] + 1;
      if (at === row) return -1;
      while (end[at] < row) at = end[at];
      return at;
    }
  }
}
