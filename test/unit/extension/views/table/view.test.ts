// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { afterEach, describe, expect, it } from 'vitest';
import type { BundleSection } from '../../../../../src/model/output/bundle';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { ColumnChoice } from '../../../../../extension/src/views/table/columnChoice';
import { GridLayout } from '../../../../../extension/src/views/table/gridLayout';
import { columnsFor } from '../../../../../extension/src/views/table/model';
import { TableView } from '../../../../../extension/src/views/table/view';
import { gpuRow, row, timeSection, withWaiting } from '../../exampleBundle';

const operators = timeSection(
  'operator',
  row('add', 10, 9e6),
  row('conv2d', 50, 80e6, 60e6),
  row('relu', 60, 4e6)
);

const views: TableView[] = [];

function attach(
  sections: readonly BundleSection[],
  wallNs = 100e6,
  choice = new ColumnChoice(null)
): TableView {
  const formats = createNumberFormats('en');
  const view = new TableView({
    kind: 'time',
    label: 'Times',
    formats,
    trans: nullTranslator.load('kernelscope'),
    layout: new GridLayout({ formats, choice })
  });
  views.push(view);
  view.setContent({ sections, wallNs });
  Widget.attach(view, document.body);
  return view;
}

afterEach(() => {
  for (const view of views.splice(0)) view.dispose();
});

const all = ({ node }: TableView, selector: string): HTMLElement[] => [
  ...node.querySelectorAll<HTMLElement>(selector)
];
const names = (view: TableView) => all(view, '.jp-Kernelscope-nameCell').map(textOf);
const textOf = (node: Element | null) => node?.textContent ?? '';
const header = (view: TableView, label: string) =>
  all(view, '[role=columnheader]').find(node => textOf(node).startsWith(label))!;
const press = (key: string, options: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
  document.activeElement!.dispatchEvent(event);
  return event;
};

