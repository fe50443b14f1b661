import type { ProfileFormat } from '../shared/format';
import { hasCpuSamples } from '../shared/rows/callPath';
import { encodeFolded } from './write';

/** Folded stacks, https://github.com/brendangregg/FlameGraph. */
export const FOLDED: ProfileFormat = {
  id: 'folded',
  title: trans => trans.__('Folded stacks'),
  mediaType: 'text/plain;charset=utf-8',
  endings: [{ ending: '.folded', help: 'folded stacks, a line for each' }],
  write: {
    encode: ({ profile }) => encodeFolded(profile),
    contents: (profile, trans) =>
      profile === null || hasCpuSamples(profile)
        ? trans.__('CPU time of every stack as lines for flame graph scripts')
        : trans.__('Slices as lines for flame graph scripts; there are no CPU samples')
  }
};
