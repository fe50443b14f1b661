import {
  type CallTree,
  type Sandwich,
  type StackChange,
  type TimeWindow,
  callTree,
  calleeTotals,
  changedStacks,
  foldedStacks,
  leastWhole,
  sandwichOf,
  threadWhole
} from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import { Signal } from '@lumino/signaling';
import type { CalleeFlags } from '../../shared/flame/treeMatches';
import { type FlamePart, type FlameShape, flamePart, placed } from './flameParts';
import {
  type FlameKind,
  type FlameQuery,
  kindsOf,
  pathOf,
  samePath,
  stacksOf,
  tracksOf
} from './model';

/** A row of one of the parts on show. */
export interface FlameRow {
  readonly part: number;
  readonly row: number;
}

/** The kind of change: the trees on show, the visible part, or only the emphasis. */
export type FlameChange = 'trees' | 'zoom' | 'light';

/** The part of one profile that a flame view shows at present. */
export class FlameState {
  readonly changed = new Signal<this, FlameChange>(this);
  #query: FlameQuery;
  #tree: CallTree;
  #isHidden: Uint8Array | null = null;
  #isFolded: boolean;
  #changes: readonly StackChange[] = [];
  #shape: FlameShape;
  #callee = -1;
  #sandwich: Sandwich | null = null;
  #parts: readonly FlamePart[] = [];
  #selected: FlameRow | null = null;
  #lit: CalleeFlags | null = null;

  /** The view of `before` stays where the profile has it. */
  constructor(
    readonly profile: Profile,
    before: FlameState | null,
    window: TimeWindow | null
  ) {
    const [first = 'cpu', ...others] = kindsOf(profile);
    const kept = before?.query.kind;
    const kind = kept && [first, ...others].includes(kept) ? kept : first;
    this.#query = { kind, track: null, window };
    this.#shape = before?.shape ?? 'flame';
    this.#isFolded = before?.isFolded ?? true;
    this.#tree = this.#count();
    this.#arrange();
  }

  get query(): FlameQuery {
    return this.#query;
  }

  get shape(): FlameShape {
    return this.#shape;
  }

  /** Whether functions that are not the user's own stand for what they called. */
  get isFolded(): boolean {
    return this.#isFolded;
  }

  /** All that counts, from the outside in. */
  get tree(): CallTree {
    return this.#tree;
  }

  /** The parts on show: one tree, or in a sandwich callers and callees. */
  get parts(): readonly FlamePart[] {
    return this.#parts;
  }

  /** The function in the middle; null but for the shape of a sandwich. */
  get sandwich(): Sandwich | null {
    return this.#sandwich;
  }

  /** The callee in the middle of a sandwich, -1 where there is none. */
  get callee(): number {
    return this.#callee;
  }

  get selected(): FlameRow | null {
    return this.#selected;
  }

  /** The callees that are emphasised, or null for none. */
  get lit(): CalleeFlags | null {
    return this.#lit;
  }

  setKind(kind: FlameKind): void {
    const tracks = tracksOf(this.profile, kind);
    const { track } = this.#query;
    this.#ask({ kind, track: track !== null && tracks.includes(track) ? track : null });
  }

  setTrack(track: number | null): void {
    this.#ask({ track });
  }

  setWindow(window: TimeWindow | null): void {
    this.#ask({ window });
  }

