import {
  ConfigurationTarget,
  type DecorationOptions,
  DecorationRangeBehavior,
  type Disposable,
  OverviewRulerLane,
  type TextEditor,
  ThemeColor,
  Uri,
  commands,
  l10n,
  window,
  workspace
} from 'vscode';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import type { HeatLine, ProfileLines } from '../messages/editorMessages';
import { levelOf, LEVELS, markText } from './heatText';

/** The setting that has line heat shown. */
const SETTING = 'lineHeat';

/** The command that changes it. */
export const TOGGLE_COMMAND = 'kernelscope.toggleLineHeat';

/** The lines of a profile, and the files that they are in. */
interface ShownHeat {
  /** The address of the profile. */
  readonly profile: string;
  readonly lines: ProfileLines;
  /** Lines by the address of their file. */
  readonly byFile: ReadonlyMap<string, readonly HeatLine[]>;
}

/**
 * Marks beside the lines of open editors: the costs that the profile has which was opened last, as long as it is open.
 */
export class HeatMarks implements Disposable {
  readonly #formats = createNumberFormats('en');
  readonly #types = LEVELS.map(({ width }) =>
    window.createTextEditorDecorationType({
      rangeBehavior: DecorationRangeBehavior.ClosedClosed,
      overviewRulerColor: new ThemeColor('charts.orange'),
      overviewRulerLane: OverviewRulerLane.Left,
      gutterIconPath: barOf(width),
      gutterIconSize: 'contain',
      after: { color: new ThemeColor('descriptionForeground'), margin: '0 0 0 2em' }
    })
  );
  readonly #subscriptions: readonly Disposable[];
  /** Editors whose lines may not have been there when they were marked: VS Code then loses the marks without a word. */
  readonly #drawnEarly = new WeakSet<TextEditor>();
  #heats: readonly ShownHeat[] = [];

  constructor() {
    this.#subscriptions = [
      window.onDidChangeVisibleTextEditors(() => this.#draw()),
      window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (this.#drawnEarly.delete(textEditor)) this.#drawIn(textEditor);
      }),
      workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`kernelscope.${SETTING}`)) this.#draw();
      }),
      commands.registerCommand(TOGGLE_COMMAND, () =>
        settings().update(SETTING, !isOn(), ConfigurationTarget.Global)
      )
    ];
  }

  /** Marks the lines of a profile from now on; `files` are those of the workspace by their names in it. */
  show(profile: Uri, lines: ProfileLines, files: ReadonlyMap<string, Uri>): void {
    const byFile = new Map<string, readonly HeatLine[]>();
    for (const each of lines.files) {
      const place = files.get(each.file);
      if (place !== undefined) byFile.set(place.toString(), each.lines);
    }
    const address = profile.toString();
    const others = this.#heats.filter(heat => heat.profile !== address);
    this.#heats = [...others, { profile: address, lines, byFile }];
    this.#draw();
  }

  /** Marks its lines no longer; those of the profile that was opened before it, if that is still open. */
  forget(profile: Uri): void {
    const address = profile.toString();
    this.#heats = this.#heats.filter(heat => heat.profile !== address);
    this.#draw();
  }

  dispose(): void {
    for (const each of [...this.#types, ...this.#subscriptions]) each.dispose();
  }

  #draw(): void {
    for (const editor of window.visibleTextEditors) {
      this.#drawnEarly.add(editor);
      this.#drawIn(editor);
    }
  }

  #drawIn(editor: TextEditor): void {
    const heat = this.#heats.at(-1);
    const lines = heat?.byFile.get(editor.document.uri.toString()) ?? [];
    const options = this.#types.map((): DecorationOptions[] => []);
    if (heat !== undefined && isOn()) {
      for (const line of lines) this.#mark(editor, heat.lines, line, options);
    }
    this.#types.forEach((type, level) => editor.setDecorations(type, options[level] ?? []));
  }

  #mark(
    { document }: TextEditor,
    lines: ProfileLines,
    line: HeatLine,
    options: readonly DecorationOptions[][]
  ): void {
    const level = levelOf(line);
    if (level === null || line[0] > document.lineCount) return;
    const { short, long } = markText(line, lines, this.#formats);
    options[level]?.push({
      range: document.lineAt(line[0] - 1).range,
      hoverMessage: l10n.t('Kernelscope: {0}', long),
      renderOptions: { after: { contentText: short } }
    });
  }
}

/** A bar beside the number of a line, in a picture of 16 by 16. */
function barOf(width: number): Uri {
  const shape = `<rect x="${15 - width}" y="1" width="${width}" height="14" fill="#d18616"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${shape}</svg>`;
  return Uri.parse(`data:image/svg+xml;base64,${btoa(svg)}`);
}

const settings = () => workspace.getConfiguration('kernelscope');
const isOn = (): boolean => settings().get(SETTING, true);
