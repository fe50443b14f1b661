import { isCrowdedJson } from '../shared/text/crowdedJson';
import { KscopeError } from './kscopeContainer';

/**
 * The content of a frame, by its type number. A frame refers only to rows of frames before it, so
 * everything before a damaged frame is complete. Readers skip unknown types.
 */
export const FRAME_TYPES = {
  header: 1,
  strings: 2,
  tracks: 3,
  counter: 4,
  sources: 5,
  meta: 6,
  sourceTexts: 7,
  density: 8,
  labels: 16,
  frames: 17,
  stacks: 18,
  slices: 19,
  args: 20,
  flows: 21,
  instants: 22,
  samples: 23,
  lineTicks: 24,
  droppedTotals: 25,
  lineTotals: 26,
  allocations: 27,
  heapSamples: 28,
  sliceStacks: 29,
  recording: 30,
  recordedLabels: 31,
  recordedSlices: 32,
  recordedState: 33,
  recordedAllocations: 34,
  takenSamples: 36,
  footer: 255
} as const;

/** The maximum number of strings in one frame. */
export const STRINGS_PER_FRAME = 8192;

/** `value` as UTF-8 JSON. Lone surrogates are escaped and survive. */
export function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The value of a JSON frame. @throws KscopeError if it is not JSON, or holds too many values. */
export function decodeJson(content: Uint8Array, what: string): unknown {
  if (isCrowdedJson(content)) {
    throw new KscopeError(
      `The ${what} frame of the .kscope file holds more lists and objects than its size allows.`
    );
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content)) as unknown;
  } catch (cause) {
    throw new KscopeError(`The ${what} frame of the .kscope file is not JSON.`, { cause });
  }
}

/** Columns with a head in JSON. */
interface HeadedRows {
  readonly head: unknown;
  /** As `decodeRows` takes them. */
  readonly rows: Uint8Array;
}

/** The size of a head in JSON, the head, and rows. */
export function withHead(head: unknown, rows: Uint8Array): Uint8Array {
  const json = encodeJson(head);
  const content = new Uint8Array(4 + json.length + rows.length);
  new DataView(content.buffer).setUint32(0, json.length, true);
  content.set(json, 4);
  content.set(rows, 4 + json.length);
  return content;
}

/** The counterpart of {@link withHead}; the head is not yet validated. @throws KscopeError */
export function splitHead(content: Uint8Array, what: string): HeadedRows {
  const { buffer, byteOffset, byteLength } = content;
  const jsonBytes =
    byteLength < 4 ? Infinity : new DataView(buffer, byteOffset, byteLength).getUint32(0, true);
  if (jsonBytes > byteLength - 4) throw contradiction(what);
  return {
    head: decodeJson(content.subarray(4, 4 + jsonBytes), what),
    rows: content.subarray(4 + jsonBytes)
  };
}

/** The error for a frame whose length differs from that of its stated content. */
export function contradiction(what: string): KscopeError {
  return new KscopeError(`A ${what} frame of the .kscope file contradicts its own size.`);
}
