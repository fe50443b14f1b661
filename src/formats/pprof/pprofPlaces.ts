import type { Profile } from '../../model/profile/profile';
import type { StringTable } from '../../model/build/stringTable';
import { functionName } from '../shared/rows/callPath';
import { FUNCTION, LINE, LOCATION, PROFILE } from './pprofSchema';
import type { ProtobufWriter } from '../shared/bytes/protobufWriter';

/** A function and the line that it was at. */
interface Place {
  readonly frame: number;
  readonly line: number;
}

/** The locations and functions that stacks of a profile need, each once; ids count from 1. */
export class PprofPlaces {
  private readonly places: Place[] = [];
  private readonly idOf = new Map<string, number>();

  constructor(
    private readonly profile: Profile,
    private readonly strings: StringTable
  ) {}

  /** Ids of the locations of a stack, innermost first. */
  locationsOf(stack: number): number[] {
    const { prefix, frame, line } = this.profile.stacks;
    const ids: number[] = [];
    for (let row = stack; row >= 0; row = prefix[row]) {
      ids.push(this.locationOf({ frame: frame[row], line: line[row] }));
    }
    return ids;
  }

  /** Writes all places so far as parts of the mapping with that id. */
  write(writer: ProtobufWriter, mappingId: number): void {
    this.places.forEach(({ frame, line }, at) => {
      writer.message(PROFILE.location, () => {
        writer.uint(LOCATION.id, at + 1);
        writer.uint(LOCATION.mappingId, mappingId);
        writer.message(LOCATION.line, () => {
          writer.uint(LINE.functionId, frame + 1);
          writer.uint(LINE.line, line);
        });
      });
    });
    for (const frame of new Set(this.places.map(place => place.frame))) {
      this.writeFunction(writer, frame);
    }
  }

  /** Where the line is not known, the place is that of the function. */
  private locationOf({ frame, line }: Place): number {
    const place = { frame, line: line > 0 ? line : this.profile.frames.line[frame] };
    const key = `${frame} ${place.line}`;
    const known = this.idOf.get(key);
    if (known !== undefined) return known;
    const id = this.places.push(place);
    this.idOf.set(key, id);
    return id;
  }

  private writeFunction(writer: ProtobufWriter, frame: number): void {
    const { profile, strings } = this;
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
}
