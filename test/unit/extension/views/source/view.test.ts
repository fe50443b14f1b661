// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../../../../src/model/profile/profile';
import { ROW_HEIGHT_PX } from '../../../../../extension/src/shared/grid/rowGridNodes';
import { SourceView, highlightLines } from '../../../../../extension/src/views/source/view';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import type { CodeHighlighter } from '../../../../../extension/src/shared/content/profileTab';
import { SelectionStore } from '../../../../../extension/src/shared/content/selection';
import { drawProfile } from '../../../../support/drawProfile';
import { deoptProfile } from '../../../../support/deoptProfile';
import { flameProfile } from '../../../../support/flameProfile';
import { gpuTraining } from '../../../../support/gpuTraining';
import { earlierCellProfile, trainingProfile } from '../../../../support/sourceProfile';
import { exampleBundle } from '../../exampleBundle';

/** Wraps every word in a span, and leaves the rest, line ends too, between them. */
const wordSpans: CodeHighlighter = {
  findByName: () => null,
  highlight: async (code, _, node) => {
    for (const part of code.split(/(\/\*[^]*?\*\/|\w+)/)) {
      if (!/\w/.test(part)) node.append(part);
      else {
        node.append(
          Object.assign(document.createElement('span'), { className: 'w', textContent: part })
        );
      }
    }
  }
};

let store: SelectionStore;
let view: SourceView;

const create = (highlighter: CodeHighlighter | null): SourceView =>
  new SourceView({
    trans: nullTranslator.load('kernelscope'),
    formats: createNumberFormats('en'),
    store,
    highlighter
  });
