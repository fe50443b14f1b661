import type { Message } from '@lumino/messaging';
import { type LineCostKind, type LineCosts, lineCostKinds, lineCosts } from 'kernelscope/analysis';
import type { Profile } from 'kernelscope/model';
import { element, MAX_TEXT_LENGTH } from 'kernelscope/web';
import { CellButton } from '../../shared/elements/cellButton';
import type { CodeHighlighter, ProfileContent, TabOptions } from '../../shared/content/profileTab';
import type { Selection } from '../../shared/content/selection';
import { ContentTab } from '../../shared/content/contentTab';
import { type HotFunctions, functionColumns, functionRows, hottestFunctions } from './functionRows';
import { type LineContext, lineColumns, lineRows } from './lineRows';
import { labelledMessage, sourceMessages, unsampledMessage } from './messages';
import {
  type SourceFile,
  type SourceLines,
  filesOf,
  firstFile,
  hotLinesOf,
  hottestLine,
  linesOfText
} from './model';
import { FactSection } from './factSection';
import { RowGrid } from '../../shared/grid/rowGrid';
import type { TranslationBundle } from '../../shared/content/application';
import type { NumberFormats } from '../../shared/content/format';
import { costWords } from './costWords';

/** The parts that depend only on the profile and the kind of cost. */
interface SourceContent {
  readonly profile: Profile;
  readonly kinds: readonly LineCostKind[];
  readonly costs: LineCosts;
  /** Costs on GPUs, shown beside others; null where there are none, or where they are `costs`. */
  readonly gpu: LineCosts | null;
  readonly files: readonly SourceFile[];
  readonly hot: HotFunctions;
}

const NO_LINES: SourceLines = { lines: [], hidden: 0, isTextCut: false, hasGaps: false };

/**
 * Where the time went by source line: the text of cells with the cost of each line, the hot lines of
 * other files, and the hottest functions. Picks lines in the selection that all views share.
 */
export class SourceView extends ContentTab {
  readonly #message = element('p', { part: 'sourceMessage', attributes: { role: 'status' } });
  readonly #picker = element('div', { part: 'sourcePicker' });
  readonly #panes = element('div', { part: 'sourcePanes' });
  readonly #cellButton: CellButton;
  readonly #lineGrid: RowGrid;
  readonly #functionGrid: RowGrid;
  readonly #facts: FactSection;
  #source: SourceContent | null = null;
  #isLabelled = false;
  #file = '';
  #kind: LineCostKind = 'cpu';
  #lines = NO_LINES;
  #followed: Selection | null = null;
  /** The contents of the grid, which is drawn again only if they change. */
  #drawn: { readonly source: SourceContent; readonly file: string } | null = null;

