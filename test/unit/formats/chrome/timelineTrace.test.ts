import { expect, it } from 'vitest';
import { encodeTimelineTrace } from '../../../../src/formats/chrome/timelineTrace';
import type { Profile } from '../../../../src/model/profile/profile';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { exampleMeta, richProfile } from '../../../support/richProfile';
import { objectsProfile } from '../../../support/objectsProfile';
import { sampledProfile } from '../../../support/sampledProfile';
import { type TimelineEvent, eventsOf, expectTimelineRules } from '../../../support/timelineRules';

function encoded(profile: Profile, metadata?: ReadonlyMap<string, string>): TimelineEvent[] {
  return eventsOf(new TextDecoder().decode(encodeTimelineTrace(profile, metadata)));
}

/** A profile of slices drawn as name, category, start and duration, on one thread. */
function drawn(...slices: readonly (readonly [string, string, number, number])[]): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  for (const [name, category, start, duration] of slices) {
    builder.addSlice({ name, category, start, duration, track });
  }
  return builder.build(exampleMeta(1000));
}

const phases = (profile: Profile): string[] =>
  encoded(profile)
    .filter(({ ph }) => ph !== 'M')
    .map(({ ph, name }) => `${ph} ${name}`);

it.each([
  ['counters, flows, lanes and moments', richProfile(300)],
  ['tasks, frames and markers', objectsProfile()],
  ['samples', sampledProfile({ samples: 60, names: ['train', 'matMul'] })]
])('has times that never fall on a thread: %s', (_, profile) => {
  expectTimelineRules(encoded(profile), []);
});

it('has a range as a pair of begin and end, and operators as complete events', () => {
  const profile = drawn(['my_scope', 'range', 0, 50], ['matMul', 'operator', 5, 20]);
  expect(phases(profile)).toEqual(['B my_scope', 'X matMul', 'E my_scope']);
});

it('has a range twice also where readers could not tell its begin from what is around it', () => {
  const profiles = [
    drawn(['my_scope', 'range', 10, 0]),
    drawn(['my_scope', 'range', 10, 50], ['matMul', 'operator', 10, 20]),
    drawn(['my_scope', 'range', 10, 50], ['my_scope', 'range', 10, 50]),
    drawn(['outer', 'operator', 0, 30], ['my_scope', 'range', 10, 50])
  ];
  for (const profile of profiles) expectTimelineRules(encoded(profile), ['my_scope']);
});

it('keeps names that look like times apart from times', () => {
  const profile = drawn(['"ts":99,', 'range', 700, 10], ['},\n{"ts":1', 'range', 500, 10]);
  const events = encoded(profile).filter(({ ts }) => ts !== undefined);
  expect(events.map(({ ts }) => ts)).toEqual([0.5, 0.51, 0.7, 0.71]);
});

it('has the metadata as keys of its own, and is valid without any event', () => {
  const text = new TextDecoder().decode(
    encodeTimelineTrace(new ProfileBuilder().build(exampleMeta(5)), new Map([['who', '"me"']]))
  );
  expect(JSON.parse(text)).toMatchObject({ who: 'me', traceEvents: [] });
});
