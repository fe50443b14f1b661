import { describe, expect, test } from 'vitest';
import { encodeChromeTrace } from '../../../../src/formats/chrome/write';
import { EVENT_CATEGORY } from '../../../../src/model/profile/categories';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { objectsProfile } from '../../../support/objectsProfile';
import { exampleMeta } from '../../../support/richProfile';

type ChromeEvent = Readonly<Record<'ph' | 'name', string>> & Readonly<Record<string, unknown>>;

function eventsOf(profile: Profile): ChromeEvent[] {
  const text = new TextDecoder().decode(encodeChromeTrace(profile));
  const { traceEvents } = JSON.parse(text) as { readonly traceEvents: ChromeEvent[] };
  return traceEvents.filter(({ ph }) => ph !== 'M');
}

/** Phases and names of the events of slices drawn as name, category, start and duration. */
function phasesOf(...slices: readonly (readonly [string, string, number, number])[]): string[] {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  for (const [name, category, start, duration] of slices) {
    builder.addSlice({ name, category, start, duration, track });
  }
  return eventsOf(builder.build(exampleMeta(100))).map(({ ph, name }) => `${ph} ${name}`);
}

describe('slices of the category event', () => {
  test('are pairs on their thread, in the order of time among complete events', () => {
    const phases = phasesOf(
      ['outer', EVENT_CATEGORY, 0, 50],
      ['op', 'operator', 5, 20],
      ['inner', EVENT_CATEGORY, 10, 10],
      ['later', EVENT_CATEGORY, 50, 10]
    );
    expect(phases).toEqual([
      ...['B outer', 'X op', 'B inner', 'E inner', 'E outer', 'B later', 'E later']
    ]);
  });

  test('are complete where readers could not tell the order of begin and end', () => {
    const phases = phasesOf(
      ['no time', EVENT_CATEGORY, 0, 0],
      ['around', EVENT_CATEGORY, 10, 20],
      ['at once', 'operator', 10, 5],
      ['in it at once', EVENT_CATEGORY, 10, 3]
    );
    expect(phases).toEqual([
      'X no time',
      'X around',
      'X at once',
      'B in it at once',
      'E in it at once'
    ]);
  });

  test('become async events where they end after the slice in which they begin', () => {
    const phases = phasesOf(['op', 'operator', 0, 10], ['late', EVENT_CATEGORY, 5, 10]);
    expect(phases).toEqual(['X op', 'b late', 'e late']);
  });
});

describe('the Chrome JSON of tasks, frames, events and markers', () => {
  const events = eventsOf(objectsProfile());

  test('has the number of each run in the name of a frame, at begin and end', () => {
    const frames = events.filter(({ cat }) => cat === 'training,frame');
    expect(frames.map(({ ph, name }) => `${ph} ${name}`)).toEqual([
      ...['b frame1 #1', 'e frame1 #1', 'b frame1 #2', 'e frame1 #2', 'b frame1 #3', 'e frame1 #3']
    ]);
  });

  test('has the scope of each marker, as argument where no letter stands for it', () => {
    const marks = events.filter(({ ph }) => ph === 'i');
    expect(marks.map(({ name, s, args }) => [name, s, args])).toEqual([
      ['mark thread', 't', undefined],
      ['mark process', 'p', undefined],
      ['mark global', 'g', undefined],
      ['mark task', 't', { scope: 'task' }],
      ['mark marker', 't', { scope: 'marker' }],
      ['mark lane', 'p', { scope: 'marker' }]
    ]);
  });

  test('has small numbers for async lanes', () => {
    const ids = events.filter(({ id2 }) => id2 !== undefined).map(({ id2 }) => id2);
    expect(new Set(ids.map(id => JSON.stringify(id)))).toEqual(
      new Set(['{"local":"0x1"}', '{"local":"0x2"}'])
    );
  });
});
