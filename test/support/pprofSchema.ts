import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';

/** The messages of pprof, by https://github.com/google/pprof/blob/main/proto/profile.proto. */
const SCHEMA = `
syntax = "proto3";
message ValueType { int64 type = 1; int64 unit = 2; }
message Label { int64 key = 1; int64 str = 2; int64 num = 3; int64 num_unit = 4; }
message Sample { repeated uint64 location_id = 1; repeated int64 value = 2; repeated Label label = 3; }
message Mapping {
  uint64 id = 1; uint64 memory_start = 2; uint64 memory_limit = 3; uint64 file_offset = 4;
  int64 filename = 5; int64 build_id = 6;
  bool has_functions = 7; bool has_filenames = 8; bool has_line_numbers = 9; bool has_inline_frames = 10;
}
message Line { uint64 function_id = 1; int64 line = 2; int64 column = 3; }
message Location { uint64 id = 1; uint64 mapping_id = 2; uint64 address = 3; repeated Line line = 4; bool is_folded = 5; }
message Function { uint64 id = 1; int64 name = 2; int64 system_name = 3; int64 filename = 4; int64 start_line = 5; }
message Profile {
  repeated ValueType sample_type = 1; repeated Sample sample = 2; repeated Mapping mapping = 3;
  repeated Location location = 4; repeated Function function = 5; repeated string string_table = 6;
  int64 drop_frames = 7; int64 keep_frames = 8; int64 time_nanos = 9; int64 duration_nanos = 10;
  ValueType period_type = 11; int64 period = 12; repeated int64 comment = 13; int64 default_sample_type = 14;
}`;

const PROFILE = protobuf.parse(SCHEMA).root.lookupType('Profile');

interface Decoded {
  readonly sampleType: readonly { readonly type: number; readonly unit: number }[];
  readonly sample: readonly {
    readonly locationId: readonly number[];
    readonly value: readonly number[];
    readonly label: readonly { readonly key: number; readonly str: number }[];
  }[];
  readonly location: readonly {
    readonly id: number;
    readonly line: readonly { readonly functionId: number; readonly line: number }[];
  }[];
  readonly function: readonly {
    readonly id: number;
    readonly name: number;
    readonly filename: number;
  }[];
  readonly stringTable: readonly string[];
  readonly timeNanos: number;
  readonly durationNanos: number;
  readonly period: number;
}

/** A stack of a pprof file, innermost place first. */
export interface PprofStack {
  /** `name file:line` each. */
  readonly places: readonly string[];
  readonly count: number;
  readonly cpuNs: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** A pprof file as texts. */
export interface PprofFile {
  /** `cpu/nanoseconds`. */
  readonly types: readonly string[];
  readonly stacks: readonly PprofStack[];
  /** Milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Nanoseconds. */
  readonly period: number;
}

/** Decodes a gzipped pprof file by its schema. @throws Error for anything else */
export function readPprof(gzipped: Uint8Array): PprofFile {
  const message = PROFILE.decode(gunzipSync(gzipped));
  const profile = PROFILE.toObject(message, { longs: Number, arrays: true }) as Decoded;
  const text = (index: number): string => profile.stringTable[index];
  const functions = new Map(profile.function.map(each => [each.id, each]));
  const places = new Map(
    profile.location.map(({ id, line: [{ functionId, line }] }) => {
      const called = functions.get(functionId);
      if (called === undefined) throw new Error(`no function ${functionId}`);
      return [id, `${text(called.name)} ${text(called.filename)}:${line}`];
    })
  );
  return {
    types: profile.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`),
    stacks: profile.sample.map(({ locationId, value, label }) => ({
      places: locationId.map(id => places.get(id) ?? ''),
      count: value[0],
      cpuNs: value[1],
      labels: Object.fromEntries(label.map(({ key, str }) => [text(key), text(str)]))
    })),
    startedAtMs: profile.timeNanos / 1e6,
    durationMs: profile.durationNanos / 1e6,
    period: profile.period
  };
}
