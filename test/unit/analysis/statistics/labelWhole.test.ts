import { expect, it } from 'vitest';
import { labelWhole } from '../../../../src/analysis';
import { profileHtml } from '../../../../src/formats';
import { drawProfile } from '../../../support/drawProfile';

it('is the stretch on show while no name has more', () => {
  const times = ['fetch', 'parse', 'store'].map(category => ({ category, selfNs: 8 }));
  expect(labelWhole(times, 10)).toBe(10);
  expect(labelWhole([], 10)).toBe(10);
});

it('is what all threads took together where a name has more, without what is counted apart', () => {
  const times = [
    { category: 'operator', selfNs: 30 },
    { category: 'range', selfNs: 6 },
    { category: 'repetition', selfNs: 10 },
    { category: 'gc', selfNs: 9 }
  ];
  expect(labelWhole(times, 10)).toBe(36);
  expect(labelWhole([...times, { category: 'repetition', selfNs: 90 }], 10)).toBe(100);
});

it('leaves no share above 100 % in HTML, and says what shares are of', () => {
  const profile = drawProfile(
    'main     |[load      ]\nworker a |[load      ]\nworker b |[load      ][rest    ]',
    { nsPerColumn: 1e6 }
  );
  const html = profileHtml(profile);
  const shares = [...html.matchAll(/>(\d+\.\d)\u00a0%</g)].map(([, share]) => Number(share));
  expect(Math.max(...shares)).toBeLessThanOrEqual(100);
  expect(html).toContain('>Self / all threads<');
  expect(html).toMatch(/title="36 ms \/ 46 ms">78\.3/);
});