  /** Has functions that are not the user's own stand for what they called, or shows all. */
  setFolded(isFolded: boolean): void {
    if (isFolded === this.#isFolded) return;
    this.#isFolded = isFolded;
    this.#ask({});
  }

  /** The changes of what stacks show, the first one first. */
  get changes(): readonly StackChange[] {
    return this.#changes;
  }

  /** Changes what stacks show; the selected function stays so where it is left. */
  setChanges(changes: readonly StackChange[]): void {
    const selected = this.#selected;
    const callee = selected ? this.#parts[selected.part].tree.callee[selected.row] : -1;
    this.#changes = changes;
    this.#ask({});
    const row = this.#selected === null ? this.#tree.callee.indexOf(callee) : -1;
    if (row >= 0 && this.#shape !== 'sandwich') this.select({ part: 0, row });
  }

  /** Whether calls of some of these functions are folded away. */
  hides(callees: CalleeFlags): boolean {
    return (
      this.#isHidden?.some((isHidden, callee) => isHidden === 1 && callees[callee] === 1) === true
    );
  }

  /** Draws otherwise; a sandwich has the selected function in the middle. */
  setShape(shape: FlameShape): void {
    if (shape === 'sandwich' && this.#selected) this.#callee = this.#calleeToBeginWith();
    this.#setShape(shape);
  }

  /** Puts one function in the middle of a sandwich. */
  focusOn(callee: number): void {
    this.#callee = callee;
    this.#setShape('sandwich');
  }

  /** Lets a row fill the width; -1 for all of the part. */
  zoom({ part, row }: FlameRow): void {
    this.#parts = this.#parts.map((each, at) => (at === part ? { ...each, zoom: row } : each));
    this.changed.emit('zoom');
  }

  select(row: FlameRow | null): void {
    this.#selected = row;
    this.changed.emit('light');
  }

  light(lit: CalleeFlags | null): void {
    this.#lit = lit;
    this.changed.emit('light');
  }

  #setShape(shape: FlameShape): void {
    this.#shape = shape;
    this.#selected = null;
    this.#arrange();
    this.changed.emit('trees');
  }

  /** Counts anew; zoom and selection stay at the same calls where these are still there. */
  #ask(change: Partial<FlameQuery>): void {
    const { profile } = this;
    const [part] = this.#shape === 'sandwich' ? [] : this.#parts;
    const rows = [part?.zoom ?? -1, this.#selected?.row ?? -1];
    const paths = rows.map(row => (part ? pathOf(profile, part.tree, row) : []));
    this.#query = { ...this.#query, ...change };
    this.#tree = this.#count();
    this.#selected = null;
    this.#arrange();
    if (part) this.#restore(paths);
    this.changed.emit('trees');
  }

  /** Shares are of all bytes, or of the stretch of time on show; see `threadWhole`. */
  #count(): CallTree {
    const { profile } = this;
    const { kind, window } = this.#query;
    const weights = changedStacks(profile, stacksOf(profile, this.#query), this.#changes);
    const folded = this.#isFolded ? foldedStacks(profile, weights) : null;
    this.#isHidden = folded && folded.isHidden;
    const isThreadTime = kind === 'cpu' || kind === 'waiting';
    const least = isThreadTime
      ? threadWhole(profile, window)
      : leastWhole(profile, weights.unit, window);
    return callTree(folded?.weights ?? weights, least);
  }

  #restore([zoomed, selected]: readonly string[][]): void {
    const row = (path: readonly string[]) => samePath(this.profile, this.#tree, path);
    this.#parts = this.#parts.map(each => ({ ...each, zoom: row(zoomed) }));
    const found = row(selected);
    this.#selected = found < 0 ? null : { part: 0, row: found };
  }

  #arrange(): void {
    this.#sandwich = null;
    if (this.#shape === 'sandwich') {
      if (!this.#tree.callee.includes(this.#callee)) this.#callee = this.#calleeToBeginWith();
      const sandwich = sandwichOf(this.#tree, this.#callee);
      this.#sandwich = sandwich;
      const [callers, callees] = [sandwich.callers, sandwich.callees];
      this.#parts = [flamePart(callers, 'up', 1), flamePart(callees, 'down')];
    } else this.#parts = [flamePart(this.#tree, this.#shape === 'flame' ? 'up' : 'down')];
  }

  /** The selected function, else the one that weighs most by itself. */
  #calleeToBeginWith(): number {
    const { selected } = this;
    if (selected) return this.#parts[selected.part].tree.callee[selected.row];
    const { self } = calleeTotals(this.#tree);
    return self.reduce((most, each, callee) => (each > (self[most] ?? 0) ? callee : most), -1);
  }

  /** How high all parts are together, CSS pixels. */
  get heightPx(): number {
    return placed(this.#parts).heightPx;
  }
}
