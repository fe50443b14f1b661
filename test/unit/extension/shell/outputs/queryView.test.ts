// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { QueryView, queryColumns } from '../../../../../extension/src/shell/outputs/queryView';
import type { QueryBundle } from '../../../../../src/formats';

const trans = nullTranslator.load('kernelscope');

const BUNDLE: QueryBundle = {
  version: 1,
  columns: [
    { name: 'name', type: 'VARCHAR' },
    { name: 'total', type: 'HUGEINT' }
  ],
  rows: [
    ['<b>a</b>', 9],
    ['b', '9007199254740993'],
    [null, 'NaN']
  ],
  rowCount: 3,
  isCut: false
};

describe('the columns of a result', () => {
  const [name, total] = queryColumns(BUNDLE, trans);

  it('stand on the right for numbers, which are ordered by their values', () => {
    expect([name.kind, total.kind]).toEqual(['name', 'number']);
    expect(BUNDLE.rows.map(total.key)).toEqual([9, 9007199254740992, null]);
    expect(BUNDLE.rows.map(name.key)).toEqual(['<b>a</b>', 'b', null]);
  });

  it('say what they are, and write NULL', () => {
    expect(total.explanation).toBe('total, of type HUGEINT');
    expect(name.cell(BUNDLE.rows[2]).text).toBe('NULL');
  });
});

describe('the view of a result', () => {
  const shown = (data: unknown): HTMLElement => {
    const view = new QueryView({ trans, language: 'en' });
    view.setData(data);
    return view.node;
  };

  it('has texts as they are, never as markup', () => {
    const node = shown(BUNDLE);
    expect(node.textContent).toContain('<b>a</b>');
    expect(node.querySelector('b')).toBeNull();
    expect(node.textContent).toContain('3 rows.');
  });

  it('says that rows are missing', () => {
    expect(shown({ ...BUNDLE, rowCount: 2000 }).textContent).toContain(
      'The first 3 of 2,000 rows.'
    );
    expect(shown({ ...BUNDLE, isCut: true }).textContent).toContain(
      'The first 3 of more than 3 rows.'
    );
    expect(shown({ ...BUNDLE, rows: [], rowCount: 0 }).textContent).toContain(
      'The query has no rows.'
    );
  });

  it('says what is wrong with data that it cannot show', () => {
    expect(shown({ ...BUNDLE, rows: [[{}, 1]] }).textContent).toMatch(
      /This result of a query cannot be shown\..*rows\[0\]/
    );
  });
});
