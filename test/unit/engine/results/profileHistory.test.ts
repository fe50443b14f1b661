import { describe, expect, it } from 'vitest';
import { RecordedProfile } from '../../../../src/engine/results/recordedProfile';
import {
  MAX_PROFILE_BYTES,
  MAX_PROFILES,
  ProfileHistory
} from '../../../../src/engine/results/profileHistory';
import { Recorder } from '../../../../src/record/recorder';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow } from '../../../support/recording';

function finished(name: string, slices = 0): RecordedProfile {
  const recorder = new Recorder({ clock: new FakeClock().now });
  const profile = finishWindow(recorder, recorder.openWindow());
  const column = new Float64Array(slices);
  const meta = { ...profile.meta, name, id: `id of ${name}` };
  return new RecordedProfile({ ...profile, meta, slices: { ...profile.slices, start: column } });
}

describe('ProfileHistory', () => {
  it('finds the newest profile of a name, and any by its id', () => {
    const history = new ProfileHistory();
    const [old, other, fresh] = [finished('a'), finished('b'), finished('a')];
    for (const one of [old, other, fresh]) history.add(one);
    expect(history.get('a')).toBe(fresh);
    expect(history.get('id of b')).toBe(other);
    expect(history.last).toBe(fresh);
    expect(history.get('c')).toBeUndefined();
  });

  it('keeps the last profiles up to its number', () => {
    const history = new ProfileHistory();
    for (let index = 0; index < MAX_PROFILES + 3; index++) history.add(finished(`p${index}`));
    expect(history.list().map(({ name }) => name)[0]).toBe('p3');
    expect(history.list()).toHaveLength(MAX_PROFILES);
  });

  it('lets older profiles go when they take too much memory, but never the newest', () => {
    const history = new ProfileHistory();
    const half = MAX_PROFILE_BYTES / 8 / 2 + 1;
    history.add(finished('first', half));
    history.add(finished('second', half));
    expect(history.list().map(({ name }) => name)).toEqual(['second']);
    history.add(finished('huge', 3 * half));
    expect(history.list().map(({ name }) => name)).toEqual(['huge']);
  });
});
