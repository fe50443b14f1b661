import type { FunctionTotal } from '../support/functionTotals';

/** A CPU profile as Chrome DevTools understands it. */
export interface DevToolsProfile {
  /** Microseconds by function name. */
  readonly totals: ReadonlyMap<string, FunctionTotal>;
  /** Milliseconds from the first sample to the end of the last one. */
  readonly samplesMs: number;
}

interface CallNode {
  readonly functionName: string;
}

type Opened = [depth: number, node: CallNode];
type Closed = [...Opened, sample: number, startMs: number, durationMs: number, selfMs: number];

interface Model {
  readonly timestamps?: readonly number[];
  forEachFrame(open: (...opened: Opened) => void, close: (...closed: Closed) => void): void;
}

interface Parser {
  readonly CPUProfileDataModel: { readonly CPUProfileDataModel: new (profile: unknown) => Model };
}

/** The package has no types that the compiler could follow. */
const PARSER = '@paulirish/trace_engine/models/cpu_profile/cpu_profile.js';

/** Reads a `.cpuprofile` with the parser of Chrome DevTools. Throws where that refuses it. */
export async function readCpuprofile(file: Uint8Array): Promise<DevToolsProfile> {
  const { CPUProfileDataModel } = (await import(PARSER)) as Parser;
  const model = new CPUProfileDataModel.CPUProfileDataModel(
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file))
  );
  const times = model.timestamps ?? [];
  const samplesMs = times.length < 2 ? 0 : times[times.length - 2] - times[0];
  return { totals: totalsOf(model), samplesMs };
}

function totalsOf(model: Model): ReadonlyMap<string, FunctionTotal> {
  const totals = new Map<string, FunctionTotal>();
  const open: string[] = [];
  model.forEachFrame(
    (_, { functionName }) => void open.push(functionName),
    (...[, { functionName }, , , durationMs, selfMs]) => {
      open.pop();
      const { self, total } = totals.get(functionName) ?? { self: 0, total: 0 };
      const outermostMs = open.includes(functionName) ? 0 : durationMs;
      totals.set(functionName, { self: self + selfMs, total: total + outermostMs });
    }
  );
  const microseconds = (ms: number): number => Math.round(ms * 1000);
  return new Map(
    Array.from(totals, ([name, { self, total }]) => {
      return [name, { self: microseconds(self), total: microseconds(total) }];
    })
  );
}
