import { expect, expectTypeOf, test } from 'vitest';
import {
  checked,
  list,
  nullable,
  number,
  record,
  signedNumber,
  text,
  type ValueOf,
  wholeNumber,
  word,
  ProfileError
} from '../../../src/schema/schema';

const SCHEMA = record({
  name: text(5),
  length: number(),
  change: signedNumber(),
  rows: list(record({ count: wholeNumber(1), marks: list(text(2), 2) }), 3)
});
const ROW = { count: 1, marks: ['a', 'bb'] };
const VALUE = { name: 'abc', length: 0.5, change: -3, rows: [ROW] };

test('the type of a value is that of its description', () => {
  expectTypeOf<ValueOf<typeof SCHEMA>>().toEqualTypeOf<{
    readonly name: string;
    readonly length: number;
    readonly change: number;
    readonly rows: readonly { readonly count: number; readonly marks: readonly string[] }[];
  }>();
});

test('a value that fits is accepted, with whatever else it has', () => {
  expect(() => SCHEMA.check({ ...VALUE, later: true }, 'meta.x')).not.toThrow();
});

test.each([
  [null, 'meta.x is missing or not an object.'],
  [{ ...VALUE, name: 7 }, 'meta.x.name is missing or not text.'],
  [{ ...VALUE, name: 'abcdef' }, 'meta.x.name has 6 characters; at most 5 are allowed.'],
  [{ ...VALUE, length: -1 }, 'meta.x.length is -1, not a number of at least 0.'],
  [{ ...VALUE, change: NaN }, 'meta.x.change is NaN'],
  [{ ...VALUE, rows: {} }, 'meta.x.rows is missing or not a list.'],
  [{ ...VALUE, rows: [ROW, ROW, ROW, ROW] }, 'meta.x.rows has 4 entries; at most 3 are allowed.'],
  [{ ...VALUE, rows: [ROW, 1] }, 'meta.x.rows row 1 is missing or not an object.'],
  [{ ...VALUE, rows: [{ ...ROW, count: 0.5 }] }, 'meta.x.rows row 0, count, is 0.5'],
  [
    { ...VALUE, rows: [{ ...ROW, marks: ['a', 'b', 'c'] }] },
    'meta.x.rows row 0, marks, has 3 entries'
  ],
  [{ ...VALUE, rows: [{ ...ROW, marks: ['abc'] }] }, 'meta.x.rows row 0, marks row 0, has 3']
])('one that does not names its place (%#)', (value, message) => {
  expect(() => SCHEMA.check(value, 'meta.x')).toThrow(ProfileError);
  expect(() => SCHEMA.check(value, 'meta.x')).toThrow(message);
});

test('a word, what may be null, and parts that have to fit together are told by their places too', () => {
  const span = checked(
    record({ from: number(), to: nullable(number()) }),
    ({ from, to }, place) => {
      if (to !== null && to < from) throw new ProfileError(`${place} ends before it begins.`);
    }
  );
  const colours = record({ colour: word({ red: true, blue: true }), span });
  expectTypeOf<ValueOf<typeof colours>>().toEqualTypeOf<{
    readonly colour: 'red' | 'blue';
    readonly span: { readonly from: number; readonly to: number | null };
  }>();
  const check = (colour: string, from: unknown, to: unknown) => () =>
    colours.check({ colour, span: { from, to } }, 'x row 2');
  for (const to of [1, 5, null]) expect(check('red', 1, to)).not.toThrow();
  expect(check('toString', 1, 5)).toThrow('x row 2, colour, is none of red, blue.');
  expect(check('red', null, 5)).toThrow('x row 2, span, from, is null');
  expect(check('red', 5, 1)).toThrow('x row 2, span ends before it begins.');
});
