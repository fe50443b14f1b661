import { describe, expect, it } from 'vitest';
import type { FilterTerm } from '../../../../../extension/src/views/table/filter';
import { parseFilter } from '../../../../../extension/src/views/table/parseFilter';

/** The terms as text, in one spelling. */
function read(text: string): string[] {
  const parsed = parseFilter(text);
  if (parsed.type === 'error') throw new Error(parsed.problem);
  return parsed.filter.map(alternatives => alternatives.map(spelled).join(' or '));
}

function spelled(term: FilterTerm): string {
  const sign = term.isNegated ? 'not ' : '';
  return term.type === 'text'
    ? `${sign}${term.key} ${term.relation} ${term.text}`
    : `${sign}${term.column} ${term.relation} ${term.value} ${term.unit}`;
}

/** The problem, what it is about, and the part of the text that is marked. */
function problem(text: string): string[] {
  const parsed = parseFilter(text);
  if (parsed.type === 'filter') throw new Error('no error');
  return [parsed.problem, parsed.subject, text.slice(parsed.from, parsed.to)];
}

describe('parseFilter', () => {
  it('lets everything pass when there is no term', () => {
    expect(read('')).toEqual([]);
    expect(read('  \t ')).toEqual([]);
  });

  it('looks for plain words in names, each by itself', () => {
    expect(read('Conv  2D')).toEqual(['name contains conv', 'name contains 2d']);
  });

  it('takes | and the word or as one of the terms around them', () => {
    const either = ['name contains conv or name contains relu', 'total > 1000000 time'];
    for (const text of ['conv|relu total>1ms', 'conv | relu total>1ms', 'conv OR relu total>1ms']) {
      expect(read(text)).toEqual(either);
    }
    expect(read('a or b|-c')).toEqual([
      'name contains a or name contains b or not name contains c'
    ]);
    expect(read('total>1 ms|count>2')).toEqual(['total > 1000000 time or count > 2 none']);
    expect(read('origin "or" "a|b" floor')).toEqual(
      ['origin', 'or', 'a|b', 'floor'].map(text => `name contains ${text}`)
    );
  });

  it.each([
    ['| conv', 'nothingBefore', '|'],
    ['or', 'nothingBefore', 'or'],
    ['conv |', 'noValue', '|'],
    ['conv or or relu', 'noValue', 'or'],
    ['conv ||', 'noValue', '||']
  ])('refuses %s with %s, where a term is missing beside %s', (text, wrong, subject) => {
    expect(problem(text)).toEqual([wrong, subject, subject]);
  });

  it('takes text in quotes as it stands', () => {
    expect(read('"a b" "total>1ms"')).toEqual(['name contains a b', 'name contains total>1ms']);
    expect(read('"not closed')).toEqual(['name contains not closed']);
  });

  it('reads the terms of the description', () => {
    expect(read('name~conv total>1ms self>=5% count>10 avg<2us category=operator')).toEqual([
      'name contains conv',
      'total > 1000000 time',
      'self >= 0.05 percent',
      'count > 10 none',
      'average < 2000 time',
      'category is operator'
    ]);
  });

  it('knows every unit, whatever the case and sign of micro', () => {
    const values = (text: string) => read(text)[0].split(' ').slice(2).join(' ');
    expect(values('max<3ns')).toBe('3 time');
    expect(values('max<3us')).toBe('3000 time');
    expect(values('max<3\u00b5s')).toBe('3000 time');
    expect(values('max<3\u03bcs')).toBe('3000 time');
    expect(values('max<3S')).toBe('3000000000 time');
    expect(values('max<1.5kB')).toBe('1500 size');
    expect(values('max<2MB')).toBe('2000000 size');
    expect(values('max<2MiB')).toBe('2097152 size');
    expect(values('max<.5%')).toBe('0.005 percent');
    expect(values('max<1e3')).toBe('1000 none');
  });

  it('allows spaces around relations and before units', () => {
    expect(read('total > 1 ms conv')).toEqual(['total > 1000000 time', 'name contains conv']);
    expect(read('category = "my ops"')).toEqual(['category is my ops']);
    expect(read('count > 3 step')).toEqual(['count > 3 none', 'name contains step']);
  });

  it('turns a term round that has a minus in front', () => {
    expect(read('-conv -total>1ms -"a b"')).toEqual([
      'not name contains conv',
      'not total > 1000000 time',
      'not name contains a b'
    ]);
    expect(read('name!=add -name!=add')).toEqual(['not name is add', 'name is add']);
  });

  it('leaves a minus within a word alone', () => {
    expect(read('max-pool')).toEqual(['name contains max-pool']);
  });

  it('looks for words with relations in them when no column stands before', () => {
    expect(read('<anonymous> =>')).toEqual(['name contains <anonymous>', 'name contains =>']);
    expect(read('conv <init>')).toEqual(['name contains conv', 'name contains <init>']);
  });

  it('says which column there is not, and marks the term', () => {
    expect(problem('conv totl>1ms relu')).toEqual(['unknownColumn', 'totl', 'totl>1ms']);
    expect(problem('constructor>1')).toEqual(['unknownColumn', 'constructor', 'constructor>1']);
  });

  it('says when something is missing', () => {
    expect(problem('total>')).toEqual(['noValue', 'total>', 'total>']);
    expect(problem('conv -')).toEqual(['noValue', '-', '-']);
    expect(problem('""')).toEqual(['noValue', '""', '""']);
  });

  it('says when a relation does not suit the column', () => {
    expect(problem('name>conv')[0]).toBe('textRelation');
    expect(problem('total~1ms')[0]).toBe('numberRelation');
  });

  it('says when a value is not a number, or has no unit that fits', () => {
    expect(problem('total>fast')).toEqual(['notANumber', 'fast', 'total>fast']);
    expect(problem('total>-1')).toEqual(['notANumber', '-1', 'total>-1']);
    expect(problem('total>1parsec')).toEqual(['unknownUnit', 'parsec', 'total>1parsec']);
    expect(problem('count>1ms')).toEqual(['wrongUnit', 'count', 'count>1ms']);
    expect(problem('share>1ms')).toEqual(['wrongUnit', 'share', 'share>1ms']);
  });

  it('reads any text without hanging, to its end', () => {
    const hostile = [
      '(a+)+$',
      '-'.repeat(500),
      '"'.repeat(499),
      'a '.repeat(250),
      'max<1'.repeat(99)
    ];
    for (const text of hostile) {
      const start = performance.now();
      parseFilter(text);
      expect(performance.now() - start, text.slice(0, 20)).toBeLessThan(100);
    }
  });
});

it('knows the figures of a repeated cell', () => {
  expect(parseFilter('mean>1ms interval<=5us')).toMatchObject({
    type: 'filter',
    filter: [
      [{ column: 'meanPerRun', relation: '>', value: 1e6 }],
      [{ column: 'halfWidth', relation: '<=', value: 5e3 }]
    ]
  });
});
