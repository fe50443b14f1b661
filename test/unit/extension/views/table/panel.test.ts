// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import type { ProfileContent } from '../../../../../extension/src/shared/content/profileTab';
import { SelectionStore } from '../../../../../extension/src/shared/content/selection';
import { LAB_ICONS } from '../../../../../extension/src/shell/application/labIcons';
import { TablePanel } from '../../../../../extension/src/views/table/panel';
import { drawProfile } from '../../../../support/drawProfile';
import { flameProfile } from '../../../../support/flameProfile';
import type { BundleSection } from '../../../../../src/model/output/bundle';
import { exampleBundle, row, timeSection } from '../../exampleBundle';

const panels: TablePanel[] = [];
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const panel of panels.splice(0)) panel.dispose();
  vi.useRealTimers();
});

const DRAWING = ['main |[step     ][step    ]', '     | [conv2d]   [relu]'].join('\n');

const content = (changes: Partial<ProfileContent> = {}): ProfileContent => ({
  bundle: exampleBundle(),
  profile: drawProfile(DRAWING, { nsPerColumn: 1e6 }),
  isWhole: true,
  density: null,
  ...changes
});

function attach(store = new SelectionStore()): TablePanel {
  const trans = nullTranslator.load('kernelscope');
  const panel = new TablePanel({
    ...{ trans, icons: LAB_ICONS, store },
    formats: createNumberFormats('en')
  });
  panels.push(panel);
  Widget.attach(panel, document.body);
  return panel;
}

const all = (panel: TablePanel, selector: string): HTMLElement[] => [
  ...panel.node.querySelectorAll<HTMLElement>(selector)
];
const texts = (panel: TablePanel, part: string): string[] =>
  all(panel, `.jp-Kernelscope-${part}`).map(({ textContent }) => textContent ?? '');
const names = (panel: TablePanel): string[] => texts(panel, 'nameCell');
const settle = (): void => void vi.advanceTimersByTime(200);

function type(panel: TablePanel, text: string): void {
  const [input] = all(panel, 'input') as HTMLInputElement[];
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  settle();
}

