import { expect, it } from 'vitest';
import { growthPlot } from '../../bench/growth/growthPlot';

const numbers = (text: string): readonly number[] => (text.match(/[\d.]+/g) ?? []).map(Number);

/** The places of the points of each panel, and the height of its limit. */
function drawn(
  svg: string
): readonly { points: readonly (readonly number[])[]; limit: number | null }[] {
  return svg
    .split('<g ')
    .slice(1)
    .map(panel => {
      const circles = panel.match(/<circle cx="[\d.]+" cy="[\d.]+"/g) ?? [];
      const broken = /d="([^"]+)"[^>]+stroke-dasharray/.exec(panel);
      return { points: circles.map(numbers), limit: broken ? numbers(broken[1])[1] : null };
    });
}

it('draws what grows by the same factor as a straight line, from left to right and upwards', () => {
  const panels = [{ title: 'CPU time', values: [0.5, 4, 32, 256], limit: null }];
  const [{ points, limit }] = drawn(growthPlot('ranks', [8, 64, 512, 4096], panels));
  const steps = points.slice(1).map(([x, y], at) => [x - points[at][0], points[at][1] - y]);
  for (const [right, up] of steps) {
    expect(right).toBeGreaterThan(50);
    expect(right).toBeCloseTo(steps[0][0], 0);
    expect(up).toBeGreaterThan(30);
    expect(up).toBeCloseTo(steps[0][1], 0);
  }
  expect(limit).toBeNull();
});

it('draws the limit among the values, and each value as text', () => {
  const values = [100, 200, 300, 500];
  const panels = [
    { title: 'one', values: [1, 2, 3, 4], limit: null },
    { title: 'two', values, limit: 400 }
  ];
  const svg = growthPlot('ranks', [1, 10, 100, 1000], panels);
  const [, { points, limit }] = drawn(svg);
  expect(limit).toBeGreaterThan(points[3][1]);
  expect(limit).toBeLessThan(points[2][1]);
  for (const text of ['300', 'limit 400', 'two', '1,000']) expect(svg).toContain(`>${text}<`);
});
