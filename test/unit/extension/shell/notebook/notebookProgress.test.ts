// @vitest-environment jsdom
import '../../setupDom';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { nullTranslator } from '@jupyterlab/translation';
import { Signal } from '@lumino/signaling';
import { Panel, Widget } from '@lumino/widgets';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { followProgress } from '../../../../../extension/src/shell/notebook/notebookProgress';
import type { KernelMessage } from '../../../../../extension/src/shell/notebook/progressMessage';
import {
  PROGRESS_MIME_TYPE,
  type RecordingProgress
} from '../../../../../src/model/output/progress';

vi.mock('@jupyterlab/apputils', () => ({ Notification: { error: vi.fn() } }));

/** A code cell: its input, its outputs and its footer, one below the other. */
class FakeCell extends Panel {
  readonly outputArea = new Widget();
  readonly model: object;
  isDrawn = true;

  constructor(id: string) {
    super();
    this.model = { id, type: 'code' };
    const outputs = new Panel();
    outputs.addClass('outputs');
    outputs.addWidget(this.outputArea);
    for (const widget of [new Widget(), outputs, new Widget()]) this.addWidget(widget);
  }

  isPlaceholder(): boolean {
    return !this.isDrawn;
  }
}

let cells: FakeCell[];
let interrupt: ReturnType<typeof vi.fn>;
let signals: Record<string, Signal<object, unknown>>;

beforeEach(() => {
  cells = ['first', 'second'].map(id => new FakeCell(id));
  interrupt = vi.fn(async () => undefined);
  const names = ['iopubMessage', 'kernelChanged', 'statusChanged', 'connectionStatusChanged'];
  signals = Object.fromEntries(names.map(name => [name, new Signal<object, unknown>({})]));
  const panel = {
    isDisposed: false,
    disposed: new Signal<object, void>({}),
    content: { widgets: cells, activate: vi.fn() },
    sessionContext: { ...signals, session: { kernel: { interrupt } } }
  };
  followProgress(panel as unknown as NotebookPanel, nullTranslator.load(''), 'en');
});

async function settle(): Promise<void> {
  await vi.dynamicImportSettled();
  await new Promise(resolve => setTimeout(resolve, 0));
}

function message(progress: object, type = 'update_display_data'): KernelMessage {
  return {
    header: { msg_type: type },
    content: { data: { [PROGRESS_MIME_TYPE]: progress } }
  };
}

async function hear(more: Partial<RecordingProgress> = {}): Promise<void> {
  const numbers = { elapsedMs: 12_345, rssBytes: 340e6, slices: 18_000 };
  const state = { phase: 'recording', name: null, cellId: 'second', ...numbers, ...more };
  signals.iopubMessage.emit(message(state));
  await settle();
}

const strips = (): HTMLElement[] =>
  cells.flatMap(({ node }) => [...node.querySelectorAll<HTMLElement>('.jp-Kernelscope-progress')]);
const partOf = (part: string): HTMLElement =>
  strips()[0].querySelector<HTMLElement>(`.jp-Kernelscope-${part}`)!;

describe('followProgress', () => {
  it('shows time, memory and slices below the outputs of the cell that is recorded', async () => {
    await hear();
    expect(strips()).toHaveLength(1);
    expect(strips()[0].previousElementSibling).toBe(cells[1].node.querySelector('.outputs'));
    expect(partOf('progressStage').textContent).toBe('Profiling');
    expect(partOf('progressFigures').textContent).toBe('12 s · 340 MB · 18,000 slices');
  });

  it('counts minutes and names the profile', async () => {
    await hear({ elapsedMs: 125_000, name: '<b>before</b>', slices: 1 });
    expect(partOf('progressStage').textContent).toBe('Profiling “<b>before</b>”');
    expect(partOf('progressFigures').textContent).toBe('2 min 5 s · 340 MB · 1 slice');
  });

  it('reads out the stage, and not the figures', async () => {
    await hear();
    expect(partOf('progressStage').getAttribute('role')).toBe('status');
    const { firstChild } = partOf('progressStage');
    await hear({ elapsedMs: 13_000 });
    expect(partOf('progressStage').firstChild).toBe(firstChild);
    expect(partOf('progressFigures').closest('[role=status]')).toBeNull();
  });

  it('interrupts the kernel once, and says that it is stopping', async () => {
    await hear();
    const stop = partOf('progressStop');
    stop.click();
    stop.click();
    await hear({ elapsedMs: 14_000 });
    expect(interrupt).toHaveBeenCalledTimes(1);
    expect(stop.getAttribute('aria-disabled')).toBe('true');
    expect(partOf('progressStage').textContent).toBe('Stopping…');
  });

  it.each([
    { phase: 'snapshot', text: 'Taking a heap snapshot…' },
    { phase: 'preparing', text: 'Preparing the profile…' }
  ] as const)('says $text when there is nothing to stop', async ({ phase, text }) => {
    await hear();
    await hear({ phase });
    expect(partOf('progressStage').textContent).toBe(text);
    expect(partOf('progressFigures').textContent).toBe('');
    expect(partOf('progressStop').hidden).toBe(true);
  });

  it('is gone with the recording, and moves to the cell that is next', async () => {
    await hear();
    await hear({ phase: 'ended' });
    expect(strips()).toEqual([]);
    await hear();
    await hear({ cellId: 'first' });
    expect(strips()).toHaveLength(1);
    expect(cells[0].node.contains(strips()[0])).toBe(true);
  });

  it.each([
    ['kernelChanged', null],
    ['statusChanged', 'autorestarting'],
    ['statusChanged', 'dead'],
    ['connectionStatusChanged', 'connecting']
  ])('is gone when the kernel is (%s, %s)', async (signal, value) => {
    await hear();
    signals.statusChanged.emit('idle');
    expect(strips()).toHaveLength(1);
    signals[signal].emit(value);
    expect(strips()).toEqual([]);
  });

  it('waits for a cell that is not drawn yet, and ignores one that is not there', async () => {
    cells[1].isDrawn = false;
    await hear();
    await hear({ cellId: 'elsewhere' });
    expect(strips()).toEqual([]);
    cells[1].isDrawn = true;
    await hear();
    expect(strips()).toHaveLength(1);
  });

  it('ignores other messages and malformed progress', async () => {
    const state = { phase: 'recording', name: null, cellId: 'second' };
    signals.iopubMessage.emit(message({ ...state, elapsedMs: 'long' }));
    signals.iopubMessage.emit(message({ ...state, elapsedMs: 1, rssBytes: 1, slices: 1 }, 'x'));
    signals.iopubMessage.emit({ header: { msg_type: 'update_display_data' }, content: {} });
    await settle();
    expect(strips()).toEqual([]);
  });
});
