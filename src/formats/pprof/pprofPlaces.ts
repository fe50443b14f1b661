import type { Profile } from '../../model/profile/profile';
import type { StringTable } from '../../model/build/stringTable';
import { functionName } from '../shared/rows/callPath';
import type { StackPlaces } from '../shared/rows/stackPlaces';
import { FUNCTION, LINE, LOCATION, PROFILE } from './pprofSchema';
import type { ProtobufWriter } from '../shared/bytes/protobufWriter';

/** The destination of locations and functions. */
export interface PprofOutput {
  readonly writer: ProtobufWriter;
  readonly strings: StringTable;
}

/** Writes places as locations of the mapping with that id, and their functions. */
export function writePlaces(
  output: PprofOutput,
  profile: Profile,
  { all }: StackPlaces,
  mappingId: number
): void {
  const { writer } = output;
  all.forEach(({ frame, line }, at) => {
    writer.message(PROFILE.location, () => {
      writer.uint(LOCATION.id, at + 1);
      writer.uint(LOCATION.mappingId, mappingId);
      writer.message(LOCATION.line, () => {
        writer.uint(LINE.functionId, frame + 1);
        writer.uint(LINE.line, line);
      });
    });
  });
  for (const frame of new Set(all.map(place => place.frame))) {
    writeFunction(output, profile, frame);
  }
}

function writeFunction({ writer, strings }: PprofOutput, profile: Profile, frame: number): void {
  const name = strings.intern(functionName(profile, frame));
  const file = strings.intern(profile.strings[profile.frames.file[frame]]);
  writer.message(PROFILE.function, () => {
    writer.uint(FUNCTION.id, frame + 1);
    writer.uint(FUNCTION.name, name);
    writer.uint(FUNCTION.systemName, name);
    writer.uint(FUNCTION.filename, file);
    writer.uint(FUNCTION.startLine, profile.frames.line[frame]);
  });
}
