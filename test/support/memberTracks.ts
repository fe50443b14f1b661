import type { Profile } from '../../src/model/profile/profile';

/** The names of the slices of each track that has some, but messages; lanes by their group. */
export function namesByTrack(profile: Profile): Record<string, string[]> {
  const { slices, labels, strings, tracks } = profile;
  const names: Record<string, string[]> = {};
  for (let row = 0; row < slices.length; row++) {
    const track = tracks[slices.track[row]].name.replace(/ \d+$/, match =>
      tracks[slices.track[row]].kind === 'asyncLane' ? '' : match
    );
    const name = strings[labels.name[slices.label[row]]];
    if (name === 'postMessage' || name === 'onmessage') continue;
    (names[track] ??= []).push(name);
  }
  for (const list of Object.values(names)) list.sort();
  return names;
}
