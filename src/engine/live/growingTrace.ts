import { CHROME_TRACE_END, encodeChromePart } from '../../formats/chrome/write';
import type { Profile, CounterSeries } from '../../model/profile/profile';
import { TakenSlices } from '../../record/mirror/takenSlices';
import { extendFileAtomically, WrittenFile } from '../files/atomicWrite';
import { writeEncoded } from '../files/exportProfile';
import type { OutputFile } from '../../settings/table/outputFile';
import { LateLanes } from './lateLanes';
import { instantsFrom } from '../../analysis/slices/window';

/** Made where it is needed: the thread beside a program needs no writer of Chrome's format for other files. */
const documentEnd = (): Uint8Array => new TextEncoder().encode(CHROME_TRACE_END);

/**
 * A Chrome JSON file that grows: its content is not encoded again. It is one document at every moment.
 * Not to be used again once writing has failed, or if the file was written by someone else.
 */
export class GrowingTrace {
  /** The slices that the file has. */
  readonly taken = new TakenSlices();
  readonly #rows = new NewRows();
  readonly #lanes = new LateLanes();
  #untilNs = 0;
  /** Bytes of the document without its end. */
  #length = 0;
  readonly #written: WrittenFile;

  constructor(private readonly output: OutputFile) {
    this.#written = new WrittenFile(output.path);
  }

  /** False when the file is another than the one written here last. */
  get isCurrent(): boolean {
    return this.#written.isCurrent;
  }

  /** Bytes to add for a profile whose slices are new; none when nothing is. */
  encode(profile: Profile): Uint8Array {
    const since = this.#untilNs;
    this.#untilNs = profile.meta.durationNs;
    const lanes = this.#lanes.place(this.#rows.of(profile), since);
    return encodeChromePart({ ...lanes, isFirst: this.#length === 0 });
  }

  /**
   * Adds the result of {@link encode} to the file; the first time it replaces an existing file.
   *
   * @param leastBytes the minimum length of the file
   * @throws OutputFileError for a path that cannot be written.
   */
  write(part: Uint8Array, leastBytes: number): void {
    const end = documentEnd();
    const bytes = new Uint8Array(part.length + end.length);
    bytes.set(part);
    bytes.set(end, part.length);
    if (this.#length === 0) writeEncoded(bytes, this.output, leastBytes);
    else extendFileAtomically(this.output.path, this.#length, bytes);
    this.#length += part.length;
    this.#written.note();
  }
}

/** Leaves out of profiles that grow the values and moments that an earlier one had. */
class NewRows {
  readonly #values = new Map<string, number>();
  #instants = 0;

  /** `profile` with its values and moments that are new; its slices are new already. */
  of(profile: Profile): Profile {
    const counters = profile.counters.map(series => this.#newValues(series));
    const instants = instantsFrom(profile.instants, this.#instants);
    this.#instants = profile.instants.length;
    return { ...profile, counters, instants };
  }

  #newValues(series: CounterSeries): CounterSeries {
    const { name, category, time, value } = series;
    const key = JSON.stringify([category, name]);
    const from = this.#values.get(key) ?? 0;
    this.#values.set(key, time.length);
    return { ...series, time: time.subarray(from), value: value.subarray(from) };
  }
}
