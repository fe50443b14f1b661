// @vitest-environment jsdom
import '../setupDom';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { afterEach, describe, expect, it } from 'vitest';
import { createRendererFactory } from '../../../../extension/src/shell/mime';
import {
  DEFAULT_SETTINGS,
  type ExtensionSettings,
  SettingsSource
} from '../../../../extension/src/shell/application/settings';
import { PROFILE_MIME_TYPE } from '../../../../src/model/output/bundle';
import { EXAMPLE_FINDING, exampleBundle, exampleSummary, row, timeSection } from '../exampleBundle';
import { eventually } from '../../../support/eventually';

const renderers: IRenderMime.IRenderer[] = [];

afterEach(() => {
  for (const renderer of renderers.splice(0)) renderer.dispose();
});

const factoryWith = (settings: Partial<ExtensionSettings>): IRenderMime.IRendererFactory =>
  createRendererFactory({
    settings: new SettingsSource({ ...DEFAULT_SETTINGS, ...settings }),
    request: () => Promise.reject(new Error('nothing is to be fetched'))
  });

function createRenderer(settings: Partial<ExtensionSettings> = {}, translator = nullTranslator) {
  const factory = factoryWith(settings);
  const options = { mimeType: PROFILE_MIME_TYPE, resolver: null, translator };
  const renderer = factory.createRenderer(options as unknown as IRenderMime.IRendererOptions);
  renderers.push(renderer);
  Widget.attach(renderer, document.body);
  return renderer;
}

const modelOf = (data: unknown) =>
  ({ data: { [PROFILE_MIME_TYPE]: data }, trusted: false }) as unknown as IRenderMime.IMimeModel;

async function render(data: unknown, settings?: Partial<ExtensionSettings>): Promise<HTMLElement> {
  const renderer = createRenderer(settings);
  await renderer.renderModel(modelOf(data));
  return renderer.node;
}

const texts = (node: HTMLElement, selector: string): (string | null)[] =>
  [...node.querySelectorAll(selector)].map(({ textContent }) => textContent);
const notices = (node: HTMLElement) => texts(node, '.jp-Kernelscope-noticeText');
const failure = (node: HTMLElement) => texts(node, '.jp-Kernelscope-failure p').join(' ');
const isShown = (node: HTMLElement, selector: string) =>
  node.querySelector(selector)?.closest('.lm-mod-hidden') === null;

