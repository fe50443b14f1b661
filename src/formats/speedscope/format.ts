import { isRecord } from '../../base/isObject';
import type { ProfileFormat } from '../shared/format';
import { readSpeedscope } from './read';
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
  },
  read: {
    from: 'bytes',
    name: 'a file of speedscope',
    recognise: start => {
      const isNamed = start.valueOf('$schema').includes('speedscope.app/file-format-schema');
      return isNamed || start.has('shared', 'profiles') ? 'certain' : null;
    },
    decode: (bytes, { facts, scripts }) => readSpeedscope(bytes, facts, scripts),
    // no event and no sample is without a frame
    hasNothing: json => {
      const shared = isRecord(json) ? json['shared'] : null;
      return isRecord(shared) && Array.isArray(shared['frames']) && shared['frames'].length === 0;
    }
  }
};
