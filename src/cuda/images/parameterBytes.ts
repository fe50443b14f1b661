import { isElf, kernelSections } from './cubinSections';
import { parameterBytesOf } from './kernelRecords';
import { entriesIn } from './ptxEntries';

/** Longer texts are not read. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024;
/** The first byte of PTX: of a space, of a comment or of `.version`. */
const BEFORE_PTX = [0x09, 0x0a, 0x0d, 0x20, 0x2e, 0x2f];

/** The bytes of each parameter of kernels, by the names of these in the image. */
export type ParameterBytes = ReadonlyMap<string, readonly number[]>;

/**
 * The bytes of the parameters of the kernels in a cubin or in PTX. Kernels that it does not state, or
 * whose part is damaged, are missing, as are those of other images such as fatbins; never throws.
 */
export function parameterBytesIn(image: Uint8Array): ParameterBytes {
  return isElf(image) ? inCubin(image) : inText(image);
}

function inCubin(image: Uint8Array): ParameterBytes {
  const known = new Map<string, readonly number[] | null>();
  for (const { kernel, info } of kernelSections(image)) {
    known.set(kernel, known.has(kernel) ? null : parameterBytesOf(info));
  }
  return onlyKnown(known);
}

function inText(image: Uint8Array): ParameterBytes {
  if (!BEFORE_PTX.includes(image[0]) || image.length > MOST_TEXT_BYTES) return new Map();
  const entries = entriesIn(new TextDecoder().decode(image.slice()));
  const sizes = Array.from(
    entries,
    ([name, list]) => [name, list?.map(({ bytes }) => bytes) ?? null] as const
  );
  return onlyKnown(new Map(sizes));
}

function onlyKnown(all: ReadonlyMap<string, readonly number[] | null>): ParameterBytes {
  const known = new Map<string, readonly number[]>();
  for (const [name, sizes] of all) if (sizes !== null) known.set(name, sizes);
  return known;
}
