// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { Data, Layout } from 'plotly.js/lib/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '../../../../../src/model/profile/profile';
import type { Plotly } from '../../../../../extension/src/shared/curves/plotly';
import { chartTheme } from '../../../../../extension/src/shared/curves/theme';
import { MemoryView } from '../../../../../extension/src/views/memory/view';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../../../extension/src/shared/content/selection';
import { allocationProfile } from '../../../../support/allocationProfile';
import { drawProfile } from '../../../../support/drawProfile';
import { gpuTraining } from '../../../../support/gpuTraining';
import { memoryProfile } from '../../../../support/memoryProfile';
import { exampleBundle } from '../../exampleBundle';

class ResizeObserverStub {
  observe(): void {}
  disconnect(): void {}
}

type Listener = (event: Record<string, number>) => void;

/** Plotly as far as the view calls it: remembers the last figure and its listeners. */
class FakePlotly {
  readonly listeners = new Map<string, Listener>();
  data: Data[] = [];
  layout: Partial<Layout> = {};
  draws = 0;
  purged = 0;

  async react(node: HTMLElement, data: Data[], layout: Partial<Layout>): Promise<HTMLElement> {
    Object.assign(this, { data, layout, draws: this.draws + 1 });
    const on = (name: string, listener: Listener) => this.listeners.set(name, listener);
    return Object.assign(node, { on });
  }

  purge(): void {
    this.purged += 1;
  }
}

let plotly: FakePlotly;
let loads: number;
let store: SelectionStore;
let view: MemoryView;

const create = (): MemoryView =>
  new MemoryView({
    trans: nullTranslator.load('kernelscope'),
    formats: createNumberFormats('en'),
    store,
    load: async () => {
      loads += 1;
      return plotly as unknown as Plotly;
    }
  });
const content = (profile: Profile) => ({
  bundle: exampleBundle(),
  profile,
  isWhole: true,
  density: null
});
const settle = async (): Promise<void> => {
  MessageLoop.flush();
  await new Promise(resolve => setTimeout(resolve));
};
const show = async (profile: Profile): Promise<void> => {
  view.setContent(content(profile));
  await settle();
};
const buttons = () => [...view.node.querySelectorAll<HTMLElement>('[data-curve]')];
const cells = (row: number) =>
  [...view.node.querySelectorAll('tbody tr')[row].children].map(({ textContent }) => textContent);
const allocations = () => view.node.querySelector<HTMLElement>('.jp-Kernelscope-allocations')!;
const notes = () => [...allocations().querySelectorAll('p')].map(({ textContent }) => textContent);
const message = () => view.node.querySelector<HTMLElement>('[role=status]')!;

beforeEach(async () => {
  vi.stubGlobal('ResizeObserver', ResizeObserverStub);
  plotly = new FakePlotly();
  loads = 0;
  store = new SelectionStore();
  view = create();
  Widget.attach(view, document.body);
});
afterEach(() => {
  view.dispose();
  vi.unstubAllGlobals();
});

