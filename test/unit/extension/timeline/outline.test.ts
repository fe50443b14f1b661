import { describe, expect, it } from 'vitest';
import { buildLaneIndex } from '../../../../src/layout';
import { outlineRows } from '../../../../extension/src/timeline/outline';
import type { OutlineRow } from '../../../../extension/src/timeline/outline';
import { drawProfile } from '../../../support/drawProfile';

const all = { fromNs: 0, toNs: 1e6 };

function outline(drawing: string, expanded: readonly string[], window = all): string[] {
  const { slices, tracks, strings, labels } = drawProfile(drawing);
  const index = buildLaneIndex(slices, tracks.length);
  const nameOf = ({ type, value }: OutlineRow): string => {
    if (type === 'track') return tracks[value].name;
    return type === 'more' ? `+${value}` : strings[labels.name[slices.label[index.slice[value]]]];
  };
  return outlineRows(index, window, new Set(expanded)).map(row => {
    const mark = row.isExpandable ? (row.isExpanded ? '-' : '+') : ' ';
    return `${' '.repeat(row.level)}${mark}${nameOf(row)} ${row.position}/${row.setSize}`;
  });
}

describe('outlineRows', () => {
  const drawing = `
    main   |[outer      ][next]
           | [a ][ b   ]
    lane 1 |    [async]`;

  it('lists the tracks, and slices inside what is expanded', () => {
    expect(outline(drawing, [])).toEqual([' +main 1/2', ' +lane 1 2/2']);
    expect(outline(drawing, ['track 0', 'slice 0'])).toEqual([
      ' -main 1/2',
      '  -outer 1/2',
      '    a 1/2',
      '    b 2/2',
      '   next 2/2',
      ' +lane 1 2/2'
    ]);
  });

  it('lists of a track what is in the window', () => {
    expect(outline(drawing, ['track 0'], { fromNs: 14, toNs: 15 })).toContain('   next 1/1');
  });

  it('says how many more there are than it lists', () => {
    const rows = outline(`main |${'[]'.repeat(250)}`, ['track 0']);
    expect(rows).toHaveLength(202);
    expect(rows[201]).toBe('   +50 201/250');
  });
});
