import { expect, it } from 'vitest';
import { outerRows } from '../../../../src/analysis/stacks/ownFrames';
import { ANONYMOUS } from '../../../../src/model/profile/frameNames';
import { FrameKind, type Profile } from '../../../../src/model/profile/profile';
import { sampleMeta } from '../../../support/drawProfile';

const TEXT = `function find(items) {
  return items.find(item =>
    item.id === 7);
}
function each(items, call) {
  for (const item of items) call(item);
}
each([], () => 1);`;

/** The function of the innermost one of a stack, each drawn as its name and line, outermost first. */
function outerOf(
  drawn: readonly (readonly [string, number])[],
  text: string | null = TEXT
): string {
  const strings = ['', 'a.ts', ...drawn.map(([name]) => name)];
  const { length } = drawn;
  const column = new Uint32Array(length).fill(1);
  const frames = {
    length,
    name: Uint32Array.from(drawn, (_, row) => 2 + row),
    file: column,
    line: Uint32Array.from(drawn, ([, line]) => line),
    column,
    kind: Uint8Array.from(drawn, ([name]) => (name === 'map' ? FrameKind.native : FrameKind.user))
  };
  const stacks: Profile['stacks'] = {
    length,
    prefix: Int32Array.from(drawn, (_, row) => row - 1),
    frame: Uint32Array.from(drawn, (_, row) => row),
    line: new Uint32Array(length),
    isAwaited: new Uint8Array(length)
  };
  const sourceTexts = text === null ? [] : [{ file: 'a.ts', text, isClipped: false }];
  const outer = outerRows({ stacks, frames, strings, sourceTexts, meta: sampleMeta(1e9) });
  return `${drawn[outer[length - 1]][0]} ${drawn[outer[length - 1]][1]}`;
}

it('a function without a name is a part of the one around it that it is called in', () => {
  expect(
    outerOf([
      ['find', 1],
      [ANONYMOUS, 2]
    ])
  ).toBe('find 1');
  expect(
    outerOf([
      ['find', 1],
      ['map', 0],
      [ANONYMOUS, 2]
    ])
  ).toBe('find 1');
  expect(
    outerOf([
      ['find', 1],
      [ANONYMOUS, 2],
      [ANONYMOUS, 3]
    ])
  ).toBe('find 1');
});

it('a function with a name, or in another place, is one of its own', () => {
  expect(
    outerOf([
      ['find', 1],
      ['test', 2]
    ])
  ).toBe('test 2');
  expect(
    outerOf([
      ['each', 5],
      [ANONYMOUS, 8]
    ])
  ).toBe(`${ANONYMOUS} 8`);
  expect(
    outerOf(
      [
        ['find', 1],
        [ANONYMOUS, 2]
      ],
      null
    )
  ).toBe(`${ANONYMOUS} 2`);
  expect(
    outerOf(
      [
        ['find', 1],
        [ANONYMOUS, 2]
      ],
      '\n\n'
    )
  ).toBe(`${ANONYMOUS} 2`);
});
