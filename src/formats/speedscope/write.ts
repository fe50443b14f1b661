import { VERSION } from '../../base/version';
import type { Profile } from '../../model/profile/profile';
import { functionName, writtenStacks } from '../shared/rows/callPath';
import { ITEM_END, writeList } from '../shared/text/jsonList';
import { JsonWriter, quoteText } from '../shared/text/jsonWriter';
import { groupRows, rowsOf } from '../shared/rows/rowGroups';
import { type SpeedscopeOutput, closeProfile, openProfile } from './speedscopeOutput';
import { writeCpuSamples, writeHeapSamples } from './speedscopeSamples';
import { writeTrackSlices } from './speedscopeSlices';
import { trackTitle } from '../shared/rows/trackTitle';

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

/** The usual size of one slice, and of one sample, bytes. */
const [SLICE_BYTES, SAMPLE_BYTES] = [90, 40];

/**
 * `profile` in the JSON of speedscope, uncompressed UTF-8. Its profiles are, in this order: the CPU
 * samples of each thread, weighted in nanoseconds, idle ones with an empty stack; heap allocations, in
 * bytes; the slices of each track, as they open and close, whole nanoseconds from the origin. Slices
 * that partly overlap others are in further profiles of their track. Functions have the line and column
 * at which they begin; stacks have their outermost 4096 functions. Lone surrogates become U+FFFD.
 *
 * Counters, instants, flows, arguments and device memory have no place in it. A profile without any of
 * these parts is written as one profile without events.
 */
export function encodeSpeedscope(profile: Profile): Uint8Array {
  const { slices, samples, strings } = profile;
  const expected = 4096 + slices.length * SLICE_BYTES + samples.length * SAMPLE_BYTES;
  const writer = new JsonWriter(expected, strings);
  const output = {
    writer,
    profile,
    firstLabelFrame: profile.frames.length,
    stackFor: writtenStacks(profile)
  };
  writer.raw(
    `{"$schema":"${SCHEMA}","exporter":${quoteText(`kernelscope ${VERSION}`)},` +
      `"name":${quoteText(profile.meta.name)},"activeProfileIndex":0,"shared":{"frames":`
  );
  writeList(writer, () => writeFrames(output));
  writer.raw('},"profiles":');
  writeList(writer, () => writeProfiles(output));
  writer.raw('}\n');
  return writer.toBytes();
}

/** Functions first, then the names of slices. */
function writeFrames({ writer, profile }: SpeedscopeOutput): void {
  const { frames, labels, strings } = profile;
  for (let frame = 0; frame < frames.length; frame++) {
    const { file, line, column } = frames;
    const place = [
      strings[file[frame]] === '' ? '' : `,"file":${writer.quote(file[frame])}`,
      line[frame] === 0 ? '' : `,"line":${line[frame]}`,
      column[frame] === 0 ? '' : `,"col":${column[frame]}`
    ].join('');
    writer.raw(`{"name":${quoteText(functionName(profile, frame))}${place}}${ITEM_END}`);
  }
  for (const name of labels.name) writer.raw(`{"name":${writer.quote(name)}}${ITEM_END}`);
}

function writeProfiles(output: SpeedscopeOutput): void {
  const { writer, profile } = output;
  const { samples, slices, tracks, meta } = profile;
  const before = writer.length;
  const samplesByTrack = groupRows(samples.track, tracks.length);
  tracks.forEach((_, track) => writeCpuSamples(output, rowsOf(samplesByTrack, track)));
  writeHeapSamples(output);
  const slicesByTrack = groupRows(slices.track, tracks.length);
  tracks.forEach((_, track) =>
    writeTrackSlices(output, trackTitle(tracks, track), rowsOf(slicesByTrack, track))
  );
  if (writer.length > before) return;
  openProfile(output, { type: 'evented', name: meta.name, unit: 'nanoseconds' });
  writer.raw(',"events":[]');
  closeProfile(output, Math.max(0, Math.round(meta.durationNs)));
}
