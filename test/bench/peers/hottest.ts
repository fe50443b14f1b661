import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { Profile as Pprof } from 'pprof-format';
import { hotFunctions } from '../../../src/analysis/stacks/calledFunctions';
import { readCpuprofile } from '../../../src/formats/cpuprofile/read';
import { decodeKscope } from '../../../src/formats/kscope/read';
import type { Profile } from '../../../src/model';
import { classifyScript } from '../../../src/model/profile/scriptKind';

/** Functions that are compared. */
export const HOTTEST = 10;

const IMPORT = { id: 'bench', name: 'bench', writtenAtMs: 0 };
const SCRIPTS = { kindOf: classifyScript };

/** A function with time that was spent in itself, in any unit. */
interface SelfTime {
  readonly name: string;
  readonly file: string;
  readonly self: number;
}

/** Functions whose samples are of V8 itself, or of none: garbage collection, idle time, native code. */
const isOfV8 = (name: string): boolean => name.startsWith('(') && !name.startsWith('(anonymous');

/** Self time by function, named `NAME FILE`, in any unit. */
export type FunctionTimes = ReadonlyMap<string, number>;

/**
 * Sums self times by function. Each profiler words the rest of a place in its own way, so functions of one
 * name in one file count together.
 */
function functionTimes(times: Iterable<SelfTime>): FunctionTimes {
  const sums = new Map<string, number>();
  for (const { name, file, self } of times) {
    if (isOfV8(name)) continue;
    const known = name === '' || name.startsWith('(anonymous') ? '(anonymous)' : name;
    const key = `${known} ${basename(file)}`;
    sums.set(key, (sums.get(key) ?? 0) + self);
  }
  return sums;
}

/** The functions with the most self time in all of `runs`. */
export function hottestOf(runs: readonly FunctionTimes[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const run of runs) {
    for (const [key, self] of run) sums.set(key, (sums.get(key) ?? 0) + self);
  }
  const sorted = [...sums].sort((a, b) => b[1] - a[1]);
  return sorted.slice(0, HOTTEST).map(([key]) => key);
}

const ofProfile = (profile: Profile): FunctionTimes =>
  functionTimes(
    hotFunctions(profile).map(({ name, file, selfNs }) => ({ name, file, self: selfNs }))
  );

export function timesOfKscope(file: string): FunctionTimes {
  const inflate = (bytes: Uint8Array, rawBytes: number): Uint8Array =>
    inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });
  return ofProfile(decodeKscope(readFileSync(file), { inflate }));
}

export function timesOfCpuprofile(file: string): FunctionTimes {
  return ofProfile(readCpuprofile(readFileSync(file), IMPORT, SCRIPTS));
}

export function timesOfPprof(file: string): FunctionTimes {
  const profile = Pprof.decode(gunzipSync(readFileSync(file)));
  const text = (at: number | bigint): string => profile.stringTable.strings[Number(at)];
  const functions = new Map(profile.function.map(each => [Number(each.id), each]));
  const locations = new Map(
    profile.location.map(({ id, line }) => [Number(id), functions.get(Number(line[0].functionId))])
  );
  return functionTimes(
    profile.sample.flatMap(({ locationId, value }) => {
      const called = locations.get(Number(locationId[0]));
      if (called === undefined) return [];
      return { name: text(called.name), file: text(called.filename), self: Number(value[0]) };
    })
  );
}

/** A part of a profile as Sentry sends it. */
interface SentryChunk {
  readonly profile: {
    readonly samples: readonly { readonly stack_id: number }[];
    readonly stacks: readonly (readonly number[])[];
    readonly frames: readonly {
      readonly function?: string;
      readonly abs_path?: string;
      readonly filename?: string;
    }[];
  };
}

export function timesOfSentry(file: string): FunctionTimes {
  const chunks = JSON.parse(readFileSync(file, 'utf8')) as readonly SentryChunk[];
  return functionTimes(
    chunks.flatMap(({ profile: { samples, stacks, frames } }) =>
      samples.flatMap(({ stack_id }) => {
        const frame = frames.at(stacks[stack_id][0] ?? frames.length);
        if (frame === undefined) return [];
        const place = frame.abs_path ?? frame.filename ?? '';
        return { name: frame.function ?? '', file: place, self: 1 };
      })
    )
  );
}

/** The log of `node --prof` as `node --prof-process --preprocess` writes it, which 0x keeps. */
interface PreprocessedLog {
  readonly code: readonly { readonly name: string; readonly type: string }[];
  /** `s`: pairs of code and offset, the innermost first. */
  readonly ticks: readonly { readonly s: readonly number[] }[];
}

/** `name file:line:column`; the name is missing where the function has none. */
const LOGGED = /^(?<name>\S*) (?<file>.*?)(?::\d+){0,2}$/;

export function timesOfLog(file: string): FunctionTimes {
  const { code, ticks } = JSON.parse(readFileSync(file, 'utf8')) as PreprocessedLog;
  return functionTimes(
    ticks.flatMap(({ s }) => {
      const stack = s.filter((_, at) => at % 2 === 0).map(id => code.at(id));
      const called = stack.find(each => each?.type === 'JS');
      const found = called && LOGGED.exec(called.name)?.groups;
      return found ? { name: found['name'], file: found['file'], self: 1 } : [];
    })
  );
}