  constructor(options: TabOptions) {
    super('source', options);
    const { trans } = options;
    this.#cellButton = new CellButton(options);
    this.#lineGrid = new RowGrid({
      label: trans.__('Cost by line'),
      onPick: row => this.#pick(this.#file, this.#lines.lines[row].line)
    });
    this.#functionGrid = new RowGrid({
      label: trans.__('Hottest functions'),
      onPick: row => this.#pickFunction(row)
    });
    this.#lineGrid.node.classList.add('jp-mod-lines');
    this.#functionGrid.node.classList.add('jp-mod-functions');
    this.#panes.append(this.#lineGrid.node, this.#functionGrid.node);
    this.#facts = new FactSection(options);
    this.node.append(this.#picker, this.#message, this.#panes, this.#facts.node);
  }

  override setContent(content: ProfileContent): void {
    this.#source = null;
    super.setContent(content);
  }

  /** Called by the browser; public only because `addEventListener` wants an object. */
  handleEvent({ target }: Event): void {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.dataset.choice === 'kind') this.#setKind(target.value);
    else this.#file = target.value;
    this.update();
  }

  protected override onBeforeAttach(message: Message): void {
    super.onBeforeAttach(message);
    this.#picker.addEventListener('change', this);
  }

  protected override onAfterDetach(message: Message): void {
    this.#picker.removeEventListener('change', this);
    super.onAfterDetach(message);
  }

  protected override draw({ profile, label }: ProfileContent): void {
    this.#isLabelled = label !== undefined;
    this.#follow(profile);
    this.#facts.draw(profile);
    this.#source ??= sourceContent(profile, this.#kind);
    const { costs, hot, kinds } = this.#source;
    const isEmpty = costs.lines.length + hot.functions.length === 0 && kinds.length < 2;
    for (const part of [this.#picker, this.#panes]) part.hidden = isEmpty;
    if (isEmpty) this.#say([this.#whyEmpty(this.#source.profile)]);
    else this.#show(this.#source);
  }

  #whyEmpty(profile: Profile): string {
    const { trans } = this.options;
    return this.#isLabelled ? labelledMessage(trans) : unsampledMessage(profile, trans);
  }

  /** Shows the file and the costs of a line that has been picked anywhere since this was last drawn. */
  #follow(profile: Profile): void {
    const { selection } = this.options.store.state;
    if (selection === this.#followed) return;
    this.#followed = selection;
    if (selection.type !== 'line') return;
    if (selection.costs !== undefined && selection.costs !== this.#kind) {
      this.#kind = selection.costs;
      this.#source = null;
    }
    this.#source ??= sourceContent(profile, this.#kind);
    if (this.#knows(selection.file)) this.#file = selection.file;
  }

  #setKind(value: string): void {
    this.#kind = this.#source?.kinds.find(kind => kind === value) ?? 'cpu';
    this.#source = null;
  }

  #knows(wanted: string): boolean {
    return this.#source?.files.some(({ file }) => file === wanted) ?? false;
  }

  #show(source: SourceContent): void {
    if (!this.#knows(this.#file)) this.#file = firstFileOf(source);
    if (this.#drawn?.source !== source) this.#showFunctions(source);
    if (this.#drawn?.source !== source || this.#drawn.file !== this.#file) this.#showFile(source);
    this.#drawn = { source, file: this.#file };
    const { store, formats, trans } = this.options;
    const { selection, window } = store.state;
    const isHere = selection.type === 'line' && selection.file === this.#file;
    const row = this.#lines.lines.findIndex(({ line }) => isHere && line === selection.line);
    this.#lineGrid.select(row < 0 ? null : row);
    const line = row < 0 ? hottestLine(this.#lines) : this.#lines.lines[row].line;
    this.#cellButton.point({ file: this.#file, line });
    const { profile, costs } = source;
    const shown = { isZoomed: window !== null, isLabelled: this.#isLabelled };
    this.#say(sourceMessages({ profile, costs, lines: this.#lines, ...shown, formats, trans }));
  }

  #say(sentences: readonly string[]): void {
    this.#message.textContent = sentences.join(' ');
    this.#message.hidden = sentences.length === 0;
  }

  #showFunctions({ hot, costs }: SourceContent): void {
    const { trans } = this.options;
    this.#functionGrid.setRows(functionColumns(costs.kind, trans), functionRows(hot, this.options));
    this.#functionGrid.node.hidden = hot.functions.length === 0;
  }

  #showFile(source: SourceContent): void {
    const { formats, trans } = this.options;
    const { costs, files, kinds, gpu } = source;
    const { text = null, isClipped } = files.find(({ file }) => file === this.#file) ?? {};
    this.#lines =
      text === null
        ? hotLinesOf(costs, this.#file, gpu)
        : linesOfText(costs, this.#file, text, { gpu, isClipped });
    const context: LineContext = {
      fileName: text === null ? this.#file : null,
      costs,
      gpu,
      formats,
      trans
    };
    this.#lineGrid.setRows(lineColumns(context), lineRows(this.#lines, context));
    this.#lineGrid.node.classList.toggle('jp-mod-totals', costs.hasTotals);
    this.#lineGrid.node.classList.toggle('jp-mod-text', text !== null);
    this.#lineGrid.node.classList.toggle('jp-mod-gpu', gpu !== null);
    this.#showPickers([
      ...kindPicker(kinds, costs.kind, trans),
      filePicker(files, this.#file, this.options),
      this.#cellButton.node
    ]);
    const longest = this.#lines.lines.reduce((most, { text }) => Math.max(most, lengthOf(text)), 0);
    this.#lineGrid.node.style.setProperty('--jp-kernelscope-code', `${longest}ch`);
    if (text !== null) void this.#highlight(source, this.#file);
  }

  /** The list that was used keeps the focus. */
  #showPickers(pickers: readonly HTMLElement[]): void {
    const { activeElement } = document;
    const used = this.#picker.contains(activeElement) && activeElement instanceof HTMLElement;
    const choice = used ? activeElement.dataset.choice : undefined;
    this.#picker.replaceChildren(...pickers);
    const lists = [...this.#picker.querySelectorAll('select')];
    if (used) lists.find(({ dataset }) => dataset.choice === choice)?.focus();
  }

  /** Plain text stays where colours cannot be had. */
  async #highlight(source: SourceContent, file: string): Promise<void> {
    const { highlighter } = this.options;
    if (!highlighter) return;
    const texts = this.#lines.lines.map(({ text }) => text ?? '');
    const colored = await highlightLines(texts.join('\n'), highlighter).catch(() => []);
    if (this.isDisposed || this.#drawn?.source !== source || this.#file !== file) return;
    const isShort = (row: number): boolean => texts[row].length <= MAX_TEXT_LENGTH;
    this.#lineGrid.setCode(colored.map((nodes, row) => (isShort(row) ? nodes : [])));
  }

  #pickFunction(row: number): void {
    const { file, line } = this.#source?.hot.functions[row] ?? { file: '', line: 0 };
    if (file !== '' && line > 0) this.#pick(file, line);
  }

  #pick(file: string, line: number): void {
    this.options.store.select({ type: 'line', file, line });
  }
}

