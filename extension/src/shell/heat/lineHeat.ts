import { CodeCell, type ICodeCellModel, isCodeCellModel } from '@jupyterlab/cells';
import { CodeMirrorEditor } from '@jupyterlab/codemirror';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { clipText } from 'kernelscope/web';
import type { Widget } from '@lumino/widgets';
import { EditorView } from '@codemirror/view';
import type { TranslationBundle } from '../../shared/content/application';
import { type NumberFormats, createNumberFormats } from '../../shared/content/format';
import type { IProfilesOfNotebooks } from '../notebook/profilesOfNotebooks';
import { refuse } from '../profileCell';
import type { ISettingsSource } from '../application/settings';
import type { WantedCost } from './fileHeat';
import type { HeatEditors } from './heatEditors';
import { HeatGutters } from './heatGutters';
import { type NotebookLine, nextLine } from './hotLines';
import {
  LEAST_FIGURE,
  type LineMark,
  type MarkContext,
  lineMarks,
  markName,
  offsetOfLine
} from './lineMarks';
import { type CellHeat, NotebookHeat } from './notebookHeat';
import type { LineSelection } from '../../shared/content/selection';
import { ProfileRenderer } from '../renderer';
import type { Cell } from '../application/activeCell';

/** The dependencies of {@link LineHeat}. */
interface LineHeatOptions {
  readonly profiles: IProfilesOfNotebooks;
  readonly settings: ISettingsSource;
  readonly editors: HeatEditors;
  readonly trans: TranslationBundle;
  /** BCP 47 tag of the interface language. */
  readonly language: string;
}

/** A line of the profile in the output of a cell. */
interface ProfileLine {
  readonly origin: ICodeCellModel;
  readonly file: string;
  readonly line: number;
}

/** A hot line of a notebook, with its mark. */
interface HotLine extends NotebookLine {
  readonly heat: CellHeat;
  readonly mark: LineMark;
}

/** Line heat in the editors of the notebooks that it follows, and the ways to it and from it. */
export class LineHeat {
  readonly #options: LineHeatOptions;
  readonly #formats: NumberFormats;
  readonly #gutters: HeatGutters;
  readonly #notebooks = new Map<NotebookPanel, NotebookHeat>();
  #kind: WantedCost = 'auto';