describe('MemoryView', () => {
  it('tells each curve in numbers', async () => {
    await show(drawProfile('Memory: node/rss {bytes} |10   20   15', { nsPerColumn: 1e6 }));
    expect(cells(0)).toEqual(['Resident set (RSS)', '3', '10 B', '15 B', '+5 B', '20 B', '5 ms']);
  });

  it('draws step lines over the window that all views share', async () => {
    await show(memoryProfile());
    expect(plotly.data[0]).toMatchObject({ type: 'scatter', line: { shape: 'hv' } });
    expect(plotly.layout.xaxis?.range).toEqual([0, 4]);
    store.zoom({ fromNs: 1e6, toNs: 3e6 });
    await settle();
    expect(plotly.layout.xaxis?.range).toEqual([1, 3]);
    expect(view.node.querySelector('caption')?.textContent).toBe('Between 1 ms and 3 ms');
  });

  it('sends what was dragged over, in nanoseconds and within the run', async () => {
    await show(memoryProfile());
    plotly.listeners.get('plotly_relayout')!({ 'xaxis.range[0]': -1, 'xaxis.range[1]': 2 });
    expect(store.state.window).toEqual({ fromNs: 0, toNs: 2e9 });
    plotly.listeners.get('plotly_doubleclick')!({});
    expect(store.state.window).toBeNull();
  });

  it('has the memory of GPUs, and leaves what was sampled of them to their own view', async () => {
    await show(gpuTraining({ gpus: 2 }));
    expect(buttons().map(({ textContent }) => textContent)).toEqual([
      'Memory: gpu/0',
      'Memory: gpu/1'
    ]);
    expect(view.node.querySelector('select')).toBeNull();
    expect(message().hidden).toBe(true);
  });

  it('takes a curve off by its button, which keeps the focus', async () => {
    await show(memoryProfile());
    const before = plotly.data.length;
    buttons()[0].focus();
    buttons()[0].click();
    await settle();
    expect(plotly.data).toHaveLength(before - 1);
    expect(buttons()[0].getAttribute('aria-pressed')).toBe('false');
    expect(document.activeElement).toBe(buttons()[0]);
  });

  it('zooms by key on the chart alone', async () => {
    await show(memoryProfile());
    const press = (target: HTMLElement, options: KeyboardEventInit) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...options }));
    press(buttons()[0], { key: '+' });
    expect(store.state.window).toBeNull();
    press(view.node.querySelector<HTMLElement>('[role=img]')!, { key: '+', ctrlKey: true });
    expect(store.state.window).toBeNull();
    press(view.node.querySelector<HTMLElement>('[role=img]')!, { key: '+' });
    expect(store.state.window).toEqual({ fromNs: 1e9, toNs: 3e9 });
  });

  it('marks when the selected slice ran', async () => {
    await show(memoryProfile());
    store.select({ type: 'slice', slice: 1, category: 'gc', name: 'scavenge' });
    await settle();
    expect(plotly.layout.shapes?.[0]?.x0).toBeCloseTo(2 / 3);
    store.select({ type: 'slice', slice: 10_000, category: 'gc', name: 'scavenge' });
    await settle();
    expect(plotly.layout.shapes).toEqual([]);
  });

  it('neither loads the chart nor draws while nothing shows it', async () => {
    view.hide();
    await show(memoryProfile());
    expect(loads).toBe(0);
    view.show();
    await settle();
    store.zoom({ fromNs: 0, toNs: 1e9 });
    await settle();
    expect([loads, plotly.draws]).toEqual([1, 2]);
    view.hide();
    store.zoom({ fromNs: 0, toNs: 2e9 });
    await settle();
    expect(plotly.draws).toBe(2);
  });

  it('puts a dot where a counter was set, and none where it was sampled', async () => {
    const drawn = drawProfile('batches {count} |1   2   3', { nsPerColumn: 1e6 });
    await show(drawn);
    expect(plotly.data[1]).toMatchObject({ mode: 'markers', x: [0, 4, 8], y: [1, 2, 3] });
    await show({ ...drawn, counters: [{ ...drawn.counters[0], kind: 'sampled' }] });
    expect(plotly.data).toHaveLength(1);
  });

  it('tells which scopes held memory, the largest of many', async () => {
    const pieces = Array.from({ length: 130 }, (_, at) => {
      return { scope: `layer_${at}:`, from: at, to: Infinity, bytes: 1000 * at };
    });
    await show(allocationProfile(pieces, 1000));
    const table = allocations().querySelector('table')!;
    expect(table.caption?.textContent).toBe('Allocations by scopeOver the whole run of 1 µs');
    expect(table.tBodies[0].rows).toHaveLength(100);
    const first = [...table.tBodies[0].rows[0].cells].map(({ textContent }) => textContent);
    expect(first).toEqual(['layer_129:', 'tfjs/wasm', '1', '129 kB', '129 kB']);
    expect(notes()).toEqual(['Peak of tfjs/wasm: 8.39 MB at 129 ns', '30 more are not shown.']);
    expect(message().textContent).toMatch(/^Memory was not sampled/);
  });

  it('says so where the notebook may not have all allocations', async () => {
    const profile = allocationProfile([{ scope: 'x:', from: 0, to: 5, bytes: 1 }]);
    view.setContent({ ...content(profile), isWhole: false });
    await settle();
    expect(notes()[1]).toMatch(/^Of the largest allocations/);
    await show(memoryProfile());
    expect(allocations().hidden).toBe(true);
  });

  it('says how to sample memory, or what went wrong with it', async () => {
    await show(drawProfile('main |[cell]'));
    expect(message().textContent).toBe(
      'Memory was not sampled. Run the cell with %%profile --memory.'
    );
    expect(loads).toBe(0);
    const failed = {
      source: 'memory',
      status: 'failed',
      message: 'No threads.',
      records: 0
    } as const;
    await show(drawProfile('main |[cell]', { extra: () => ({ sources: [failed] }) }));
    expect(message().textContent).toBe('No threads.');
  });

  it('keeps the numbers and says so when the chart cannot be drawn', async () => {
    plotly.react = async () => Promise.reject(new Error('<b>no SVG</b>'));
    await show(memoryProfile());
    expect(message().textContent).toBe('The chart cannot be drawn: <b>no SVG</b>');
    expect(view.node.querySelectorAll('.jp-Kernelscope-chartNumbers tbody tr')).toHaveLength(4);
    expect(plotly.purged).toBe(1);
  });

  it('purges the chart once, however often it is disposed of', async () => {
    await show(memoryProfile());
    view.dispose();
    view.dispose();
    await settle();
    expect(plotly.purged).toBe(1);
    store.zoom({ fromNs: 0, toNs: 1e9 });
    await settle();
    expect(plotly.draws).toBe(1);
  });
});

describe('the palette', () => {
  const luminance = (color: string): number => {
    const [red, green, blue] = [1, 3, 5]
      .map(at => parseInt(color.slice(at, at + 2), 16) / 255)
      .map(each => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (a: string, b: string): number => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };

  it.each([
    ['true', '#ffffff'],
    ['false', '#212121']
  ])('has 3 : 1 on the page when light is %s', (isLight, background) => {
    document.body.dataset.jpThemeLight = isLight;
    const { curves } = chartTheme(document.body);
    delete document.body.dataset.jpThemeLight;
    for (const color of curves) {
      expect(contrast(color, background), color).toBeGreaterThanOrEqual(3);
    }
  });
});
