// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { exactMilliseconds, milliseconds } from '../../../../src/formats/html/tableHtml';
import { profileHtml } from '../../../../src/formats/html/write';
import { drawProfile } from '../../../support/drawProfile';

describe('numbers in HTML', () => {
  it('have three significant digits, and all of those before the point', () => {
    const given = [
      0, 1, 540, 1234, 98_765, 9e6, 12_345_678, 999_499_999, 1_728_395_046, -50_100_000
    ];
    expect(given.map(milliseconds)).toEqual(
      '0 0.000001 0.00054 0.00123 0.0988 9.00 12.3 999 1,728 -50.1'.split(' ')
    );
    expect(exactMilliseconds(1_728_395_046)).toBe('1,728.395046 ms');
  });

  it('have all digits in the titles of their cells', () => {
    const profile = drawProfile('main |[a][bb][long one    ]', { nsPerColumn: 123_456_789 });
    const html = new DOMParser().parseFromString(profileHtml(profile), 'text/html');
    const rows = [...html.querySelectorAll('tbody tr')];
    const row = rows.find(each => each.querySelector('th')?.textContent === 'long one');
    const total = row?.querySelectorAll('td')[2];
    expect(total?.textContent).toBe('1,728');
    expect(total?.title).toBe('1,728.395046 ms');
  });
});