  constructor(options: LineHeatOptions) {
    this.#options = options;
    this.#formats = createNumberFormats(options.language);
    this.#gutters = new HeatGutters({
      editors: options.editors,
      contextOf: heat => this.#contextOf(heat),
      onOpen: (heat, mark) => void this.#open(heat, mark)
    });
    options.settings.changed.connect(this.#show, this);
  }

  /** The heat of a notebook, on show from now on as long as it is open; null while it is being loaded. */
  follow(panel: NotebookPanel): NotebookHeat | null {
    const known = this.#notebooks.get(panel);
    const profiles = this.#options.profiles.of(panel);
    const { model } = panel.content;
    if (known || !profiles || !model || panel.isDisposed) return known ?? null;
    const heat = new NotebookHeat(model, profiles);
    this.#notebooks.set(panel, heat);
    heat.changed.connect(this.#show, this);
    panel.disposed.connect(() => {
      this.#notebooks.delete(panel);
      heat.dispose();
      this.#show();
    });
    return heat;
  }

  /** Shows costs of another kind in all notebooks; a profile that has none of it keeps its first kind. */
  setKind(kind: WantedCost): void {
    this.#kind = kind;
    this.#show();
  }

  /** Goes to the next hot line of a notebook, or to the one before, and has it read aloud. */
  async step(panel: NotebookPanel, direction: 1 | -1): Promise<void> {
    const { trans } = this.#options;
    const next = nextLine(this.#hotLines(panel), currentLine(panel), direction);
    if (next === null) {
      refuse(trans.__('No cell of this notebook has line heat.'));
      return;
    }
    const { heat, mark, offset } = next;
    const { cell } = heat;
    await revealLine(panel, { cell, offset }, markName(heat.heat, mark, this.#contextOf(heat)));
  }

  /** Shows the line with the cursor in the profile that its heat is from. */
  async openCurrent(panel: NotebookPanel): Promise<void> {
    const { trans } = this.#options;
    const { cellIndex, offset } = currentLine(panel);
    const heat = this.#heatAt(panel, cellIndex);
    const marks = heat ? this.#marksOf(heat) : [];
    const mark = marks.find(each => each.offset === offset);
    if (heat && mark) await this.#open(heat, mark);
    else refuse(trans.__('The line with the cursor has no line heat.'));
  }

  /** Shows a line of a profile in the cell that it is in. */
  async reveal(panel: NotebookPanel, { origin, file, line }: ProfileLine): Promise<void> {
    const { trans } = this.#options;
    const found = await this.follow(panel)?.find(origin, file);
    if (!found) {
      refuse(trans.__('%1 is not in this notebook any more, or was rewritten since.', file));
      return;
    }
    const { cell, heat } = found;
    const offset = offsetOfLine(heat, cell.sharedModel.getSource(), line);
    await revealLine(panel, { cell, offset }, trans.__('Line %1', this.#formats.count(line)));
  }

  async #open(heat: CellHeat, { line, kind }: LineMark): Promise<void> {
    const { trans } = this.#options;
    const panel = [...this.#notebooks].find(([, { cells }]) => cells.get(heat.cell) === heat)?.[0];
    const isShown = panel ? await showInProfile(panel, heat, { line, costs: kind }) : false;
    if (!isShown) refuse(trans.__('The profile of this line is not on show.'));
  }

  #show(): void {
    const isOn = this.#options.settings.current.lineHeat;
    const heats = [...this.#notebooks.values()].flatMap(({ cells }) => [...cells.values()]);
    this.#gutters.show(isOn ? heats : [], this.#kind);
  }

  #hotLines(panel: NotebookPanel): HotLine[] {
    return panel.content.widgets.flatMap((_, cellIndex) => {
      const heat = this.#heatAt(panel, cellIndex);
      if (!heat) return [];
      const hot = this.#marksOf(heat).filter(({ share }) => share >= LEAST_FIGURE);
      return hot.map(mark => ({ cellIndex, offset: mark.offset, heat, mark }));
    });
  }

  #heatAt(panel: NotebookPanel, cellIndex: number): CellHeat | null {
    if (!this.#options.settings.current.lineHeat) return null;
    const model = panel.content.widgets.at(cellIndex)?.model;
    const cells = this.follow(panel)?.cells;
    return model && isCodeCellModel(model) ? (cells?.get(model) ?? null) : null;
  }

  #marksOf(heat: CellHeat): LineMark[] {
    return lineMarks(heat.heat, heat.cell.sharedModel.getSource(), this.#contextOf(heat));
  }

  #contextOf({ source }: CellHeat): MarkContext {
    const { trans } = this.#options;
    const { name, cellFile } = source.profile.bundle.summary;
    const profileName = clipText(cellFile ?? name);
    return { kind: this.#kind, profileName, formats: this.#formats, trans };
  }
}

/** The line with the cursor, in the active cell. */
function currentLine({ content }: NotebookPanel): NotebookLine {
  const editor = content.activeCell?.editor;
  const state = editor instanceof CodeMirrorEditor ? editor.editor.state : null;
  const offset = state?.doc.lineAt(state.selection.main.head).from ?? -1;
  return { cellIndex: content.activeCellIndex, offset };
}

/**
 * Opens the source view of the profile that a cell's heat is from, at a line. False if that profile is
 * on show no longer.
 */
async function showInProfile(
  panel: NotebookPanel,
  { source, heat }: CellHeat,
  { line, costs }: Pick<LineSelection, 'line' | 'costs'>
): Promise<boolean> {
  const widget = await revealCell(panel, source.cell);
  if (!(widget instanceof CodeCell)) return false;
  widget.outputHidden = false;
  const renderer = renderersIn(widget.outputArea).at(-1);
  if (renderer === undefined) return false;
  await renderer.showLine({ type: 'line', file: heat.file, line, costs });
  return true;
}

/** The profiles below a widget, in their order. */
function renderersIn(widget: Widget): ProfileRenderer[] {
  if (widget instanceof ProfileRenderer) return [widget];
  return [...widget.children()].flatMap(renderersIn);
}

/** A line of a cell, by the offset of its beginning. */
interface CellPlace {
  readonly cell: ICodeCellModel;
  readonly offset: number;
}

/**
 * Brings a cell into sight, with its editor, which notebooks make and drop while they are scrolled.
 * Null if the cell is in the notebook no longer.
 */
async function revealCell({ content }: NotebookPanel, cell: ICodeCellModel): Promise<Cell | null> {
  const index = content.widgets.findIndex(({ model }) => model === cell);
  if (index < 0) return null;
  const widget = content.widgets[index];
  content.deselectAll();
  content.activeCellIndex = index;
  await content.scrollToItem(index).catch(() => undefined);
  await widget.ready;
  return widget.isDisposed ? null : widget;
}

/**
 * Puts the cursor at a line of a cell, in the middle of the page, and has screen readers read
 * `announcement`. False if the cell is in the notebook no longer.
 */
async function revealLine(
  panel: NotebookPanel,
  { cell, offset }: CellPlace,
  announcement: string
): Promise<boolean> {
  const widget = await revealCell(panel, cell);
  if (!widget) return false;
  widget.inputHidden = false;
  panel.content.mode = 'edit';
  const { editor } = widget;
  if (!(editor instanceof CodeMirrorEditor)) return false;
  const view = editor.editor;
  const { from } = view.state.doc.lineAt(Math.min(offset, view.state.doc.length));
  view.focus();
  view.dispatch({
    selection: { anchor: from },
    effects: [
      EditorView.scrollIntoView(from, { y: 'center' }),
      EditorView.announce.of(announcement)
    ]
  });
  return true;
}
