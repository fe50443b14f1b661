import { API_CATEGORY, OPERATOR_CATEGORY, type Profile, ProfileBuilder } from 'kernelscope/model';
import { exampleMeta } from './richProfile';

/** Length of {@link engineProfile}, nanoseconds. */
export const ENGINE_NS = 40_000;

/**
 * The picture of MXNet's guide: the main thread launches two operators, which overlap on lanes of
 * their own, and waits for both.
 */
export function engineProfile(): Profile {
  const builder = new ProfileBuilder();
  const pid = 4242;
  builder.addTrack({ name: 'process', kind: 'process', pid, tid: 0 });
  const inProcess = { parent: 0, pid };
  const main = builder.addTrack({ name: 'main thread', kind: 'thread', ...inProcess, tid: pid });
  const lane = (name: string, tid: number) =>
    builder.addTrack({ name, kind: 'asyncLane', ...inProcess, tid });
  const [first, second, other] = [lane('operators', 1), lane('operators 2', 2), lane('async', 3)];
  const add = (name: string, start: number, duration: number, track = main) => {
    const category = track === first || track === second ? OPERATOR_CATEGORY : API_CATEGORY;
    return builder.addSlice({ name, category, start, duration, track });
  };
  add('tensor', 0, 4000);
  const diag = add('diag', 5000, 2000);
  const sum = add('sum', 8000, 2000);
  builder.addFlow('call', 'async', diag, add('diag', 5500, 17_500, first));
  builder.addFlow('call', 'async', sum, add('sum', 8500, 28_500, second));
  add('waitAll', 10_000, 27_000, other);
  builder.addCounter({
    ...{ name: 'API Concurrency', category: API_CATEGORY, unit: 'count', kind: 'set', track: 0 },
    time: Float64Array.of(0, 4000, 5000, 7000, 8000, 10_000, 10_001, 37_000),
    value: Float64Array.of(1, 0, 1, 0, 1, 0, 1, 0)
  });
  return builder.build({ ...exampleMeta(ENGINE_NS), name: 'engine' });
}
