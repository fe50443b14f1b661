import type { Translator } from '../../base/translator';
import type { Profile } from '../../model/profile/profile';
import type { ProfileFormat } from '../shared/format';
import { withoutSamples } from '../shared/noSamples';
import { encodePprof } from './write';

/** The protobuf of pprof, https://github.com/google/pprof/blob/main/proto/profile.proto. */
export const PPROF = {
  id: 'pprof',
  title: trans => trans.__('pprof'),
  mediaType: 'application/gzip',
  endings: [
    { ending: '.pb.gz', help: 'pprof, gzipped' },
    { ending: '.pb', help: 'pprof' }
  ],
  write: {
    encode: ({ profile }) => encodePprof(profile),
    contents: (_, trans) => trans.__('CPU samples and heap allocations by stack'),
    lacks: (profile: Profile, trans: Translator) =>
      profile.heapSamples.length > 0 ? null : withoutSamples(profile, trans)
  }
} satisfies ProfileFormat;