const settle = async (): Promise<void> => {
  MessageLoop.flush();
  await new Promise(resolve => setTimeout(resolve));
  MessageLoop.flush();
};
const show = async (profile: Profile): Promise<void> => {
  view.setContent({ bundle: exampleBundle(), profile, isWhole: true, density: null });
  await settle();
};
const grids = () => [...view.node.querySelectorAll<HTMLElement>('[role=grid]')];
const rows = () => [...grids()[0].querySelectorAll<HTMLElement>('[role=row]')].slice(1);
const textsOf = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);
const selected = () => rows().filter(row => row.getAttribute('aria-selected') === 'true');
const press = (target: HTMLElement, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const line = (file: string, number: number) => ({ type: 'line', file, line: number }) as const;

beforeEach(() => {
  store = new SelectionStore();
  view = create(null);
  Widget.attach(view, document.body);
});
afterEach(() => view.dispose());

describe('SourceView', () => {
  it('has a table of deoptimizations that picks their lines, where they were recorded', async () => {
    await show(trainingProfile());
    const before = grids().length;
    const row = { kind: 'eager', reason: 'wrong map', count: 9, firstNs: 1e6, lastNs: 2e6 };
    const rare = { ...row, function: 'sum', file: 'a.ts', line: 7, count: 1 };
    await show(deoptProfile([rare, { ...row, function: '<b>area', file: 'a.ts', line: 3 }]));
    const section = view.node.querySelector<HTMLElement>('.jp-Kernelscope-sourceFacts')!;
    const [head, ...found] = section.querySelectorAll<HTMLElement>('[role=row]');
    expect(textsOf(head)).toContain('Meaning');
    expect(textsOf(found[0]).slice(0, 3)).toEqual(['<b>area', 'a.ts:3', 'eager']);
    found[1].click();
    expect(store.state.selection).toMatchObject(line('a.ts', 7));
    await show(trainingProfile());
    expect(section.hidden).toBe(true);
    expect(before).toBe(2);
  });

  it('shows the cell line by line as text', async () => {
    await show(trainingProfile());
    expect(rows()).toHaveLength(16);
    expect(textsOf(rows()[11])[4]).toContain('<img src=x onerror=');
    expect(view.node.querySelector('img')).toBeNull();
  });

  it('has one row in the tab order and walks the others by key', async () => {
    await show(trainingProfile());
    const tabbable = () => rows().filter(row => row.tabIndex === 0);
    expect(tabbable()).toEqual([rows()[0]]);
    const [grid] = view.node.getElementsByClassName('jp-Kernelscope-rowGrid');
    Object.defineProperty(grid, 'clientHeight', { value: 12 * ROW_HEIGHT_PX });
    const walk = (...keys: readonly string[]): string | undefined => {
      for (const key of keys) press(document.activeElement as HTMLElement, key);
      return (document.activeElement as HTMLElement).dataset.row;
    };
    rows()[0].focus();
    expect(walk('ArrowDown', 'ArrowDown')).toBe('2');
    expect(tabbable()).toEqual([rows()[2]]);
    expect(walk('End', 'ArrowDown')).toBe('15');
    expect(walk('PageUp')).toBe('5');
    expect(walk('Home', 'ArrowUp')).toBe('0');
    expect(store.state.selection).toEqual({ type: 'none' });
  });

  it('selects a line for all views by click, Enter and Space', async () => {
    await show(trainingProfile());
    rows()[4].click();
    expect(store.state.selection).toEqual(line('Cell [5]', 5));
    press(rows()[4], 'ArrowUp');
    press(rows()[3], 'Enter');
    expect(store.state.selection).toEqual(line('Cell [5]', 4));
    press(rows()[3], 'ArrowUp');
    press(rows()[2], ' ');
    await settle();
    expect(store.state.selection).toEqual(line('Cell [5]', 3));
    expect(selected()).toEqual([rows()[2]]);
  });

  it('goes to the file of a line that another view selects', async () => {
    await show(trainingProfile());
    store.select(line('helpers.ts', 118));
    await settle();
    expect(selected().map(row => textsOf(row)[0])).toEqual(['helpers.ts:118']);
    expect(view.node.querySelector('select')?.value).toBe('helpers.ts');
  });

  it('stays where it is when the line is of a file that nobody sampled', async () => {
    await show(trainingProfile());
    store.select(line('elsewhere.ts', 1));
    await settle();
    expect(rows()).toHaveLength(16);
    expect(selected()).toEqual([]);
  });

  it('shows the file that is picked, hottest line first', async () => {
    await show(trainingProfile());
    const picker = view.node.querySelector('select')!;
    picker.value = picker.options[0].value;
    picker.dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect(rows().map(row => textsOf(row)[0])).toEqual(['Conv2D.js:40', 'Conv2D.js:41']);
  });

  it('shows other costs where they were recorded, and keeps the choice', async () => {
    await show(flameProfile());
    const kinds = () => view.node.querySelector<HTMLSelectElement>('[data-choice=kind]')!;
    expect([...kinds().options].map(({ text }) => text)).toEqual([
      'CPU',
      'Allocations',
      'Operators'
    ]);
    kinds().value = 'operators';
    kinds().focus();
    kinds().dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect(document.activeElement).toBe(kinds());
    expect(textsOf(rows()[2]).slice(0, 4)).toEqual(['3', '50.0 %', '50.0 %', '21 ms']);
    await show(flameProfile());
    expect(kinds().value).toBe('operators');
    await show(trainingProfile());
    expect(kinds()).toBeNull();
  });

  it('opens the earlier cell that a cold profiled cell calls, with its text', async () => {
    await show(earlierCellProfile());
    expect(rows()).toHaveLength(7);
    expect(textsOf(rows()[3])).toEqual([
      '4',
      '52.0 %',
      '90.0 %',
      '900 ms',
      '    value = descend(value, 0.1);'
    ]);
    const picker = view.node.querySelector('select')!;
    expect([...picker.options].map(({ text }) => text)).toEqual([
      'Cell [4] — self 61.0 %, total 99.0 %',
      'model.ts — self 38.0 %, total 38.0 %',
      'Cell [6] — self 0.0 %, total 99.0 %'
    ]);
    picker.value = 'Cell [6]';
    picker.dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect(textsOf(rows()[1])[4]).toBe('await train(centre);');
  });

  it('leads from a function to its line', async () => {
    await show(trainingProfile());
    const step = [...grids()[1].querySelectorAll<HTMLElement>('[role=row]')].find(row =>
      row.textContent.startsWith('step')
    )!;
    step.click();
    expect(store.state.selection).toEqual(line('Cell [5]', 1));
  });

  it('does nothing while hidden, and catches up when shown', async () => {
    view.hide();
    await show(trainingProfile());
    expect(rows()).toHaveLength(0);
    view.show();
    await settle();
    expect(rows()).toHaveLength(16);
  });

  it('has a sentence in place of grids when nothing was sampled', async () => {
    await show(drawProfile('main |[cell]'));
    expect(view.node.querySelector('[role=status]')?.textContent).toContain('%%profile --cpu');
    expect(grids()[0].closest('[hidden]')).not.toBeNull();
  });

  it('colours the text of the cell where the language is there', async () => {
    view.dispose();
    view = create(wordSpans);
    Widget.attach(view, document.body);
    await show(trainingProfile());
    const code = rows()[4].lastElementChild!;
    expect(code.textContent).toBe('  const loss = tf.tidy(() => {');
    expect([...code.querySelectorAll('.w')].map(({ textContent }) => textContent)).toEqual([
      'const',
      'loss',
      'tf',
      'tidy'
    ]);
  });

  it('keeps plain text when the language cannot be loaded', async () => {
    view.dispose();
    view = create({ findByName: () => null, highlight: () => Promise.reject(new Error('404')) });
    Widget.attach(view, document.body);
    await show(trainingProfile());
    expect(textsOf(rows()[4])[4]).toBe('  const loss = tf.tidy(() => {');
  });
});

describe('highlightLines', () => {
  it('splits tokens that go over several lines', async () => {
    const lines = await highlightLines('a /* b\nc */\n\nd', wordSpans);
    const texts = lines.map(nodes => nodes.map(({ textContent }) => textContent).join(''));
    expect(texts).toEqual(['a /* b', 'c */', '', 'd']);
    expect(lines[1][0]).toBeInstanceOf(HTMLSpanElement);
  });

  it('puts what GPUs did for a line beside its other costs, and alone on demand', async () => {
    const heads = () =>
      [...grids()[0].querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent);
    await show(gpuTraining({ steps: 10 }));
    expect(heads()).toEqual(['Line', 'Self', 'Total', 'Time', 'GPU', 'Source']);
    expect(textsOf(rows()[3]).slice(1, 5)).toEqual(['7.3 %', '7.3 %', '800 µs', '24.2 %']);
    expect(textsOf(rows()[0]).slice(1, 5)).toEqual(['', '', '', '']);
    const kinds = view.node.querySelector<HTMLSelectElement>('[data-choice=kind]')!;
    expect([...kinds.options].map(({ textContent }) => textContent)).toEqual(['Operators', 'GPU']);
    kinds.value = 'gpu';
    kinds.dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect(heads()).toEqual(['Line', 'Self', 'Total', 'GPU time', 'Source']);
    expect(textsOf(rows()[3]).slice(1, 4)).toEqual(['24.2 %', '24.2 %', '2.66 ms']);
    const functions = [...grids()[1].querySelectorAll('[data-row]')].map(
      ({ textContent }) => textContent
    );
    expect(functions[0]).toMatch(/^void cutlass.*23\.6 %/);
  });
});
