import type { ICodeCellModel } from '@jupyterlab/cells';
import { type EditorState, type Extension, RangeSet, StateField } from '@codemirror/state';
import { type EditorView, GutterMarker, gutter } from '@codemirror/view';
import { element } from 'kernelscope/web';
import type { FileHeat, WantedCost } from './fileHeat';
import type { HeatEditors } from './heatEditors';
import { type LineMark, type MarkContext, lineMarks, markName, markTitle } from './lineMarks';
import type { CellHeat } from './notebookHeat';

/** The dependencies of {@link HeatGutters}. */
export interface HeatGuttersOptions {
  readonly editors: HeatEditors;
  readonly contextOf: (heat: CellHeat) => MarkContext;
  /** A person clicked the mark of a line. */
  readonly onOpen: (heat: CellHeat, mark: LineMark) => void;
}

/** The gutters that are on show; each is made anew only when it has other marks. */
export class HeatGutters {
  readonly #options: HeatGuttersOptions;
  #shown: ReadonlyMap<ICodeCellModel, { readonly heat: CellHeat; readonly kind: WantedCost }> =
    new Map();

  constructor(options: HeatGuttersOptions) {
    this.#options = options;
  }

  /** Shows these cells' heat, and no other. */
  show(heats: readonly CellHeat[], kind: WantedCost): void {
    const { editors } = this.#options;
    const before = this.#shown;
    this.#shown = new Map(heats.map(heat => [heat.cell, { heat, kind }] as const));
    for (const cell of before.keys()) if (!this.#shown.has(cell)) editors.show(cell, null);
    for (const heat of heats) {
      const known = before.get(heat.cell);
      if (known?.heat.heat === heat.heat && known.kind === kind) continue;
      editors.show(heat.cell, this.#gutterOf(heat));
    }
  }

  #gutterOf(heat: CellHeat) {
    const { contextOf, onOpen } = this.#options;
    const context = contextOf(heat);
    return heatGutter({ heat: heat.heat, context, onOpen: mark => onOpen(heat, mark) });
  }
}

/** The marks of one cell's gutter. */
interface HeatGutterOptions {
  readonly heat: FileHeat;
  readonly context: MarkContext;
  /** A person clicked the mark of a line. */
  readonly onOpen: (mark: LineMark) => void;
}

/**
 * A gutter with a mark beside each line that cost something, which follows the text as it is edited.
 * Clicks leave the focus and the selection where they are.
 */
function heatGutter(options: HeatGutterOptions): Extension {
  const field = StateField.define<RangeSet<HeatMarker>>({
    create: state => markers(state, options),
    update: (known, { docChanged, state }) => (docChanged ? markers(state, options) : known)
  });
  const markAt = (view: EditorView, from: number): LineMark | null => {
    let found: LineMark | null = null;
    view.state.field(field).between(from, from, (_, __, { mark }) => void (found = mark));
    return found;
  };
  return [
    field,
    gutter({
      class: 'jp-Kernelscope-heatGutter',
      markers: view => view.state.field(field),
      domEventHandlers: {
        mousedown: (_, __, event) => {
          event.preventDefault();
          return true;
        },
        click: (view, { from }) => {
          const mark = markAt(view, from);
          if (mark !== null) options.onOpen(mark);
          return mark !== null;
        }
      }
    })
  ];
}

function markers(state: EditorState, options: HeatGutterOptions): RangeSet<HeatMarker> {
  const marks = lineMarks(options.heat, state.doc.toString(), options.context);
  const ranges = marks.map(mark => {
    const { from } = state.doc.lineAt(mark.offset);
    return new HeatMarker(mark, options).range(from);
  });
  return RangeSet.of(ranges, true);
}

/** The mark of a line: its share in digits, over a bar with the part of the line itself. */
class HeatMarker extends GutterMarker {
  constructor(
    readonly mark: LineMark,
    private readonly options: HeatGutterOptions
  ) {
    super();
  }

  override eq({ mark, options }: HeatMarker): boolean {
    const { line, isStale } = this.mark;
    return options === this.options && mark.line === line && mark.isStale === isStale;
  }

  override toDOM(): Node {
    const { heat, context } = this.options;
    const { kind, share, selfShare, figure, isStale } = this.mark;
    const node = element(
      'div',
      {
        part: `heatMark jp-mod-${kind}${isStale ? ' jp-mod-stale' : ''}`,
        attributes: { role: 'img', 'aria-label': markName(heat, this.mark, context) }
      },
      [
        element('span', { part: 'heatFigure', text: figure }),
        element('span', { part: 'heatTotal' }),
        element('span', { part: 'heatSelf' })
      ]
    );
    node.title = markTitle(heat, this.mark, context);
    node.style.setProperty('--jp-kernelscope-share', String(share));
    node.style.setProperty('--jp-kernelscope-self', String(selfShare));
    return node;
  }
}