describe('the renderer of profiles', () => {
  it('keeps its view in notebooks that are not trusted', () => {
    expect(factoryWith({}).safe).toBe(true);
    expect(factoryWith({}).mimeTypes).toEqual([PROFILE_MIME_TYPE]);
  });

  it('shows a light profile as one line, until that is pressed', async () => {
    const summary = exampleSummary({ waitingNs: 20e6, gcNs: 0 });
    const node = await render(exampleBundle({ isLight: true, summary }));
    const line = (): HTMLElement => node.querySelector('.jp-Kernelscope-lightLine')!;
    expect(texts(node, '.jp-Kernelscope-lightFigure')).toEqual([
      'Wall 200 ms',
      'CPU 150 ms',
      'Waiting 20 ms',
      'Memory 123 MB'
    ]);
    expect(node.querySelector('.jp-Kernelscope-summary')).toBeNull();
    line().click();
    await eventually(() => expect(node.querySelector('.jp-Kernelscope-summary')).not.toBeNull());
    expect(line().getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(line());
    line().click();
    expect(node.querySelector('.jp-Kernelscope-summary')).toBeNull();
  });

  it('shows in the line of a light profile what it says first, and collections as they were recorded', async () => {
    const summary = exampleSummary({ gcNs: 5e6 });
    const sampled = { userNs: 1e8, libraryNs: 0, nativeNs: 0, gcNs: 1e6, waitingNs: 0, gpuNs: 0 };
    const bundle = {
      isLight: true,
      summary,
      shares: sampled,
      findings: [EXAMPLE_FINDING]
    } as const;
    const node = await render(exampleBundle(bundle));
    expect(texts(node, '.jp-Kernelscope-lightFigure')).toContain('GC 5 ms');
    expect(texts(node, '.jp-Kernelscope-lightSentence')).toEqual([
      'conv2d took 40.0 % of the time: 80 ms in 50 runs, most of it in step().'
    ]);
    node.querySelector<HTMLElement>('.jp-Kernelscope-lightLine')!.click();
    await eventually(() => expect(node.querySelector('.jp-Kernelscope-summary')).not.toBeNull());
    expect(texts(node, '.jp-Kernelscope-lightSentence')).toEqual([]);
  });

  it('shows the figures of the run above its tables', async () => {
    const node = await render(exampleBundle());
    expect(texts(node, '.jp-Kernelscope-figure')).toEqual([
      'Profiletrain',
      expect.stringMatching(/^RecordedCell \[1\] · \d\d:\d\d:20$/),
      'Wall200 ms',
      'CPU150 ms',
      'Peak memory123 MB',
      'Slices160',
      'Samples199',
      'Overhead≈ 1 ms (0.5 %)'
    ]);
    expect(texts(node, '.jp-Kernelscope-nameCell')).toEqual([
      'step',
      'conv2d',
      'add',
      'relu',
      'Heap'
    ]);
    expect(notices(node)).toEqual([]);
  });

  it('leaves out a peak that was not measured', async () => {
    const node = await render(exampleBundle({ summary: exampleSummary({ peakRssBytes: null }) }));
    expect(node.textContent).not.toContain('Peak memory');
  });

  it('says what to do when nothing was timed', async () => {
    const node = await render(exampleBundle({ sections: [] }));
    expect(node.textContent).toContain('Nothing was timed in this run.');
    expect(isShown(node, '[role=grid]')).toBe(false);
  });

  it('says what to do also when there are counters alone', async () => {
    const counters = exampleBundle().sections.slice(2);
    const node = await render(exampleBundle({ sections: counters }));
    expect(node.textContent).toContain('Nothing was timed in this run.');
    expect(texts(node, '.jp-Kernelscope-nameCell')).toEqual(['Heap']);
  });

  it('warns of dropped slices, of a cut-off profile and of hidden rows', async () => {
    const summary = exampleSummary({ droppedSlices: 1200, truncated: true });
    const node = await render(exampleBundle({ summary, hiddenRows: 7 }));
    expect(notices(node)).toEqual([
      'The profile was cut off. Only its intact part is shown.',
      expect.stringMatching(/^1,200 slices were not kept\./),
      'The table leaves out 7 names, which took the least time.'
    ]);
    expect(texts(node, '.jp-mod-warning.jp-Kernelscope-figure')).toEqual(['Dropped1,200']);
  });

  it('keeps the views of a cell that failed folded, so that its error is in sight', async () => {
    const summary = exampleSummary({ status: 'error' });
    const node = await render(exampleBundle({ summary, findings: [EXAMPLE_FINDING] }));
    const fold = node.querySelector<HTMLElement>('[aria-expanded]:not([aria-haspopup])');
    expect(isShown(node, '.jp-Kernelscope-tabs')).toBe(false);
    fold?.click();
    expect(isShown(node, '.jp-Kernelscope-tabs')).toBe(true);
    expect(texts(node, '.jp-Kernelscope-row.jp-mod-selected')).toEqual([]);
    fold?.click();
    expect(isShown(node, '.jp-Kernelscope-tabs')).toBe(false);
    node.querySelector<HTMLElement>('.jp-Kernelscope-finding')?.click();
    expect(isShown(node, '.jp-Kernelscope-tabs')).toBe(true);
    expect(fold?.getAttribute('aria-expanded')).toBe('true');
    expect(isShown(await render(exampleBundle()), '.jp-Kernelscope-tabs')).toBe(true);
  });

  it('says how the cell ended, and which source failed', async () => {
    const node = await render(
      exampleBundle({
        summary: exampleSummary({ status: 'interrupted' }),
        sources: [{ source: 'memory', status: 'failed', message: 'no /proc here', records: 0 }]
      })
    );
    expect(notices(node)).toEqual([
      'The cell was interrupted. This is what ran before.',
      'memory could not record: no /proc here'
    ]);
  });

  it('names the file that has the slices which the output has not', async () => {
    const overview = { ...exampleBundle().overview, partial: true, slices: 100 };
    const sidecar = {
      path: 'nb.kscope/a.kscope',
      sha256: '0'.repeat(64),
      sizeBytes: 9,
      slices: 160
    };
    const node = await render(exampleBundle({ overview, sidecar }));
    expect(notices(node)[0]).toContain('the 100 longest of 160 slices');
    const button = node.querySelector<HTMLElement>('.jp-Kernelscope-sidecar button')!;
    expect(button.textContent).toBe('Load whole profile (9 B)');
    expect(button.title).toBe('nb.kscope/a.kscope');
  });

  it('keeps order, filter and view when the same output is updated', async () => {
    const renderer = createRenderer();
    await renderer.renderModel(modelOf(exampleBundle()));
    const grid = renderer.node.querySelector('[role=grid]');
    renderer.node.querySelector<HTMLElement>('[role=columnheader]')!.click();
    const sections = [timeSection('operator', row('b', 1, 9), row('a', 1, 1))];
    await renderer.renderModel(modelOf(exampleBundle({ sections })));
    expect(renderer.node.querySelector('[role=grid]')).toBe(grid);
    expect(texts(renderer.node, '.jp-Kernelscope-nameCell')).toEqual(['a', 'b']);
  });

  it('draws a profile over the inline limit only when asked to', async () => {
    const node = await render(exampleBundle(), { inlineLimitKilobytes: 0 });
    expect(isShown(node, '[role=grid]')).toBe(false);
    node.querySelector<HTMLButtonElement>('.jp-Kernelscope-oversize button')!.click();
    await eventually(() => expect(texts(node, '.jp-Kernelscope-nameCell')).toHaveLength(5));
    expect(isShown(node, '[role=grid]')).toBe(true);
  });

  it('has every sentence translated', async () => {
    const marked = {
      ...nullTranslator,
      load: () => ({
        ...nullTranslator.load(''),
        __: (text: string) => `«${text}»`,
        _n: (text: string) => `«${text}»`
      })
    } as unknown as typeof nullTranslator;
    const renderer = createRenderer({}, marked);
    await renderer.renderModel(
      modelOf(exampleBundle({ summary: exampleSummary({ droppedSlices: 2 }) }))
    );
    const shown = texts(
      renderer.node,
      '.jp-Kernelscope-figureLabel, [role=tab], .jp-Kernelscope-columnLabel, .jp-Kernelscope-sectionCount, .jp-Kernelscope-noticeText'
    );
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter(text => !text?.startsWith('«'))).toEqual([]);
  });
});

