import { describe, expect, it } from 'vitest';
import {
  type OutlineRow,
  outlineRows
} from '../../../../../extension/src/views/timeline/outlineView';
import type { Profile } from '../../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../../src/model/build/profileBuilder';
import { createTimelineModel } from '../../../../../extension/src/views/timeline/model';
import { drawProfile } from '../../../../support/drawProfile';
import { objectsProfile } from '../../../../support/objectsProfile';
import { exampleMeta } from '../../../../support/richProfile';
import { wholeContent } from '../../shared/content/content';

const all = { fromNs: 0, toNs: 1e6 };

function outline(drawing: string, expanded: readonly string[], window = all): string[] {
  return outlineOf(drawProfile(drawing), expanded, window);
}

function outlineOf(profile: Profile, expanded: readonly string[], window = all): string[] {
  const { slices, tracks, strings, labels, instants } = profile;
  const model = createTimelineModel(wholeContent(profile));
  const nameOf = ({ type, value }: OutlineRow): string => {
    if (type === 'track') return tracks[value].name;
    if (type === 'instant') return strings[labels.name[instants.label[value]]];
    if (type === 'instants') return `${value} instants`;
    if (type === 'more') return `+${value}`;
    return strings[labels.name[slices.label[model.index.slice[value]]]];
  };
  return outlineRows(model, window, new Set(expanded)).map(row => {
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

  it('lists the instants of a track in the window before its slices', () => {
    const window = { fromNs: 6500, toNs: 8000 };
    const rows = outlineOf(objectsProfile(), ['track 1', 'instants 1'], window);
    expect(rows.slice(0, 5)).toEqual([
      ' -main thread 1/4',
      '  -2 instants 1/2',
      '    mark global 1/2',
      '    mark task 2/2',
      '  +matMul 2/2'
    ]);
  });

  it('lists a track that has instants alone', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    for (let at = 0; at < 203; at++) builder.addInstant('mark', 'x', at, track);
    const rows = outlineOf(builder.build(exampleMeta(300)), ['track 0', 'instants 0']);
    expect(rows).toHaveLength(203);
    expect(rows.slice(0, 3)).toEqual([' -main 1/1', '  -203 instants 1/1', '    mark 1/203']);
    expect(rows[202]).toBe('    +3 201/203');
  });

  it('says how many more there are than it lists', () => {
    const rows = outline(`main |${'[]'.repeat(250)}`, ['track 0']);
    expect(rows).toHaveLength(202);
    expect(rows[201]).toBe('   +50 201/250');
  });
});
