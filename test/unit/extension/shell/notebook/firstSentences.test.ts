// @vitest-environment jsdom
import '../../setupDom';
import type { INotebookModel, NotebookPanel } from '@jupyterlab/notebook';
import { nullTranslator } from '@jupyterlab/translation';
import { Signal } from '@lumino/signaling';
import { Panel, Widget } from '@lumino/widgets';
import { describe, expect, it, vi } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { followNotebook } from '../../../../../extension/src/shell/notebook/firstSentences';
import { NotebookProfiles } from '../../../../../extension/src/shell/notebook/notebookProfiles';
import type { Finding } from '../../../../../src/model/output/findings';
import { PROFILE_MIME_TYPE } from '../../../../../src/model/output/bundle';
import { exampleBundle } from '../../exampleBundle';

vi.mock('@jupyterlab/cells', () => ({ isCodeCellModel: () => true }));

const TARGET = { view: 'table', selection: null, window: null } as const;
const LINE: Finding = {
  ...{ kind: 'hotLine', share: 0.8, low: null, high: null, target: TARGET },
  facts: { file: 'Cell [1]', line: 2, code: 'work();', function: 'f', timeNs: 9 }
};
const REMARK: Finding = {
  ...{ kind: 'overhead', share: 0.8, low: null, high: null, target: TARGET },
  facts: { timeNs: 9, option: '' }
};

const stdout = (lines: number) => ({ 'application/vnd.jupyter.stdout': 'x\n'.repeat(lines) });
const profile = (...findings: readonly Finding[]) => ({
  [PROFILE_MIME_TYPE]: exampleBundle({ findings })
});

/** A notebook of one cell with some outputs. */
class FakeNotebook {
  readonly cell = new Panel();
  readonly outputs = new Panel();
  readonly changed = new Signal<object, void>({});
  readonly seen = new Signal<object, void>({});
  isDrawn = true;
  #stored: readonly object[];

  constructor(...stored: readonly object[]) {
    this.#stored = stored;
    const area = new Widget();
    area.node.innerHTML = '<div class="jp-Kernelscope"></div>';
    this.outputs.addWidget(area);
    const outputs = {
      changed: this.changed,
      get: (at: number) => ({ data: this.#stored[at] })
    };
    const model = {
      outputs: Object.defineProperty(outputs, 'length', { get: () => this.#stored.length })
    };
    const cell = Object.assign(this.cell, {
      ...{ model, outputArea: area, isPlaceholder: () => !this.isDrawn }
    });
    for (const widget of [new Widget(), this.outputs, new Widget()]) this.cell.addWidget(widget);
    const cells = Object.assign([model], { changed: new Signal<object, void>({}) });
    const profiles = new NotebookProfiles({ cells } as unknown as INotebookModel, () => 1e6);
    const content = { widgets: [cell], cellInViewportChanged: this.seen };
    const panel = { content, disposed: new Signal<object, void>({}) };
    followNotebook(panel as unknown as NotebookPanel, {
      profiles: { of: () => profiles },
      ...{ trans: nullTranslator.load(''), formats: createNumberFormats('en') }
    });
  }

  async store(...stored: readonly object[]): Promise<void> {
    this.#stored = stored;
    this.changed.emit();
    await new Promise(resolve => setTimeout(resolve));
  }

  /** The line above the outputs, if there is one. */
  get line(): HTMLElement | null {
    const at = this.cell.widgets.indexOf(this.outputs);
    const { node } = this.cell.widgets[at - 1];
    return node.classList.contains('jp-Kernelscope-firstSentence') ? node : null;
  }
}

describe('what a profile says first', () => {
  it('stands above the outputs of a cell that printed much, and leads to the profile', () => {
    const notebook = new FakeNotebook(stdout(20_000), profile(LINE, REMARK));
    expect(notebook.line?.textContent).toContain('Line Cell [1]:2 took 80.0 % of the time');
    const shown = notebook.outputs.node.querySelector('.jp-Kernelscope')!;
    const jump = vi.fn();
    shown.scrollIntoView = jump;
    notebook.line?.querySelector('button')?.click();
    expect(jump).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a cell that printed little', [stdout(5), profile(LINE)]],
    ['a profile above what was printed', [profile(LINE), stdout(20_000)]],
    ['a profile with remarks alone', [stdout(20_000), profile(REMARK)]],
    ['a cell without a profile', [stdout(20_000)]]
  ])('is no line of its own for %s', (_what, stored) => {
    expect(new FakeNotebook(...stored).line).toBeNull();
  });

  it('comes and goes with the outputs, once each', async () => {
    const notebook = new FakeNotebook(stdout(20_000));
    await notebook.store(stdout(20_000), profile(LINE));
    await notebook.store(stdout(20_000), profile(LINE), stdout(1));
    expect(notebook.cell.widgets).toHaveLength(4);
    await notebook.store(stdout(1));
    expect(notebook.line).toBeNull();
    expect(notebook.cell.widgets).toHaveLength(3);
  });

  it('waits until its cell is drawn', () => {
    const notebook = new FakeNotebook(stdout(1));
    notebook.isDrawn = false;
    void notebook.store(stdout(20_000), profile(LINE));
    notebook.seen.emit();
    expect(notebook.line).toBeNull();
    notebook.isDrawn = true;
    notebook.seen.emit();
    expect(notebook.line).not.toBeNull();
  });
});
