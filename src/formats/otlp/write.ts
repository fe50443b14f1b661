import { VERSION } from '../../base/version';
import type { Profile } from '../../model/profile/profile';
import { ProtobufWriter } from '../shared/bytes/protobufWriter';
import { writtenStacks } from '../shared/rows/callPath';
import type { LabelsOfStack } from '../shared/rows/stackPlaces';
import { samplingTimes, threadStacks } from '../shared/rows/threadStacks';
import { ProtobufReader, Wire } from '../shared/bytes/protobufReader';
import { type OtlpValue, OtlpDictionary, writeValue } from './otlpDictionary';
import {
  KEY_VALUE,
  PARTIAL_SUCCESS,
  PROFILE,
  REQUEST,
  RESOURCE,
  RESOURCE_PROFILES,
  RESPONSE,
  SAMPLE,
  SCOPE,
  SCOPE_PROFILES,
  VALUE_TYPE
} from './otlpSchema';

/** The facts about a profile that `Profile` has no place for. */
export interface OtlpOptions {
  /** The attributes of the program that was sampled, by their names in the semantic conventions. */
  readonly resource: ReadonlyMap<string, OtlpValue>;
  /** 16 bytes, not all of them 0, by which a receiver knows a profile that it gets twice. */
  readonly profileId: Uint8Array;
  /** Attributes of samples besides `thread.name`. */
  readonly labelsOf: LabelsOfStack;
}

const SCOPE_NAME = 'kernelscope';

/**
 * The CPU samples of `profile` as an `ExportProfilesServiceRequest` of OTLP, uncompressed: one profile of CPU
 * nanoseconds, in which each stack of each thread is one sample with its whole time. Idle samples are left out,
 * as in pprof, and so is everything that is not a CPU sample.
 */
export function encodeOtlp(profile: Profile, options: OtlpOptions): Uint8Array {
  const writer = new ProtobufWriter();
  const dictionary = new OtlpDictionary(profile);
  writer.message(REQUEST.resourceProfiles, () => {
    writer.message(RESOURCE_PROFILES.resource, () => {
      for (const [name, value] of options.resource) {
        writer.message(RESOURCE.attributes, () => {
          writer.text(KEY_VALUE.key, name);
          writeValue(writer, KEY_VALUE.value, value);
        });
      }
    });
    writer.message(RESOURCE_PROFILES.scopeProfiles, () => {
      writer.message(SCOPE_PROFILES.scope, () => {
        writer.text(SCOPE.name, SCOPE_NAME);
        writer.text(SCOPE.version, VERSION);
      });
      writer.message(SCOPE_PROFILES.profiles, () => {
        writeProfile({ writer, dictionary }, profile, options);
      });
    });
  });
  writer.message(REQUEST.dictionary, () => dictionary.write(writer));
  return writer.toBytes();
}

interface OtlpOutput {
  readonly writer: ProtobufWriter;
  readonly dictionary: OtlpDictionary;
}

function writeProfile(
  output: OtlpOutput,
  profile: Profile,
  { profileId, labelsOf }: OtlpOptions
): void {
  const { writer } = output;
  const { startedAtNs, durationNs, periodNs } = samplingTimes(profile);
  writeCpuType(output, PROFILE.sampleType);
  writeSamples(output, profile, labelsOf);
  writer.fixed64(PROFILE.timeUnixNano, startedAtNs);
  writer.uint(PROFILE.durationNano, durationNs);
  writeCpuType(output, PROFILE.periodType);
  if (periodNs !== null) writer.uint(PROFILE.period, periodNs);
  writer.blob(PROFILE.profileId, profileId);
}

function writeSamples(
  { writer, dictionary }: OtlpOutput,
  profile: Profile,
  labelsOf: LabelsOfStack
): void {
  for (const { stack, track, totalNs } of threadStacks(profile, writtenStacks(profile))) {
    const thread = dictionary.attribute(['thread.name', profile.tracks[track].name]);
    const labels = labelsOf(stack).map(label => dictionary.attribute(label));
    writer.message(PROFILE.samples, () => {
      writer.uint(SAMPLE.stackIndex, dictionary.stack(stack));
      writer.packed(SAMPLE.attributeIndices, [thread, ...labels]);
      writer.packed(SAMPLE.values, [totalNs]);
    });
  }
}

function writeCpuType({ writer, dictionary }: OtlpOutput, field: number): void {
  writer.message(field, () => {
    writer.uint(VALUE_TYPE.type, dictionary.text('cpu'));
    writer.uint(VALUE_TYPE.unit, dictionary.text('nanoseconds'));
  });
}

/**
 * The number of profiles that a receiver did not take, by its `ExportProfilesServiceResponse`.
 *
 * @throws ProtobufError for anything else
 */
export function rejectedProfiles(answer: Uint8Array): number {
  const reader = new ProtobufReader(answer);
  let rejected = 0;
  while (reader.next()) {
    if (reader.field !== RESPONSE.partialSuccess || reader.wire !== Wire.bytes) reader.skip();
    else reader.within(() => (rejected = readRejected(reader)));
  }
  return rejected;
}

function readRejected(reader: ProtobufReader): number {
  let rejected = 0;
  while (reader.next()) {
    if (reader.field === PARTIAL_SUCCESS.rejectedProfiles) rejected = reader.int();
    else reader.skip();
  }
  return rejected;
}
