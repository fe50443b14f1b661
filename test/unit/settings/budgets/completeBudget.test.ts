import { expect, it } from 'vitest';
import { completeMagic } from '../../../../src/settings/magics/completeMagic';

/** What a line becomes with each completion at the bar. */
function results(marked: string): string[] {
  const cursor = marked.indexOf('|');
  const line = marked.replace('|', '');
  const { start, end, matches } = completeMagic(line, cursor)!;
  return matches.map(match => line.slice(0, start) + match + line.slice(end));
}

it.each([
  ['%%profile --assert "to|', ['%%profile --assert "total(']],
  [
    '%%profile --assert "total(x) < 5ms; p|',
    ['p95(', 'peak('].map(w => `%%profile --assert "total(x) < 5ms; ${w}`)
  ],
  ['%%profile --assert "peak(h|', ['%%profile --assert "peak(heap)']],
  [
    '%%profile --assert "total(f(x)) <|',
    ['<', '<='].map(w => `%%profile --assert "total(f(x)) ${w}`)
  ],
  ['%%profile --assert "wall < 5m|"', ['%%profile --assert "wall < 5ms"']],
  ['%%profile --assert="peak(rss) < 5k|', ['%%profile --assert="peak(rss) < 5kB']],
  ['%%profile --assert "gpuIdle < 5 |', ['%%profile --assert "gpuIdle < 5 %']],
  ['%%profile --assert "total(par|', []]
])('completes %s', (line, expected) => {
  expect(results(line)).toEqual(expected);
});
