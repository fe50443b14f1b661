/** A slice as the Performance panel of Chrome DevTools has it, in microseconds. */
export interface DevToolsSlice {
  readonly thread: string;
  readonly name: string;
  readonly ts: number;
  readonly dur: number;
}

interface Entry {
  readonly name: string;
  readonly ts: number;
  readonly dur?: number;
}

interface Thread {
  readonly name: string | null;
  readonly entries: readonly Entry[];
}

interface Model {
  parse(events: unknown): Promise<void>;
  parsedTrace(): {
    readonly data: {
      readonly Renderer: {
        readonly processes: ReadonlyMap<number, { readonly threads: ReadonlyMap<number, Thread> }>;
      };
    };
  };
}

interface Engine {
  readonly TraceModel: { readonly Model: { createWithAllHandlers(): Model } };
}

/** The package has no types that the compiler could follow. */
const ENGINE = '@paulirish/trace_engine/models/trace/trace.js';

/** Reads Chrome JSON with the engine of the Performance panel; the slices of threads. */
export async function readChromeTrace(file: Uint8Array): Promise<readonly DevToolsSlice[]> {
  const document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file)) as {
    readonly traceEvents: readonly unknown[];
  };
  const { TraceModel } = (await import(ENGINE)) as Engine;
  const model = TraceModel.Model.createWithAllHandlers();
  await model.parse(document.traceEvents);
  const { processes } = model.parsedTrace().data.Renderer;
  const threads = [...processes.values()].flatMap(each => [...each.threads.values()]);
  return threads.flatMap(({ name, entries }) =>
    entries.map(entry => ({
      thread: name ?? '',
      name: entry.name,
      ts: entry.ts,
      dur: entry.dur ?? 0
    }))
  );
}
