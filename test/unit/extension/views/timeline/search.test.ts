import { describe, expect, it } from 'vitest';
import { createTimelineModel } from '../../../../../extension/src/views/timeline/model';
import {
  matchesOfLabel,
  matchesOfLine,
  matchesOfText,
  nextMatch
} from '../../../../../extension/src/views/timeline/search';
import { drawProfile } from '../../../../support/drawProfile';
import { objectsProfile } from '../../../../support/objectsProfile';
import { waitingProfile } from '../../../../support/waitingProfile';
import { wholeContent } from '../../shared/content/content';

const profile = drawProfile(`
  main   |[op/Conv ][op/relu][op/Conv ]
         | [x/conv]
  lane 1 |  [op/add][op/Conv ]`);
const model = createTimelineModel(wholeContent(profile));
const startsOf = (rows: Uint32Array): number[] =>
  [...rows].map(slice => profile.slices.start[slice]);

describe('matchesOfText', () => {
  it('finds names in any case and of any category', () => {
    const found = matchesOfText(model, 'CONV');
    expect(found.count).toBe(4);
    expect(startsOf(found.lit.slice)).toEqual([0, 19, 1, 10]);
  });

  it('finds runs of frames by their numbers', () => {
    const objects = createTimelineModel(wholeContent(objectsProfile()));
    expect(matchesOfText(objects, 'frame1').count).toBe(3);
    const { lit } = matchesOfText(objects, 'Frame1 #2');
    expect([...lit.slice].map(slice => objects.profile.slices.start[slice])).toEqual([12_000]);
  });

  it('finds nothing for a text that no name has', () => {
    expect(matchesOfText(model, 'nothing').count).toBe(0);
  });
});

describe('matchesOfLabel', () => {
  it('tells categories apart', () => {
    expect(matchesOfLabel(model, { category: 'op', name: 'Conv' }).count).toBe(3);
    expect(matchesOfLabel(model, { category: 'x', name: 'conv' }).count).toBe(1);
  });
});

describe('matchesOfLine', () => {
  it('finds the waits at a line, and the calls of functions that begin on it', () => {
    const waiting = createTimelineModel(wholeContent(waitingProfile()));
    const { lit } = matchesOfLine(waiting, { file: 'Cell [1]', line: 6 });
    expect([...lit.slice].map(slice => waiting.profile.slices.duration[slice])).toEqual([160e6]);
    expect(matchesOfLine(waiting, { file: 'Cell [1]', line: 20 }).count).toBe(1);
    expect(matchesOfLine(waiting, { file: 'Cell [2]', line: 6 }).count).toBe(0);
  });
});

describe('nextMatch', () => {
  const found = matchesOfText(model, 'conv');
  const walk = (from: number, step: 1 | -1): number[] => {
    const starts: number[] = [];
    for (let at = from, i = 0; i < 5; i++) {
      at = nextMatch(profile, found, at, step);
      starts.push(profile.slices.start[at]);
    }
    return starts;
  };

  it('goes through the matches in time, and around', () => {
    expect(walk(-1, 1)).toEqual([0, 1, 10, 19, 0]);
    expect(walk(-1, -1)).toEqual([19, 10, 1, 0, 19]);
  });

  it('is -1 without a match', () => {
    expect(nextMatch(profile, matchesOfText(model, 'nothing'), 0, 1)).toBe(-1);
  });
});
