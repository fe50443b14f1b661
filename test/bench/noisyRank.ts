import { stepName } from '../../src/analysis';
import { ProfileBuilder } from '../../src/model/build/profileBuilder';
import type { Profile } from '../../src/model/profile/profile';
import { sampleMeta } from '../support/drawProfile';
import { seededRandom } from '../support/random';
import { rankMeta } from '../support/rankDirectories';

/** The size of a profile that {@link noisyRank} makes. */
export interface RankSize {
  readonly steps: number;
  /** In each step. */
  readonly operators: number;
  /** Names of operators. */
  readonly names: number;
}

const MEAN_NS = 20_000;

/**
 * The profile of a rank whose operators take times of their own, as those of programs do: what they have in common is what
 * compresses.
 */
export function noisyRank(rank: number, { steps, operators, names }: RankSize): Profile {
  const random = seededRandom(rank + 1);
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  let time = 0;
  for (let step = 0; step < steps; step++) {
    const durations = Array.from({ length: operators }, () =>
      Math.ceil(-Math.log(1 - random()) * MEAN_NS)
    );
    const duration = durations.reduce((sum, one) => sum + one, 0);
    builder.addSlice({ name: stepName(step), category: 'range', start: time, duration, track });
    for (const [at, one] of durations.entries()) {
      const name = `Operator${at % names}`;
      builder.addSlice({ name, category: 'operator', start: time, duration: one, track });
      time += one;
    }
  }
  return builder.build({ ...sampleMeta(time), ...rankMeta(rank) });
}