describe('TablePanel', () => {
  it('shows the exact totals before the slices are read, and after', () => {
    const panel = attach();
    panel.setBundle(exampleBundle());
    expect(names(panel)).toEqual(['step', 'conv2d', 'add', 'relu', 'Heap']);
    panel.setContent(content());
    expect(names(panel)).toEqual(['step', 'conv2d', 'add', 'relu', 'Heap']);
    expect(texts(panel, 'tableScope')).toEqual(['']);
  });

  it('shows the totals of a window once it rests, and says which it is', () => {
    const store = new SelectionStore();
    const panel = attach(store);
    panel.setContent(content());
    const { durationNs } = content().profile.meta;
    store.zoom({ fromNs: durationNs / 2, toNs: durationNs });
    expect(names(panel)).toContain('Heap');
    settle();
    expect(names(panel).sort()).toEqual(['relu', 'step']);
    expect(texts(panel, 'tableScope')[0]).toMatch(/^Between .* and .*\.$/);
    store.zoom(null);
    settle();
    expect(names(panel)).toContain('Heap');
    expect(texts(panel, 'tableScope')).toEqual(['']);
  });

  it('says that the totals of a window are of a part when the rest is not there', () => {
    const store = new SelectionStore();
    store.zoom({ fromNs: 0, toNs: 5e6 });
    const panel = attach(store);
    panel.setContent(content({ isWhole: false }));
    expect(texts(panel, 'tableScope')[0]).toMatch(/, of the 4 longest slices in this output\.$/);
  });

  it('works nothing out while it is hidden, and catches up when shown', () => {
    const store = new SelectionStore();
    const panel = attach(store);
    panel.setContent(content());
    panel.hide();
    store.zoom({ fromNs: 1e12, toNs: 2e12 });
    settle();
    expect(names(panel)).toContain('conv2d');
    panel.show();
    expect(names(panel)).toEqual([]);
    expect(texts(panel, 'empty')).toEqual(['Nothing was recorded in the visible time range.']);
  });

  it('counts what matches the filter', () => {
    const panel = attach();
    panel.setContent(content());
    type(panel, 'category=operator total>5ms');
    expect(names(panel)).toEqual(['conv2d', 'add']);
    expect(texts(panel, 'matches')).toEqual(['2 of 5 rows']);
    type(panel, 'nothing');
    expect(texts(panel, 'empty')).toEqual(['No row matches the filter.']);
    type(panel, '');
    expect(texts(panel, 'matches')).toEqual(['']);
    expect(names(panel)).toHaveLength(5);
  });

  it('explains a filter that makes no sense, and keeps the last one that did', () => {
    const panel = attach();
    panel.setContent(content());
    type(panel, 'conv');
    type(panel, 'conv totl>1ms');
    expect(names(panel)).toEqual(['conv2d']);
    expect(texts(panel, 'filterMark')).toEqual(['totl>1ms']);
    expect(texts(panel, 'filterError')[0]).toContain('There is no column “totl”.');
    expect(all(panel, 'input')[0].getAttribute('aria-invalid')).toBe('true');
    type(panel, 'relu');
    expect(names(panel)).toEqual(['relu']);
    expect(texts(panel, 'filterError')).toEqual(['']);
  });

  it('keeps its filter when other content comes', () => {
    const panel = attach();
    panel.setBundle(exampleBundle());
    type(panel, 'relu');
    panel.setContent(content());
    expect(names(panel)).toEqual(['relu']);
  });

  it('groups the rows by category on request', () => {
    const panel = attach(new SelectionStore());
    panel.setContent(content());
    const [button] = all(panel, 'button[aria-pressed]');
    button.click();
    expect(names(panel)).toEqual(['conv2d', 'add', 'relu', 'step', 'Heap']);
    expect(all(panel, '.jp-Kernelscope-sectionName')[0].textContent).toBe('operator');
    button.click();
    expect(names(panel)).toEqual(['step', 'conv2d', 'add', 'relu', 'Heap']);
    expect(button.getAttribute('aria-pressed')).toBe('false');
  });

  it('picks a name for all views by a click on its row, and none by another', () => {
    const store = new SelectionStore();
    const panel = attach(store);
    panel.setContent(content());
    all(panel, '.jp-Kernelscope-nameCell')[1].click();
    const expected = { type: 'label', category: 'operator', name: 'conv2d' };
    expect(store.state.selection).toEqual(expected);
    expect(all(panel, '[aria-selected=true] .jp-Kernelscope-nameCell')[0].textContent).toBe(
      'conv2d'
    );
    all(panel, '.jp-Kernelscope-nameCell')[1].click();
    expect(store.state.selection).toEqual({ type: 'none' });
    expect(all(panel, '[aria-selected=true]')).toEqual([]);
  });

  it('marks the row of a slice that another view picked, without taking the focus', () => {
    const store = new SelectionStore();
    const panel = attach(store);
    panel.setContent(content());
    all(panel, 'input')[0].focus();
    store.select({ type: 'slice', slice: 0, category: 'range', name: 'step' });
    expect(all(panel, '[aria-selected=true] .jp-Kernelscope-nameCell')[0].textContent).toBe('step');
    expect(document.activeElement).toBe(all(panel, 'input')[0]);
  });

  it('says why there is nothing, and hides the controls', () => {
    const panel = attach();
    panel.setBundle(exampleBundle({ sections: [] }));
    expect(texts(panel, 'emptyTitle')).toEqual(['Nothing was timed in this run.']);
    expect(all(panel, '.jp-Kernelscope-tableToolbar')[0].classList).toContain('lm-mod-hidden');
  });

  describe('where the code names nothing but samples were taken', () => {
    const untimed = (): ProfileContent => {
      const sections: readonly BundleSection[] = [
        timeSection('gc', row('scavenge', 3, 2e6)),
        { category: 'Device Storage', unit: 'bytes', rows: [row('Memory: node/rss', 4, 48e6)] }
      ];
      return content({ bundle: exampleBundle({ sections }), profile: flameProfile() });
    };

    it('lists the functions, with the origin of their code', () => {
      const panel = attach();
      panel.setContent(untimed());
      expect(names(panel)).toContain('forward · Cell [1]:2');
      expect(names(panel)).toContain('scavenge');
      expect(names(panel).join()).not.toMatch(/garbage|rss/);
      type(panel, 'category=library');
      expect(names(panel)).toContain('runKernel · engine.js:300');
      expect(names(panel)).not.toContain('forward · Cell [1]:2');
    });

    it('shows your own code before libraries when grouped', () => {
      const panel = attach();
      panel.setContent(untimed());
      all(panel, 'button[aria-pressed]')[0].click();
      expect(texts(panel, 'sectionName').slice(0, 2)).toEqual(['your code', 'library']);
    });

    it('picks the line on which a function begins, and follows one', () => {
      const store = new SelectionStore();
      const panel = attach(store);
      panel.setContent(untimed());
      type(panel, 'forward');
      all(panel, '.jp-Kernelscope-nameCell')[0].click();
      const line = { type: 'line', file: 'Cell [1]', line: 2, costs: 'cpu' } as const;
      expect(store.state.selection).toEqual(line);
      expect(all(panel, '.jp-mod-selected')).toHaveLength(1);
      store.select({ ...line, line: 3 });
      expect(all(panel, '.jp-mod-selected')).toHaveLength(0);
    });
  });

  it('follows the store no more once disposed of, twice', () => {
    const store = new SelectionStore();
    const panel = attach(store);
    panel.setContent(content());
    panel.dispose();
    panel.dispose();
    store.zoom({ fromNs: 0, toNs: 1 });
    expect(() => vi.runAllTimers()).not.toThrow();
  });
});
