import { exec, indexOf, slice, split, startsWith } from '../../base/intrinsics/ownFunctions';

/** Segments of a path that are kept; further ones become {@link REST}. */
const MAX_SEGMENTS = 8;

/** Longer segments count as values. */
const MAX_SEGMENT_LENGTH = 32;

/** Characters of a target that are read. */
const MAX_TARGET_LENGTH = 2048;

/** In place of a segment that is a value. */
const VALUE = ':id';

/** In place of all segments after the last that is kept. */
const REST = '*';

/** Segments with these are values: three digits in a row, encoded text, addresses, assignments. */
const VALUE_PARTS = /\d{3}|[%@=:,]/;

/** Segments that are values as a whole: numbers, and hexadecimal text as in UUIDs. */
const VALUES = /^(?:\d+|[0-9a-f-]{8,})$/i;

/** Digits among letters, as in tokens. */
const MIXED = /\d.*[a-z]|[a-z].*\d/i;

/** Shorter segments of letters and digits are names, such as `v2` and `oauth2`. */
const MIN_TOKEN_LENGTH = 16;

/**
 * The pattern of a request's target, for a name that few requests do not share: its path without query
 * and fragment, with `:id` for numbers, UUIDs, hexadecimal text and other values. `/users/42?full` is
 * `/users/:id`.
 */
export function pathPattern(target: string): string {
  const path = pathOf(slice(target, 0, MAX_TARGET_LENGTH));
  const segments = split(path, '/');
  let pattern = '';
  for (let at = 1; at < segments.length && at <= MAX_SEGMENTS; at++) {
    pattern += `/${patternOfSegment(segments[at])}`;
  }
  return segments.length - 1 > MAX_SEGMENTS ? `${pattern}/${REST}` : pattern;
}

/** The path of a target, also of one with a scheme and a host, as proxies get. */
function pathOf(target: string): string {
  const end = exec(/[?#]/, target)?.index ?? -1;
  const plain = end < 0 ? target : slice(target, 0, end);
  if (startsWith(plain, '/')) return plain;
  const host = indexOf(plain, '://');
  const slash = host < 0 ? -1 : indexOf(plain, '/', host + 3);
  return slash < 0 ? '/' : slice(plain, slash);
}

function patternOfSegment(segment: string): string {
  const parameters = indexOf(segment, ';');
  const name = parameters < 0 ? segment : slice(segment, 0, parameters);
  return isValue(name) ? VALUE : name;
}

function isValue(segment: string): boolean {
  if (segment.length > MAX_SEGMENT_LENGTH) return true;
  if (exec(VALUES, segment) !== null || exec(VALUE_PARTS, segment) !== null) return true;
  return segment.length >= MIN_TOKEN_LENGTH && exec(MIXED, segment) !== null;
}
