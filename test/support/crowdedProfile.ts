import { type Profile, ProfileBuilder } from 'kernelscope/model';
import { sampleMeta } from './drawProfile';
import { type Random, seededRandom } from './random';

const TRACKS = ['main thread', 'worker 1', 'worker 2', 'worker 3'];
const NAMES = 200;
const DEEPEST = 8;
const MOST_CHILDREN = 12;

/**
 * A profile of `length` slices on four tracks, the same for every call: trees up to eight slices
 * deep with 200 names, whose durations reach over six orders of magnitude. For sizes and speeds.
 */
export function crowdedProfile(length: number): Profile {
  const builder = new ProfileBuilder();
  const ends = TRACKS.map((name, at) => {
    const track = builder.addTrack({ name, kind: at === 0 ? 'thread' : 'worker' });
    return addTrees(builder, track, Math.ceil(length / TRACKS.length), seededRandom(at + 1));
  });
  return builder.build({ ...sampleMeta(Math.max(...ends)), name: 'crowded' });
}

/** Adds trees one after the other until the track has `count` slices; the end of the last one. */
function addTrees(builder: ProfileBuilder, track: number, count: number, random: Random): number {
  let left = count;
  const add = (start: number, depth: number): number => {
    left--;
    let time = start + 50 + 300 * random();
    const children = depth < DEEPEST ? Math.floor(MOST_CHILDREN * random() ** 2) : 0;
    for (let child = 0; child < children && left > 0; child++) time = add(time, depth + 1);
    const end = time + Math.exp(4 + 6 * random() ** 3);
    const name = `${depth}_${Math.floor((NAMES / DEEPEST) * random())}`;
    builder.addSlice({ name, category: 'operator', track, start, duration: end - start });
    return end + 20;
  };
  let time = 0;
  while (left > 0) time = add(time + 1_000 * random(), 1);
  return time;
}
