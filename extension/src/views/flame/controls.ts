import type { TranslationBundle } from '../../shared/content/application';
import { element } from 'kernelscope/web';
import { FoldSwitch } from '../../shared/elements/foldSwitch';
import { SearchBox, type SearchIntents } from '../../shared/elements/searchBox';
import type { FlameShape } from './flameParts';
import { type FlameKind, kindsOf, tracksOf } from './model';
import type { FlameRow, FlameState } from './state';
import type { FlameWords } from './words';

/** The events of the controls above flames. */
export interface ControlIntents extends SearchIntents {
  setKind(kind: FlameKind): void;
  setTrack(track: number | null): void;
  setShape(shape: FlameShape): void;
  setFolded(isFolded: boolean): void;
}

const ALL_TRACKS = 'all';

/** The controls for the quantity, the thread and the drawing; and a search by name. */
export class FlameControls {
  readonly node: HTMLElement;
  readonly search: SearchBox;
  readonly #kind: Choice;
  readonly #track: Choice;
  readonly #shape: Choice;
  readonly #fold: FoldSwitch;

  constructor(
    private readonly trans: TranslationBundle,
    intents: ControlIntents
  ) {
    this.search = new SearchBox(trans.__('Find functions by name or file'), trans, intents);
    this.#kind = new Choice(trans.__('Show'), value => intents.setKind(value as FlameKind));
    this.#track = new Choice(trans.__('Thread'), value => {
      intents.setTrack(value === ALL_TRACKS ? null : Number(value));
    });
    this.#shape = new Choice(trans.__('As'), value => intents.setShape(value as FlameShape));
    this.#fold = new FoldSwitch(trans, isFolded => intents.setFolded(isFolded));
    const choices = [this.#kind, this.#track, this.#shape, this.#fold].map(({ node }) => node);
    this.node = element('div', { part: 'canvasControls' }, [
      element('div', { part: 'flameChoices' }, choices),
      this.search.node
    ]);
  }

  /** Shows what is chosen; a choice of one is not offered. */
  show({ profile, query, shape, isFolded }: FlameState): void {
    this.#fold.isFolded = isFolded;
    const { trans } = this;
    const kinds: Readonly<Record<FlameKind, string>> = {
      cpu: trans.__('CPU time'),
      waiting: trans.__('Waiting'),
      allocations: trans.__('Allocations'),
      operators: trans.__('Operators')
    };
    const shapes: Readonly<Record<FlameShape, string>> = {
      flame: trans.__('Flame'),
      icicle: trans.__('Icicle'),
      sandwich: trans.__('Sandwich')
    };
    const tracks = tracksOf(profile, query.kind).map(track => {
      return [String(track), profile.tracks[track].name] as const;
    });
    this.#kind.show(
      kindsOf(profile).map(kind => [kind, kinds[kind]]),
      query.kind
    );
    this.#track.show(
      tracks.length < 2 ? tracks : [[ALL_TRACKS, trans.__('All threads')], ...tracks],
      query.track === null ? ALL_TRACKS : String(query.track)
    );
    this.#shape.show(Object.entries(shapes), shape);
  }

  dispose(): void {
    this.search.dispose();
  }
}

/** A labelled list to choose from. */
class Choice {
  readonly node: HTMLElement;
  readonly #select = element('select', { part: 'picker' });

  constructor(label: string, onChange: (value: string) => void) {
    this.node = element('label', { part: 'pickerLabel', text: label }, [this.#select]);
    this.#select.addEventListener('change', () => onChange(this.#select.value));
  }

  show(options: readonly (readonly [value: string, text: string])[], chosen: string): void {
    this.#select.replaceChildren(
      ...options.map(([value, text]) => {
        const option = element('option', { text });
        option.value = value;
        return option;
      })
    );
    this.#select.value = chosen;
    this.node.hidden = options.length < 2;
  }
}

/** Steps that are shown of a way at most, the outermost and the innermost ones. */
const MAX_STEPS = 6;

/** The way from all of a tree to the row that fills the width; each step leads back to it. */
export class Breadcrumb {
  readonly node: HTMLElement;

  constructor(
    private readonly words: FlameWords,
    private readonly trans: TranslationBundle,
    private readonly onZoom: (row: FlameRow) => void
  ) {
    const attributes = { 'aria-label': trans.__('Zoomed to') };
    this.node = element('nav', { part: 'flameCrumbs', attributes });
  }

  /** Shows the ways of `state`; nothing where nothing is zoomed. */
  show(state: FlameState): void {
    const ways = state.parts.flatMap(({ zoom }, part) =>
      zoom < 0 ? [] : [this.#way(state, part)]
    );
    this.node.replaceChildren(...ways);
    this.node.hidden = ways.length === 0;
  }

  #way(state: FlameState, part: number): HTMLElement {
    const { tree, zoom } = state.parts[part];
    const rows: number[] = [];
    for (let row = zoom; row >= 0; row = tree.parent[row]) rows.push(row);
    rows.reverse();
    const first = state.shape === 'sandwich' ? rows.shift() : undefined;
    const name = (row: number): string => this.words.name(state.profile, tree.callee[row]);
    const all = first === undefined ? this.trans.__('All') : name(first);
    const steps = [this.#step(all, { part, row: -1 }, false)];
    const hidden = Math.max(0, rows.length - MAX_STEPS);
    if (hidden > 0) steps.push(element('li', { text: '…' }));
    for (const row of rows.slice(hidden)) {
      steps.push(this.#step(name(row), { part, row }, row === zoom));
    }
    return element('ol', { part: 'flameCrumbList' }, steps);
  }

  #step(text: string, target: FlameRow, isHere: boolean): HTMLElement {
    const attributes = {
      type: 'button',
      title: text,
      ...(isHere ? { 'aria-current': 'true' } : {})
    };
    const button = element('button', { part: 'flameCrumb', text, attributes });
    button.addEventListener('click', () => this.onZoom(target));
    return element('li', {}, [button]);
  }
}
