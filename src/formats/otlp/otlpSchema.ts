/**
 * Field numbers of `profiles/v1development` in opentelemetry-proto 1.10.0, as far as they are written or read:
 * https://github.com/open-telemetry/opentelemetry-proto/tree/v1.10.0/opentelemetry/proto
 */

/** `ExportProfilesServiceRequest`. */
export const REQUEST = { resourceProfiles: 1, dictionary: 2 } as const;

/** `ExportProfilesServiceResponse`. */
export const RESPONSE = { partialSuccess: 1 } as const;

/** `ExportProfilesPartialSuccess`. */
export const PARTIAL_SUCCESS = { rejectedProfiles: 1 } as const;

/** `ResourceProfiles`. */
export const RESOURCE_PROFILES = { resource: 1, scopeProfiles: 2 } as const;

/** `Resource`. */
export const RESOURCE = { attributes: 1 } as const;

/** `ScopeProfiles`. */
export const SCOPE_PROFILES = { scope: 1, profiles: 2 } as const;

/** `InstrumentationScope`. */
export const SCOPE = { name: 1, version: 2 } as const;

/** `KeyValue`. */
export const KEY_VALUE = { key: 1, value: 2 } as const;

/** `AnyValue`. */
export const ANY_VALUE = { string: 1, int: 3 } as const;

/** `ProfilesDictionary`. */
export const DICTIONARY = {
  mappingTable: 1,
  locationTable: 2,
  functionTable: 3,
  linkTable: 4,
  stringTable: 5,
  attributeTable: 6,
  stackTable: 7
} as const;

/** `Profile`. */
export const PROFILE = {
  sampleType: 1,
  samples: 2,
  timeUnixNano: 3,
  durationNano: 4,
  periodType: 5,
  period: 6,
  profileId: 7
} as const;

/** `ValueType`. */
export const VALUE_TYPE = { type: 1, unit: 2 } as const;

/** `Sample`. */
export const SAMPLE = { stackIndex: 1, attributeIndices: 2, values: 4 } as const;

/** `Stack`. */
export const STACK = { locationIndices: 1 } as const;

/** `Location`. */
export const LOCATION = { lines: 3, attributeIndices: 4 } as const;

/** `Line`. */
export const LINE = { functionIndex: 1, line: 2 } as const;

/** `Function`. */
export const FUNCTION = { name: 1, systemName: 2, filename: 3, startLine: 4 } as const;

/** `KeyValueAndUnit`. */
export const KEY_VALUE_AND_UNIT = { key: 1, value: 2 } as const;
