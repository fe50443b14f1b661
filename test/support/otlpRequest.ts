/** A value of an attribute, as JSON has it. */
interface JsonValue {
  readonly stringValue?: string;
  /** 64-bit numbers are texts in JSON. */
  readonly intValue?: string;
}

/** The JSON of an `ExportProfilesServiceRequest`, with all fields that are read here. */
export interface OtlpJson {
  readonly resourceProfiles: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: JsonValue }[];
    };
    readonly scopeProfiles: readonly {
      readonly scope: { readonly name: string };
      readonly profiles: readonly OtlpProfileJson[];
    }[];
  }[];
  readonly dictionary: {
    readonly mappingTable: readonly object[];
    readonly linkTable: readonly object[];
    readonly locationTable: readonly {
      readonly lines: readonly { readonly functionIndex: number; readonly line: string }[];
      readonly attributeIndices: readonly number[];
    }[];
    readonly functionTable: readonly {
      readonly nameStrindex: number;
      readonly filenameStrindex: number;
      readonly startLine: string;
    }[];
    readonly stringTable: readonly string[];
    readonly attributeTable: readonly {
      readonly keyStrindex: number;
      readonly value?: JsonValue;
    }[];
    readonly stackTable: readonly { readonly locationIndices: readonly number[] }[];
  };
}

interface ValueTypeJson {
  readonly typeStrindex: number;
  readonly unitStrindex: number;
}

interface OtlpProfileJson {
  readonly sampleType: ValueTypeJson;
  readonly periodType: ValueTypeJson;
  readonly period: string;
  readonly timeUnixNano: string;
  readonly durationNano: string;
  /** In Base64. */
  readonly profileId: string;
  readonly samples: readonly {
    readonly stackIndex: number;
    readonly attributeIndices: readonly number[];
    readonly values: readonly string[];
    readonly timestampsUnixNano: readonly string[];
  }[];
}

/** A stack of a profile of OTLP, innermost place first. */
export interface OtlpStack {
  /** `name file:line` each. */
  readonly places: readonly string[];
  /** `profile.frame.type` of each place. */
  readonly frameTypes: readonly string[];
  readonly values: readonly number[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** A request with one profile as texts. */
export interface OtlpRequest {
  readonly resource: Readonly<Record<string, string | number>>;
  readonly scope: string;
  /** `cpu/nanoseconds`. */
  readonly sampleType: string;
  readonly periodType: string;
  /** Nanoseconds. */
  readonly period: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly profileId: Buffer;
  readonly stacks: readonly OtlpStack[];
}

/** Follows all indices of a request with one profile. @throws Error where one leads nowhere */
export function readOtlpJson({ resourceProfiles, dictionary }: OtlpJson): OtlpRequest {
  const [{ resource, scopeProfiles }] = resourceProfiles;
  const [{ scope, profiles }] = scopeProfiles;
  const [profile] = profiles;
  if ([resourceProfiles, scopeProfiles, profiles].some(({ length }) => length !== 1)) {
    throw new Error('not one profile');
  }
  const text = (index: number): string => (index === 0 ? '' : at(dictionary.stringTable, index));
  const type = ({ typeStrindex, unitStrindex }: ValueTypeJson): string =>
    `${text(typeStrindex)}/${text(unitStrindex)}`;
  const attribute = (index: number): [string, string] => {
    const { keyStrindex, value } = at(dictionary.attributeTable, index);
    return [text(keyStrindex), value?.stringValue ?? ''];
  };
  const stack = (index: number): Pick<OtlpStack, 'places' | 'frameTypes'> => {
    const locations = at(dictionary.stackTable, index).locationIndices.map(one =>
      at(dictionary.locationTable, one)
    );
    return {
      places: locations.map(({ lines: [{ functionIndex, line }] }) => {
        const called = at(dictionary.functionTable, functionIndex);
        return `${text(called.nameStrindex)} ${text(called.filenameStrindex)}:${line}`;
      }),
      frameTypes: locations.map(
        each => Object.fromEntries(each.attributeIndices.map(attribute))['profile.frame.type']
      )
    };
  };
  return {
    resource: Object.fromEntries(
      resource.attributes.map(({ key, value }) => [
        key,
        value.stringValue ?? Number(value.intValue)
      ])
    ),
    scope: scope.name,
    sampleType: type(profile.sampleType),
    periodType: type(profile.periodType),
    period: Number(profile.period),
    startedAtMs: Number(profile.timeUnixNano) / 1e6,
    durationMs: Number(profile.durationNano) / 1e6,
    profileId: Buffer.from(profile.profileId, 'base64'),
    stacks: profile.samples.map(({ stackIndex, attributeIndices, values }) => ({
      ...stack(stackIndex),
      values: values.map(Number),
      attributes: Object.fromEntries(attributeIndices.map(attribute))
    }))
  };
}

/** An entry other than the empty one at 0. */
function at<T>(table: readonly T[], index: number): T {
  if (index < 1 || index >= table.length) throw new Error(`no entry ${index}`);
  return table[index];
}
