// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { Data } from 'plotly.js/lib/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile, ProfileBundle, SourceReport } from 'kernelscope/model';
import { GpuView } from '../../../../../extension/src/views/gpu/view';
import type { Plotly } from '../../../../../extension/src/shared/curves/plotly';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../../../extension/src/shared/content/selection';
import { drawGpuProfile } from '../../../../support/drawGpuProfile';
import { h200 } from '../../../../support/h200';
import { drawProfile } from '../../../../support/drawProfile';
import { gpuTraining } from '../../../../support/gpuTraining';
import { storedBundle } from '../../../../support/storedBundle';
import { exampleBundle } from '../../exampleBundle';

class ResizeObserverStub {
  observe(): void {}
  disconnect(): void {}
}

let data: Data[];
let store: SelectionStore;
let view: GpuView;

/** Plotly as far as the view calls it: remembers what it drew last. */
const plotly = {
  react: async (node: HTMLElement, drawn: Data[]) => {
    data = drawn;
    return Object.assign(node, { on: () => undefined });
  },
  purge: () => undefined
};

const settle = async (): Promise<void> => {
  MessageLoop.flush();
  await new Promise(resolve => setTimeout(resolve));
  MessageLoop.flush();
};
const show = async (profile: Profile, bundle?: ProfileBundle): Promise<void> => {
  const part = { bundle: bundle ?? exampleBundle(), isWhole: bundle === undefined };
  view.setContent({ ...part, profile, density: null });
  await settle();
};
const tabs = () => [...view.node.querySelectorAll<HTMLElement>('[role=tab]')];
const openTab = async (name: string): Promise<void> => {
  tabs()
    .find(({ textContent }) => textContent?.startsWith(name))!
    .click();
  await settle();
};
const grid = () => view.node.querySelector<HTMLElement>('[role=grid]')!;
const rows = () => [...grid().querySelectorAll<HTMLElement>('[data-row]')];
const cells = (row: number) => [...rows()[row].children].map(({ textContent }) => textContent);
const banners = () =>
  [...view.node.querySelectorAll('.jp-Kernelscope-notice')].map(({ textContent }) => textContent);
const note = () => view.node.querySelector('[role=status]')!.textContent;
const figure = (label: string) =>
  [...view.node.querySelectorAll('dt')].find(({ textContent }) => textContent === label)!
    .nextElementSibling!.textContent;
const press = (key: string) =>
  document.activeElement!.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  );
const withReport = (report: Partial<SourceReport>, gpus = [h200()]): Profile =>
  drawProfile('main |[cell]', {
    meta: { gpus },
    extra: () => ({
      sources: [{ source: 'cuda', status: 'ok', message: '', records: 0, ...report }]
    })
  });

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', ResizeObserverStub);
  data = [];
  store = new SelectionStore();
  view = new GpuView({
    trans: nullTranslator.load('kernelscope'),
    formats: createNumberFormats('en'),
    store,
    load: async () => plotly as unknown as Plotly
  });
  Widget.attach(view, document.body);
});
afterEach(() => {
  view.dispose();
  vi.unstubAllGlobals();
});

