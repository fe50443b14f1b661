import type { ProfileFormat } from '../shared/format';
import { encodeSpeedscope } from './write';

/** The JSON of speedscope, https://www.speedscope.app/file-format-schema.json. */
export const SPEEDSCOPE: ProfileFormat = {
  id: 'speedscope',
  title: trans => trans.__('speedscope'),
  mediaType: 'application/json',
  endings: [{ ending: '.speedscope.json', help: 'flame graphs (speedscope.app)' }],
  write: {
    encode: ({ profile }) => encodeSpeedscope(profile),
    contents: (_, trans) => trans.__('CPU samples, heap allocations and slices as flame graphs')
  }
};