describe('the renderer of profiles, given anything that is not a profile', () => {
  const bundle = exampleBundle();

  it('names a newer version and the cure', async () => {
    const detail = failure(await render({ ...bundle, version: 99 }));
    expect(detail).toMatch(
      /^This profile was made by another version.*version 99.*Upgrade Kernelscope/
    );
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', '<script>alert(1)</script>'],
    ['a list', []],
    ['an empty object', {}],
    ['rows that are text', { ...bundle, sections: [{ category: 'a', unit: 'bytes', rows: 'x' }] }],
    ['a row without numbers', { ...bundle, sections: [{ ...bundle.sections[0], rows: [['a']] }] }],
    ['a number that is an object', { ...bundle, summary: { ...bundle.summary, wallNs: {} } }],
    ['a name that is an object', { ...bundle, summary: { ...bundle.summary, name: {} } }],
    [
      'a hundred thousand rows',
      { ...bundle, sections: [{ ...bundle.sections[0], rows: hugeRows() }] }
    ]
  ])('says that %s is none', async (_, data) => {
    const node = await render(data, { inlineLimitKilobytes: 1e6 });
    expect(failure(node)).toMatch(/^This output is not a valid profile\. .+/);
    expect(node.querySelector('[role=alert]')).not.toBeNull();
    expect(isShown(node, '[role=grid]')).toBe(false);
    expect(node.querySelectorAll('script, img')).toHaveLength(0);
  });

  it('recovers when the output is updated with a profile', async () => {
    const renderer = createRenderer();
    await renderer.renderModel(modelOf({}));
    await renderer.renderModel(modelOf(bundle));
    expect(failure(renderer.node)).toBe('');
    expect(isShown(renderer.node, '[role=grid]')).toBe(true);
  });
});

function hugeRows(): unknown[] {
  return Array.from({ length: 100_000 }, (_, index) => row(`r${index}`, 1, 1));
}