/** The costs of the wanted kind, or of the first kind that there is. */
function sourceContent(profile: Profile, wanted: LineCostKind): SourceContent {
  const kinds = lineCostKinds(profile);
  const kind = kinds.includes(wanted) ? wanted : (kinds[0] ?? 'cpu');
  const costs = lineCosts(profile, kind);
  const hot = hottestFunctions(profile, kind);
  const gpu = kind !== 'gpu' && kinds.includes('gpu') ? lineCosts(profile, 'gpu') : null;
  return { profile, kinds, costs, gpu, files: filesOf(profile, costs), hot };
}

function firstFileOf({ files, profile }: SourceContent): string {
  return firstFile(files, profile.meta.cell?.file ?? null);
}

/** Characters of a line that are drawn. */
function lengthOf(text: string | null): number {
  return Math.min(MAX_TEXT_LENGTH, text?.length ?? 0);
}

/**
 * TypeScript as nodes, one list for each line of `code` (split at line feeds). Text goes in as text
 * nodes only. Rejects when the language cannot be loaded.
 */
export async function highlightLines(
  code: string,
  highlighter: CodeHighlighter
): Promise<Node[][]> {
  const holder = document.createElement('div');
  await highlighter.highlight(code, highlighter.findByName('typescript'), holder);
  const lines: Node[][] = [[]];
  for (const token of [...holder.childNodes]) {
    const [first, ...others] = (token.textContent ?? '').split('\n');
    lines[lines.length - 1].push(tokenOf(token, first));
    for (const text of others) lines.push([tokenOf(token, text)]);
  }
  return lines;
}

function tokenOf(token: Node, text: string): Node {
  if (!(token instanceof HTMLElement)) return document.createTextNode(text);
  const span = document.createElement('span');
  span.className = token.className;
  span.textContent = text;
  return span;
}

/** The choice of file with the heat of each, or its mere name when there is one alone. */
function filePicker(
  files: readonly SourceFile[],
  chosen: string,
  { formats, trans }: { readonly formats: NumberFormats; readonly trans: TranslationBundle }
): HTMLElement {
  if (files.length < 2) return element('span', { part: 'sourceFile', text: chosen });
  const options = files.map(({ file, selfShare, totalShare }) => {
    const self = formats.percent(selfShare);
    const text =
      totalShare === null
        ? trans.__('%1 — self %2', file, self)
        : trans.__('%1 — self %2, total %3', file, self, formats.percent(totalShare));
    const option = element('option', { text });
    option.value = file;
    return option;
  });
  return choice('file', trans.__('File '), options, chosen);
}

/** The choice of what costs are on show; nothing where there is but one kind. */
function kindPicker(
  kinds: readonly LineCostKind[],
  chosen: LineCostKind,
  trans: TranslationBundle
): HTMLElement[] {
  if (kinds.length < 2) return [];
  const options = kinds.map(kind => {
    const option = element('option', { text: costWords(kind, true, trans).name });
    option.value = kind;
    return option;
  });
  return [choice('kind', trans.__('Cost '), options, chosen)];
}

function choice(
  name: string,
  label: string,
  options: readonly HTMLElement[],
  chosen: string
): HTMLElement {
  const select = element(
    'select',
    { part: 'picker', attributes: { 'data-choice': name } },
    options
  );
  select.value = chosen;
  return element('label', { part: 'pickerLabel', text: label }, [select]);
}
