import type { Cell, CodeCell } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/content/application';
import { Widget, type PanelLayout } from '@lumino/widgets';
import { type Finding, firstFinding, PROFILE_MIME_TYPE } from 'kernelscope/model';
import type { NumberFormats } from '../../shared/content/format';
import { element } from 'kernelscope/web';
import { sentenceNodes, type SentenceWords } from '../../shared/elements/sentenceNodes';
import type { IProfilesOfNotebooks } from './profilesOfNotebooks';
import type { ProfiledCell } from './notebookProfiles';

/** The dependencies of {@link addFirstSentences}. */
export interface FirstSentencesContext {
  readonly tracker: INotebookTracker;
  readonly profiles: IProfilesOfNotebooks;
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** Shows above the outputs of each cell that printed much what its profile says first, with the way to it. */
export function addFirstSentences(context: FirstSentencesContext): void {
  const follow = (panel: NotebookPanel): void => {
    void panel.context.ready.then(() => {
      if (!panel.isDisposed) followNotebook(panel, context);
    });
  };
  context.tracker.forEach(follow);
  context.tracker.widgetAdded.connect((_, panel) => follow(panel));
}

/** The same in one notebook, as its outputs and the cells that are drawn come and go. */
export function followNotebook(
  panel: NotebookPanel,
  { profiles, ...words }: Omit<FirstSentencesContext, 'tracker'>
): void {
  const found = profiles.of(panel);
  if (found === null) return;
  const sentences = new FirstSentences(words);
  const draw = (): void => sentences.draw(panel.content.widgets, found.list());
  found.changed.connect(draw);
  panel.content.cellInViewportChanged.connect(draw);
  panel.disposed.connect(() => sentences.dispose());
  draw();
}

/** The lines above the outputs of the cells of one notebook. */
class FirstSentences {
  readonly #lines = new Map<Cell, Sentence>();

  constructor(private readonly words: SentenceWords) {}

  draw(cells: readonly Cell[], profiled: readonly ProfiledCell[]): void {
    const findingOf = new Map(profiled.map(each => [each.cell as object, distantFinding(each)]));
    for (const [cell, line] of this.#lines) {
      if (findingOf.get(cell.model) === line.finding) continue;
      line.dispose();
      this.#lines.delete(cell);
    }
    for (const cell of cells) {
      const finding = findingOf.get(cell.model);
      if (!finding || cell.isPlaceholder() || this.#lines.has(cell)) continue;
      const line = new Sentence(finding, cell as CodeCell, this.words);
      insertAboveOutputs(cell as CodeCell, line);
      this.#lines.set(cell, line);
    }
  }

  dispose(): void {
    for (const line of this.#lines.values()) line.dispose();
    this.#lines.clear();
  }
}

/** Lines of output that a screen has room for above a profile. */
const MANY_LINES = 40;

/** The first sentence of a profile, if the profile is far below the input of its cell; else null. */
function distantFinding({ cell, profile }: ProfiledCell): Finding | null {
  const finding = firstFinding(profile.bundle.findings);
  if (finding === undefined) return null;
  let lines = 0;
  for (let at = 0; at < cell.outputs.length && lines < MANY_LINES; at++) {
    const { data } = cell.outputs.get(at);
    if (data[PROFILE_MIME_TYPE] !== undefined) return null;
    for (const text of Object.values(data)) lines += linesOf(text);
  }
  return lines < MANY_LINES ? null : finding;
}

/** Lines of a text, as far as their number matters; other forms of an output have some height, too. */
function linesOf(text: unknown): number {
  if (typeof text !== 'string') return 1;
  let lines = 1;
  for (
    let at = text.indexOf('\n');
    at >= 0 && lines < MANY_LINES;
    at = text.indexOf('\n', at + 1)
  ) {
    lines++;
  }
  return lines;
}

/** One line: the sentence, cut where it is too long, and a button that leads to the profile. */
class Sentence extends Widget {
  constructor(
    readonly finding: Finding,
    cell: CodeCell,
    { trans, formats }: SentenceWords
  ) {
    super();
    this.addClass('jp-Kernelscope-firstSentence');
    this.node.setAttribute('role', 'note');
    this.node.setAttribute('aria-label', trans.__('What the profile says first'));
    const parts = sentenceNodes(finding, { trans, formats });
    const text = element('span', { part: 'firstSentenceText' }, parts);
    text.title = text.textContent ?? '';
    const button = element('button', {
      part: 'firstSentenceJump',
      text: trans.__('Show the profile'),
      attributes: { type: 'button' }
    });
    button.addEventListener('click', () => {
      const [shown] = [...cell.outputArea.node.querySelectorAll('.jp-Kernelscope')].slice(-1);
      shown?.scrollIntoView({ block: 'start' });
    });
    this.node.append(text, button);
  }
}

function insertAboveOutputs(cell: CodeCell, line: Widget): void {
  const layout = cell.layout as PanelLayout;
  const { parent } = cell.outputArea;
  const outputs = parent === null ? -1 : layout.widgets.indexOf(parent);
  layout.insertWidget(outputs < 0 ? layout.widgets.length : outputs, line);
}
