import type { Translator } from '../../base/translator';
import type { Profile } from '../../model/profile/profile';
import { type ProfileFormat, withoutSamples } from '../shared/format';
import { ProtobufError, ProtobufReader, Wire } from '../shared/protobufReader';
import type { FileStart } from '../shared/imported/fileStart';
import { PROFILE, VALUE_TYPE } from './pprofSchema';
import { readPprof } from './read';
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
  },
  read: {
    from: 'bytes',
    name: 'a profile of pprof',
    recognise: start => (isPprof(start) ? 'certain' : null),
    decode: (bytes, { facts, scripts }) => readPprof(bytes, facts, scripts)
  }
} satisfies ProfileFormat;

/** Fields of a profile that are looked at. */
const FIELDS = 64;

/** The last field of pprof's profile. */
const LAST_FIELD = 16;

/** Fields of a profile that are messages or texts. */
const LONG_FIELDS: readonly number[] = [
  ...[PROFILE.sampleType, PROFILE.sample, PROFILE.mapping, PROFILE.location],
  ...[PROFILE.function, PROFILE.stringTable, PROFILE.periodType]
];

/** Whether the first fields are those of a profile, with one type of value at least; the last may be cut off. */
function isPprof({ bytes }: FileStart): boolean {
  const reader = new ProtobufReader(bytes);
  const found = { types: 0, others: 0 };
  let isKnown = true;
  try {
    for (let field = 0; isKnown && field < FIELDS && reader.next(); field++) {
      isKnown = isField(reader) && passField(reader, found);
    }
  } catch (error) {
    if (!(error instanceof ProtobufError)) throw error;
  }
  return isKnown && found.types > 0 && found.others > 0;
}

/** Whether the current field is one of a profile; numbers in a row are written as bytes. */
function isField({ field, wire }: ProtobufReader): boolean {
  const isBytes = wire === Wire.bytes;
  if (field === PROFILE.comment) return isBytes || wire === Wire.varint;
  return field <= LAST_FIELD && LONG_FIELDS.includes(field) === isBytes;
}

/** Passes a field and counts it; false for a type of value that is none. */
function passField(reader: ProtobufReader, found: { types: number; others: number }): boolean {
  if (reader.field === PROFILE.sampleType) {
    found.types++;
    return isValueType(reader);
  }
  found.others++;
  reader.skip();
  return true;
}

function isValueType(reader: ProtobufReader): boolean {
  let isType = true;
  reader.within(() => {
    while (reader.next()) {
      const isKnown = reader.field === VALUE_TYPE.type || reader.field === VALUE_TYPE.unit;
      isType &&= isKnown && reader.wire === Wire.varint;
      reader.skip();
    }
  });
  return isType;
}