describe('TableView', () => {
  it('says in the title of a name what the profiler knows it to do', () => {
    const view = attach([timeSection('API', row('waitAll', 1, 1e6), row('mine', 1, 1e6))]);
    const titles = all(view, '.jp-Kernelscope-nameCell').map(({ title }) => title);
    expect(titles).toContain('mine\nAPI');
    expect(titles.join()).toContain('waitAll\nWaits for all asynchronous operators');
  });

  it('shows the columns of dumps, self, share and percentiles', () => {
    const labels = all(attach([operators]), '.jp-Kernelscope-columnLabel').map(textOf);
    expect(labels).toEqual([
      'Name',
      'Total Count',
      'Time (ms)',
      'Self (ms)',
      'Total share',
      'Min (ms)',
      'Max (ms)',
      'Avg (ms)',
      'p50 (ms)',
      'p95 (ms)',
      'p99 (ms)'
    ]);
  });

  it('leaves out the columns that nobody wants to see, until they are wanted again', () => {
    const choice = new ColumnChoice(null);
    const view = attach([operators], 100e6, choice);
    choice.hide('count');
    expect(all(view, '.jp-Kernelscope-columnLabel').map(textOf).slice(0, 2)).toEqual([
      'Name',
      'Time (ms)'
    ]);
    expect(all(view, '.jp-Kernelscope-row')[0].children[1].textContent).toBe('80.0');
    expect(view.node.getAttribute('aria-colcount')).toBe('10');
    choice.show(['count']);
    expect(view.columns).toEqual(columnsFor('time', []));
  });

  it('shows the greatest time on top, below the heading of its section', () => {
    const view = attach([operators]);
    expect(all(view, '.jp-Kernelscope-sectionRow').map(textOf)).toEqual(['operator3 names']);
    const cells = all(view, '.jp-Kernelscope-row')[0].children;
    const texts = ['conv2d', '50', '80.0', '60.0', '80.0 %', '0.800', '3.20'];
    texts.push('1.60', '1.60', '1.60', '1.60');
    expect([...cells].map(textOf)).toEqual(texts);
  });

  it.each([
    ['Time', 'Total share', 2],
    ['Self', 'Self share', 3],
    ['GPU', 'GPU share', 12],
    ['Waiting', 'Wait share', 13]
  ])(
    'has shares of the column that orders the rows, or did so last: %s',
    (heading, label, cell) => {
      const launching = withWaiting(gpuRow('a', 30e6, row('a', 2, 50e6, 20e6)), 10e6);
      const threads = withWaiting(gpuRow('b', 15e6, row('b', 2, 400e6, 5e6)), 40e6);
      const section = timeSection('operator', launching, threads);
      const view = attach([section]);
      const shares = (): string[] => all(view, '.jp-Kernelscope-shareCell').map(textOf);
      if (heading !== 'Time') header(view, heading).click();
      const values = [launching, threads].map(each => Number(each[cell]));
      const wholeNs = Math.max(100e6, ...values);
      const percents = values.map(value => `${((100 * value) / wholeNs).toFixed(1)} %`);
      expect(shares()).toEqual(values[0] > values[1] ? percents : percents.reverse());
      expect(header(view, label)).toBeDefined();
      const before = shares();
      header(view, label).click();
      expect(shares()).toEqual(before);
      header(view, 'Total Count').click();
      expect(new Set(shares())).toEqual(new Set(before));
    }
  );

  it('is an ARIA grid that counts all its rows, columns and cells', () => {
    const view = attach([operators]);
    const grid = view.node;
    expect(grid.getAttribute('role')).toBe('grid');
    expect(grid.getAttribute('aria-label')).toBe('Times');
    expect(grid.getAttribute('aria-rowcount')).toBe('5');
    expect(grid.getAttribute('aria-colcount')).toBe('11');
    const rows = all(view, '[role=row]');
    expect(rows.map(node => node.getAttribute('aria-rowindex'))).toEqual(['1', '2', '3', '4', '5']);
    expect(rows.every(node => node.parentElement?.getAttribute('role') === 'rowgroup')).toBe(true);
    expect(all(view, '[role=gridcell]')).toHaveLength(3 * 10);
  });

  it('sorts by a click on a header, and reverses by another', () => {
    const view = attach([operators]);
    header(view, 'Name').click();
    expect(names(view)).toEqual(['add', 'conv2d', 'relu']);
    expect(header(view, 'Name').getAttribute('aria-sort')).toBe('ascending');
    expect(header(view, 'Time').getAttribute('aria-sort')).toBe('none');
    header(view, 'Name').click();
    expect(names(view)).toEqual(['relu', 'conv2d', 'add']);
    expect(header(view, 'Name').getAttribute('aria-sort')).toBe('descending');
  });

  it('sorts by Enter and Space on a header that the arrow keys reached', () => {
    const view = attach([operators]);
    header(view, 'Name').focus();
    press('ArrowRight');
    expect(document.activeElement).toBe(header(view, 'Total Count'));
    expect(press('Enter').defaultPrevented).toBe(true);
    expect(names(view)).toEqual(['relu', 'conv2d', 'add']);
    press(' ');
    expect(names(view)).toEqual(['add', 'conv2d', 'relu']);
    expect(document.activeElement).toBe(header(view, 'Total Count'));
  });

  it('has one tab stop, which moves with the focus', () => {
    const view = attach([operators]);
    expect(all(view, '[tabindex="0"]')).toEqual([header(view, 'Name')]);
    header(view, 'Name').focus();
    press('ArrowDown');
    press('ArrowDown');
    expect(textOf(document.activeElement)).toBe('conv2d');
    expect(all(view, '[tabindex="0"]')).toEqual([document.activeElement]);
  });

  it('leaves keys that it does not use to the page', () => {
    header(attach([operators]), 'Name').focus();
    expect(press('Tab').defaultPrevented).toBe(false);
    expect(press('s').defaultPrevented).toBe(false);
  });

  it('keeps a bounded number of rows in the document', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => row(`r${index}`, 1, index));
    const view = attach([timeSection('operator', ...many)]);
    expect(view.lines).toHaveLength(10_001);
    expect(view.node.getAttribute('aria-rowcount')).toBe('10002');
    expect(all(view, '[role=row]').length).toBeLessThan(60);
  });

  it('reaches the last of 10,000 rows by key, and the first again', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => row(`r${index}`, 1, index));
    const view = attach([timeSection('operator', ...many)]);
    header(view, 'Name').focus();
    press('End', { ctrlKey: true });
    expect(textOf(document.activeElement!.parentElement!.firstElementChild)).toBe('r0');
    press('Home', { ctrlKey: true });
    expect(document.activeElement).toBe(header(view, 'Name'));
  });

  it('tells which row was clicked, or had Enter or Space pressed on it', () => {
    const view = attach([operators]);
    const picked: string[] = [];
    view.picked.connect((_, { category, name }) => picked.push(`${category}/${name}`));
    all(view, '.jp-Kernelscope-numberCell')[0].click();
    press('ArrowDown');
    expect(press('Enter').defaultPrevented).toBe(true);
    press('ArrowDown');
    expect(press(' ').defaultPrevented).toBe(true);
    all(view, '.jp-Kernelscope-sectionCell')[0].click();
    expect(picked).toEqual(['operator/conv2d', 'operator/add', 'operator/relu']);
  });

  it('marks the selected row, whichever has the focus', () => {
    const view = attach([operators]);
    header(view, 'Name').focus();
    view.select({ category: 'operator', name: 'add' });
    const marks = all(view, '.jp-Kernelscope-row').map(node => node.getAttribute('aria-selected'));
    expect(marks).toEqual(['false', 'true', 'false']);
    expect(document.activeElement).toBe(header(view, 'Name'));
    view.select({ category: 'range', name: 'add' });
    expect(all(view, '[aria-selected=true]')).toEqual([]);
  });

  it('wants the selected row copied on Ctrl+C, and all lines without one', () => {
    const view = attach([operators]);
    const copied: number[] = [];
    view.copyWanted.connect((_, lines) => copied.push(lines.length));
    header(view, 'Name').focus();
    press('c', { ctrlKey: true });
    view.select({ category: 'operator', name: 'add' });
    press('c', { metaKey: true });
    expect(copied).toEqual([4, 1]);
  });

  it('shows only rows that pass the filter', () => {
    const view = attach([operators]);
    view.setFilter([
      [{ type: 'text', key: 'name', relation: 'contains', text: 'con', isNegated: true }]
    ]);
    expect(names(view)).toEqual(['add', 'relu']);
    expect(view.node.getAttribute('aria-rowcount')).toBe('4');
  });

  it('keeps its order when the content changes', () => {
    const view = attach([operators]);
    header(view, 'Name').click();
    view.setContent({ sections: [timeSection('o', row('z', 1, 9), row('y', 1, 1))], wallNs: 10 });
    expect(names(view)).toEqual(['y', 'z']);
  });

  it('shows names as text, whatever is in them', () => {
    const name = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
    const view = attach([timeSection('<b>x</b>', row(name, 1, 1))]);
    expect(names(view)).toEqual([name]);
    expect(all(view, 'img, script, b')).toEqual([]);
  });

  it('shows a share of 0 when the run took no time, and none of more than all', () => {
    const shares = (wallNs: number) =>
      all(attach([timeSection('o', row('a', 1, 500))], wallNs), '.jp-Kernelscope-shareCell').map(
        node => [textOf(node), node.style.getPropertyValue('--jp-kernelscope-share')]
      );
    expect(shares(0)).toEqual([['0.0 %', '0']]);
    expect(shares(100)).toEqual([['100.0 %', '1']]);
  });

  it('can be disposed of twice and listens no more', () => {
    const view = attach([operators]);
    const name = header(view, 'Name');
    view.dispose();
    view.dispose();
    name.click();
    expect(name.getAttribute('aria-sort')).toBe('none');
  });
});
