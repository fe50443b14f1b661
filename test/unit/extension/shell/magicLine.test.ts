import { describe, expect, it } from 'vitest';
import {
  type SourceEdit,
  addProfileLine,
  magicStateOf,
  removeProfileLine
} from '../../../../extension/src/shell/magicLine';

const apply = (source: string, edit: SourceEdit | null): string =>
  edit ? source.slice(0, edit.start) + edit.text + source.slice(edit.end) : source;

const add = (source: string, options = ''): string =>
  apply(source, addProfileLine(source, options));
const remove = (source: string): string => apply(source, removeProfileLine(source));

describe('addProfileLine', () => {
  it('puts the magic above the cell, with the default options', () => {
    expect(add('let a = 1;')).toBe('%%profile\nlet a = 1;');
    expect(add('let a = 1;', '--memory --shapes')).toBe('%%profile --memory --shapes\nlet a = 1;');
  });

  it.each([
    '%%profile',
    '\n  %%profile -s self\nf()',
    '// note\n%%profile\nf()',
    '// %%profile\nf()'
  ])('never puts it twice: %j', source => expect(add(source)).toBe(source));

  it('leaves a cell with another magic alone', () => {
    expect(add('%%time\nf()')).toBe('%%time\nf()');
    expect(magicStateOf('%%time\nf()')).toEqual({ type: 'otherMagic', name: '%%time' });
  });

  it('sees no magic in a longer word', () => {
    expect(magicStateOf('%%profiler\nf()').type).toBe('otherMagic');
  });
});

describe('removeProfileLine', () => {
  it.each(['let a = 1;', '// note\nlet a = 1;', ''])('undoes addProfileLine: %j', source => {
    expect(remove(add(source, '--memory'))).toBe(source);
  });

  it('keeps the comments above the magic', () => {
    expect(remove('// note\n  %%profile -s self\nf()')).toBe('// note\nf()');
  });

  it('takes a Windows line break along', () => {
    expect(remove('%%profile\r\nf()')).toBe('f()');
  });

  it('takes a magic without a line after it', () => {
    expect(remove('%%profile')).toBe('');
  });

  it('changes nothing in a cell that is not profiled', () => {
    expect(remove('%%time\nf()')).toBe('%%time\nf()');
  });
});
