import { comparedFlame } from 'kernelscope/analysis';
import { flameStarts } from 'kernelscope/layout';
import type { ComparedTree } from 'kernelscope/model';
import type { CalleeFlags } from '../../shared/flame/treeMatches';
import type { ZoomedTree } from '../../shared/flame/treeZoom';

/** The calls of a comparison, and what a person set in their picture. */
export interface FlameState extends ZoomedTree {
  readonly compared: ComparedTree;
  readonly levels: number;
  /** The selected row, or -1. */
  readonly selected: number;
  /** The functions that a search found; null without one. */
  readonly lit: CalleeFlags | null;
}

export function flameStateOf(compared: ComparedTree): FlameState {
  const tree = comparedFlame(compared);
  const levels = tree.depth.reduce((most, depth) => Math.max(most, depth + 1), 0);
  const starts = flameStarts(tree);
  return { compared, tree, starts, levels, zoom: -1, selected: -1, lit: null };
}

/** The functions whose name or file contains `text` in any case; null for no text. */
export function functionsOfText({ functions }: ComparedTree, text: string): CalleeFlags | null {
  if (text === '') return null;
  const wanted = text.toLowerCase();
  return Uint8Array.from(functions, ({ name, file }) =>
    Number([name, file].some(each => each.toLowerCase().includes(wanted)))
  );
}
