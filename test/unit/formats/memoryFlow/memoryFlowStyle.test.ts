import { describe, expect, it } from 'vitest';
import { flowColors } from '../../../../src/formats/memoryFlow/memoryFlowStyle';
import { memoryFlowSvg } from '../../../../src/formats/memoryFlow/write';
import { colorOf, SLICE_COLORS } from '../../../../src/formats/shared/picture/palette';
import { allocationProfile } from '../../../support/allocationProfile';

/** Names that all have the colour of `first` everywhere else. */
function namesLike(first: string, count: number): string[] {
  const names = [first];
  for (let at = 0; names.length < count; at++) {
    if (colorOf(`${first}${at}`) === colorOf(first)) names.push(`${first}${at}`);
  }
  return names;
}

describe('colours of a memory flow', () => {
  it('are those that names have everywhere, where they differ', () => {
    const [name, other] = ['MatMul', 'Relu'];
    const colors = flowColors([name, other]);
    expect(colorOf(name)).not.toBe(colorOf(other));
    expect([colors(name), colors(other)]).toEqual([colorOf(name), colorOf(other)]);
  });

  it('tell names of one colour apart: those that come later give way', () => {
    const [first, second] = namesLike('BatchMatMul', 2);
    const colors = flowColors([first, second]);
    const at = SLICE_COLORS.indexOf(colorOf(first));
    expect(colors(first)).toBe(SLICE_COLORS[at]);
    expect(colors(second)).toBe(SLICE_COLORS[(at + 1) % SLICE_COLORS.length]);
  });

  it('are all used once before one is used twice', () => {
    const names = namesLike('Add', 16);
    const colors = flowColors(names);
    const used = names.map(name => colors(name));
    expect(new Set(used.slice(0, SLICE_COLORS.length)).size).toBe(SLICE_COLORS.length);
    expect(new Set(used.slice(SLICE_COLORS.length)).size).toBe(16 - SLICE_COLORS.length);
  });

  it('are those from everywhere for names without a line', () => {
    const [first, second] = namesLike('Cast', 2);
    expect(flowColors([first])(second)).toBe(colorOf(second));
  });

  it('are the same in the legend and in the rectangles of a picture', () => {
    const names = ['randomUniform', 'BatchMatMul'];
    const svg = memoryFlowSvg(
      allocationProfile(
        names.map((name, at) => ({ scope: '', name, from: 0, to: 50, bytes: 4096 - at }))
      )
    );
    const classOf = (pattern: RegExp): string[] => [...svg.matchAll(pattern)].map(([, is]) => is);
    const pieces = classOf(/<rect class="(c\d)"[^>]*><title>/g);
    expect(classOf(/<rect class="(c\d)"[^>]* rx="2"/g)).toEqual(pieces);
    expect(new Set(pieces).size).toBe(2);
  });
});