describe('GpuView', () => {
  it('tells how busy a device was, by stream, and why it was idle', async () => {
    await show(gpuTraining({ steps: 10 }));
    expect(view.node.querySelector('[role=group]')?.getAttribute('aria-label')).toBe(
      'GPU 0 · NVIDIA H200'
    );
    expect(view.node.textContent).toContain('compute capability 9.0 · 132 multiprocessors');
    expect([figure('Busy'), figure('Kernels'), figure('Both at once')]).toEqual([
      '43.9 %',
      '3.55 ms',
      '0 ns'
    ]);
    const bars = [...view.node.querySelectorAll('.jp-Kernelscope-gpuBarTable tbody tr')];
    const texts = bars.map(row => [...row.children].map(({ textContent }) => textContent));
    expect(texts[0]).toEqual(['stream 7', '34.5 %', '3.79 ms', '50']);
    expect(texts.map(([name]) => name)).toContain('Host busy');
  });

  it('tells how long launches took to begin', async () => {
    await show(gpuTraining({ steps: 10 }));
    expect([figure('Launches'), figure('p95')]).toEqual(['30', '295 µs']);
  });

  it('has a row for each kernel, longest first, with what it was launched with', async () => {
    await show(gpuTraining({ steps: 10 }));
    expect(cells(0)).toEqual([
      expect.stringMatching(/^cutlass::Kernel2<[^(]*>$/) as string,
      ...['10', '2.6 ms', '73.2 %', '260 µs', '260 µs', '260 µs', '[8, 32, 1]', '[256, 1, 1]'],
      ...['230', '98.3 kB', '12.5 %', 'Registers']
    ]);
    expect(rows()[0].firstElementChild?.getAttribute('title')).toMatch(/^void cutlass.*Params\)$/);
  });

  it('picks a kernel, an operator and a line for all views, and lets go of them', async () => {
    await show(gpuTraining({ steps: 2 }));
    rows()[2].click();
    const relu = {
      type: 'label',
      category: 'kernel',
      name: 'relu_forward(float const*, float*, int)'
    };
    expect(store.state.selection).toEqual(relu);
    await settle();
    expect(rows()[2].getAttribute('aria-selected')).toBe('true');
    rows()[2].click();
    expect(store.state.selection).toEqual({ type: 'none' });
    await openTab('Copies');
    rows()[0].click();
    expect(store.state.selection).toMatchObject({ category: 'gpu_memcpy' });
    await openTab('Operators');
    rows()[0].click();
    expect(store.state.selection).toEqual({ type: 'label', category: 'operator', name: 'matMul' });
    await openTab('Lines');
    rows()[0].click();
    expect(store.state.selection).toEqual({ type: 'line', file: 'Cell [5]', line: 4 });
  });

  it('picks a range where no operator started the work', async () => {
    await show(drawGpuProfile('main |[range/mine ]\n     | [L>a]\ngpu 0/7 |  [K<a  ]'));
    await openTab('Operators');
    rows()[0].click();
    expect(store.state.selection).toEqual({ type: 'label', category: 'range', name: 'mine' });
    await settle();
    expect(rows()[0].getAttribute('aria-selected')).toBe('true');
  });

  it('marks what another view selected, wherever the order has it', async () => {
    await show(gpuTraining({ steps: 2 }));
    store.select({
      type: 'slice',
      slice: 3,
      category: 'kernel',
      name: 'relu_forward(float const*, float*, int)'
    });
    await settle();
    const selected = () => rows().findIndex(row => row.getAttribute('aria-selected') === 'true');
    expect(selected()).toBe(2);
    grid().querySelector<HTMLElement>('[data-sort="2"]')!.click();
    await settle();
    expect(selected()).toBe(0);
  });

  it('zooms all views to a gap, and back out of it', async () => {
    await show(gpuTraining({ steps: 2 }));
    await openTab('Idle gaps');
    const [start, length, cause, host] = cells(1);
    expect([start, length, cause, host]).toEqual(['843 µs', '434 µs', 'Host busy', 'JSON.parse']);
    rows()[1].click();
    expect(store.state.window).toEqual({ fromNs: 843_000, toNs: 1_277_000 });
    await settle();
    expect(rows()[1].getAttribute('aria-selected')).toBe('true');
    expect(note()).toBe('Numbers cover the whole run, not only the visible time range.');
    rows()[1].click();
    expect(store.state.window).toBeNull();
  });

  it('says of which GPU a gap is where there are several', async () => {
    await show(gpuTraining({ steps: 4, gpus: 2 }));
    await openTab('Idle gaps');
    const heads = [...grid().querySelectorAll('[role=columnheader]')].map(each => each.textContent);
    expect(heads).toEqual(['Start', 'Length ▼', 'GPU', 'Cause', 'Meanwhile on the host']);
  });

  it('draws what was sampled, device by device', async () => {
    await show(gpuTraining({ steps: 4, gpus: 2 }));
    await openTab('Counters');
    const names = data.map(({ name }) => name ?? '');
    expect(names.map(name => name.slice(0, 6))).toEqual([
      ...['GPU 0:', 'GPU 0:', 'GPU 0:', 'GPU 1:', 'GPU 1:', 'GPU 1:']
    ]);
    expect(names.slice(3).sort()).toEqual([
      ...['GPU 1: SM active', 'GPU 1: memory utilization', 'GPU 1: utilization']
    ]);
    expect(view.node.querySelector('[role=grid]')).toBeNull();
  });

  it('shows more than two devices closed, each in a line', async () => {
    await show(gpuTraining({ steps: 8, gpus: 3 }));
    const closed = [...view.node.querySelectorAll('details')];
    expect(closed.map(({ open }) => open)).toEqual([false, false, false]);
    expect(closed[2].querySelector('summary')?.textContent).toMatch(/^GPU 2 · NVIDIA H200busy/);
  });

  it('says that it knows no lines without stacks, and what to do', async () => {
    await show(drawGpuProfile('main |[matMul]\ngpu 0/7 |[K   ]'));
    await openTab('Lines');
    expect(view.node.textContent).toContain('Run the cell with %%profile --stack.');
    expect(rows()).toEqual([]);
  });

  it('says so when GPUs were recorded and had nothing to do', async () => {
    await show(withReport({}));
    expect(banners()).toEqual(['ℹNothing ran on a GPU in this run: no kernel, no copy, no fill.']);
    expect(view.node.textContent).toContain('GPU 0 · NVIDIA H200');
    expect(tabs()).toEqual([]);
  });

  it('says why GPUs were not recorded, in the words of the recording', async () => {
    const message = 'no-driver: <b>install</b> the NVIDIA driver.';
    await show(withReport({ status: 'unavailable', message }, []));
    expect(banners()).toEqual([`⚠${message}`]);
    expect(view.node.querySelector('b')).toBeNull();
  });

  it('warns of lost records above the numbers', async () => {
    await show(gpuTraining({ report: { status: 'partial', message: '12 records were lost.' } }));
    expect(banners()).toEqual(['⚠12 records were lost.']);
    expect(rows().length).toBeGreaterThan(0);
  });

  it('asks for a recording where none was made', async () => {
    await show(drawProfile('main |[cell]'));
    expect(banners()).toEqual(['ℹGPUs were not recorded. Run the cell with %%profile --gpu.']);
  });

  it('has the numbers of the whole profile where the output holds a part', async () => {
    const whole = gpuTraining({ steps: 2, otherKernels: 30_000 });
    const bundle = storedBundle(whole, 200_000);
    expect(bundle.overview.partial).toBe(true);
    await show(gpuTraining({ steps: 1 }), bundle);
    expect(tabs()[0].textContent).toMatch(/^Kernels\d+$/);
    expect(view.node.textContent).toContain('stream 7');
    expect(cells(0)[1]).toBe('2');
    expect(note()).toMatch(/^The output leaves out [\d,]+ rows, which took the least time\.$/);
  });

  it('says what its numbers are of where the output has none of the whole', async () => {
    await show(gpuTraining({ steps: 1 }), { ...exampleBundle(), gpu: null });
    expect(note()).toBe('Covers only the 20 longest slices, which this output holds.');
  });

  it('does nothing while nobody can see it', async () => {
    view.hide();
    await show(gpuTraining({ steps: 1 }));
    expect(view.node.querySelector('[role=grid]')).toBeNull();
    view.show();
    await settle();
    expect(rows()).toHaveLength(3);
  });

  it('walks its sections and headings by key', async () => {
    await show(gpuTraining({ steps: 1 }));
    tabs()[0].focus();
    press('ArrowLeft');
    await settle();
    expect(document.activeElement?.textContent).toMatch(/^Counters/);
    press('Home');
    await settle();
    expect(view.node.querySelector('[role=tabpanel]')?.getAttribute('aria-label')).toBe('Kernels');
    const inOrder = () => [...grid().querySelectorAll<HTMLElement>('[tabindex="0"]')];
    expect(inOrder()).toEqual([rows()[0]]);
    rows()[0].focus();
    press('ArrowUp');
    press('End');
    expect(document.activeElement?.textContent).toBe('Limited by');
    press(' ');
    expect(document.activeElement?.getAttribute('aria-sort')).toBe('ascending');
    expect(inOrder()).toEqual([document.activeElement]);
    press('ArrowDown');
    expect(document.activeElement).toBe(rows()[0]);
  });
});
