import type { Profile } from '../../model/profile/profile';
import type { AsyncInflate, Inflate } from '../shared/compression';
import { type StoredFrame, contentLimit, scanKscope, KscopeError } from './kscopeContainer';
import { ColumnRoom } from './kscopeRows';
import { type KscopeContent, type RawFrame, contentOfFrames } from './readKscopeFrames';

/** The options of {@link decodeKscope} for reading frames. */
export interface KscopeReadOptions {
  /** Required if the file is compressed. */
  readonly inflate?: Inflate;
  /**
   * The maximum total size of the content, and of the columns made from it, bytes. By default 64 MiB or
   * 256 times the file, whichever is more, and at most 1 GiB.
   */
  readonly maxBytes?: number;
}

/** {@link KscopeReadOptions} for platforms where only streams decompress. */
export interface AsyncKscopeReadOptions extends Omit<KscopeReadOptions, 'inflate'> {
  readonly inflate: AsyncInflate;
  /**
   * Called and awaited between steps of a few milliseconds, about 0.1 s at 10⁷ slices, so that a page
   * stays responsive. Reading ends with any error that it throws.
   */
  readonly pause?: () => Promise<void>;
}

/**
 * The profile in a `.kscope` file, validated. If the file was cut off or damaged, everything up to
 * the first bad frame is kept and `meta.truncated` is set. A part that contradicts itself is left out,
 * and a source of the profile says so.
 *
 * @throws KscopeError if it is not a `.kscope` file, its header is lost, it is of a newer version,
 *   larger than `maxBytes`, compressed while no `inflate` is given, or nothing in it is valid.
 */
export function decodeKscope(bytes: Uint8Array, options: KscopeReadOptions = {}): Profile {
  const steps = decodeSteps(bytes, options.maxBytes);
  let step = steps.next();
  while (!step.done) {
    step = steps.next(step.value ? tryInflate(step.value, inflateOf(options)) : undefined);
  }
  return step.value.profile;
}

/** {@link decodeKscope} for platforms where only streams decompress; the same guarantees and errors. */
export async function decodeKscopeAsync(
  bytes: Uint8Array,
  options: AsyncKscopeReadOptions
): Promise<Profile> {
  const { profile } = await decodeContentAsync(bytes, options);
  return profile;
}

/** Everything that {@link decodeKscopeAsync} finds in a file; the same guarantees and errors. */
export async function decodeContentAsync(
  bytes: Uint8Array,
  { inflate, maxBytes, pause }: AsyncKscopeReadOptions
): Promise<KscopeContent> {
  const steps = decodeSteps(bytes, maxBytes);
  let step = steps.next();
  while (!step.done) {
    const frame = step.value;
    const content = frame
      ? await inflate(frame.stored, frame.rawBytes).catch(() => undefined)
      : undefined;
    await pause?.();
    step = steps.next(content);
  }
  return step.value;
}

/**
 * Reads a file step by step: yields each compressed frame and takes its content, or nothing if it is
 * unavailable; yields null where a reader may pause.
 */
function* decodeSteps(
  bytes: Uint8Array,
  maxBytes = contentLimit(bytes)
): Generator<StoredFrame | null, KscopeContent, Uint8Array | undefined> {
  const { frames, isIntact } = yield* scanKscope(bytes, maxBytes);
  const room = new ColumnRoom(maxBytes);
  const raw: RawFrame[] = [];
  for (const frame of frames) {
    const content = isCompressed(frame) ? yield frame : frame.stored;
    if (content?.length !== frame.rawBytes) {
      return yield* contentOfFrames(raw, { isIntact: false, room });
    }
    raw.push({ type: frame.type, content });
  }
  return yield* contentOfFrames(raw, { isIntact, room });
}

function isCompressed({ rawBytes, stored }: StoredFrame): boolean {
  return stored.length !== rawBytes;
}

function inflateOf({ inflate }: KscopeReadOptions): Inflate {
  if (inflate) return inflate;
  throw new KscopeError('The .kscope file is compressed: it takes an `inflate` to read it.');
}

function tryInflate({ stored, rawBytes }: StoredFrame, inflate: Inflate): Uint8Array | undefined {
  try {
    return inflate(stored, rawBytes);
  } catch {
    return undefined;
  }
}
