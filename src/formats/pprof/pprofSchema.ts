/** Field numbers of pprof's `profile.proto`, as far as they are written or read. */

/** `Profile`. */
export const PROFILE = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  stringTable: 6,
  timeNanos: 9,
  durationNanos: 10,
  periodType: 11,
  period: 12,
  comment: 13,
  defaultSampleType: 14
} as const;

/** `ValueType`. */
export const VALUE_TYPE = { type: 1, unit: 2 } as const;

/** `Sample`. */
export const SAMPLE = { locationId: 1, value: 2, label: 3 } as const;

/** `Label`. */
export const LABEL = { key: 1, str: 2, num: 3 } as const;

/** `Mapping`. */
export const MAPPING = {
  id: 1,
  filename: 5,
  hasFunctions: 7,
  hasFilenames: 8,
  hasLineNumbers: 9,
  hasInlineFrames: 10
} as const;

/** `Location`. */
export const LOCATION = { id: 1, mappingId: 2, line: 4 } as const;

/** `Line`. */
export const LINE = { functionId: 1, line: 2 } as const;

/** `Function`. */
export const FUNCTION = { id: 1, name: 2, systemName: 3, filename: 4, startLine: 5 } as const;
