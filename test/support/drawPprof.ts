import {
  Function as Fn,
  Label,
  Line,
  Location,
  Mapping,
  Profile as Pprof,
  Sample,
  StringTable,
  ValueType
} from 'pprof-format';

/** A file of pprof as {@link drawPprof} takes it. */
export interface DrawnPprof {
  readonly types: readonly (readonly [type: string, unit: string])[];
  /** Stacks, innermost function first, with their numbers and labels. */
  readonly samples: readonly {
    readonly stack: string;
    readonly values: readonly number[];
    readonly labels?: Readonly<Record<string, string | number>>;
  }[];
  readonly defaultType?: string;
  readonly period?: readonly [type: string, unit: string, period: number];
  readonly files?: Readonly<Record<string, string>>;
}

/** A file of pprof. Functions that were inlined into each other are joined by `+`, the innermost first. */
export function drawPprof({
  types,
  samples,
  defaultType = '',
  period,
  files = {}
}: DrawnPprof): Uint8Array {
  const strings = new StringTable();
  const text = (value: string): number => strings.dedup(value);
  const functions = new Map<string, Fn>();
  const locations = new Map<string, Location>();
  const functionOf = (name: string): number => {
    const known = functions.get(name);
    if (known !== undefined) return Number(known.id);
    const id = functions.size + 1;
    functions.set(name, new Fn({ id, name: text(name), filename: text(files[name] ?? '') }));
    return id;
  };
  const locationOf = (place: string): number => {
    const known = locations.get(place);
    if (known !== undefined) return Number(known.id);
    const id = locations.size + 1;
    const names = place === '?' ? [] : place.split('+');
    const line = names.map((name, at) => new Line({ functionId: functionOf(name), line: at + 10 }));
    locations.set(place, new Location({ id, mappingId: 1, line }));
    return id;
  };
  const written = samples.map(({ stack, values, labels = {} }) => {
    const label = Object.entries(labels).map(([key, value]) =>
      typeof value === 'number'
        ? new Label({ key: text(key), num: value })
        : new Label({ key: text(key), str: text(value) })
    );
    const locationId = stack === '' ? [] : stack.split(' ').map(locationOf);
    return new Sample({ locationId, value: [...values], label });
  });
  const typeOf = ([type, unit]: readonly [string, string]): ValueType =>
    new ValueType({ type: text(type), unit: text(unit) });
  return new Pprof({
    sampleType: types.map(typeOf),
    sample: written,
    mapping: [new Mapping({ id: 1, filename: text('/usr/lib/libm.so.6') })],
    location: [...locations.values()],
    function: [...functions.values()],
    defaultSampleType: text(defaultType),
    ...(period ? { periodType: typeOf([period[0], period[1]]), period: period[2] } : {}),
    stringTable: strings
  }).encode();
}
