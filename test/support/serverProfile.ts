import { ProfileBuilder } from '../../src/model/build/profileBuilder';
import { ERROR_TYPE_ARG, FETCH_CATEGORY, HTTP_SERVER_CATEGORY } from '../../src/facts/requests';
import { ENDED_BY_ARG, OVERLAPPING_ARG } from '../../src/model/profile/argKeys';
import { TOP_LEVEL } from '../../src/model/profile/frameNames';
import { CORE_WAIT, WAITING_CATEGORY } from '../../src/model/profile/categories';
import type { Profile } from '../../src/model/profile/profile';
import { validateProfile } from '../../src/model/validate/validate';
import { sampleMeta } from './drawProfile';
import { stackParts } from './stackParts';

export const MS = 1e6;
/** The file of the server. */
export const SOURCE = `async function answer(id) {
  const row = await query(id);
  return page(row);
}
function page(row) {
  const text = read(row);
  return text.trim();
}
`;

/** A beginning and a duration, milliseconds. */
export type Stretch = readonly [startMs: number, durationMs: number];

export interface Server {
  readonly durationMs?: number;
  readonly requests: readonly Stretch[];
  /** Waits at line 2, the `await` of a query. */
  readonly waits?: readonly Stretch[];
  readonly isOverlapping?: boolean;
  /** Code of which function that is. */
  readonly waitsIn?: string;
  /** What the main thread ran, and the second one. */
  readonly ran?: readonly (readonly [...Stretch, stack: string])[];
  readonly otherRan?: readonly (readonly [...Stretch, stack: string])[];
  readonly coreWaits?: readonly Stretch[];
  /** Time of a line itself. */
  readonly lines?: Readonly<Record<number, number>>;
  readonly failed?: number;
  /** Whether the program sends the requests itself. */
  readonly isAsked?: boolean;
  /** What ended the waits, the network where not stated. */
  readonly endedBy?: string;
  /** Whether the second thread is one of another process, which sends the requests. */
  readonly isOtherAsking?: boolean;
  /** Whether the server is a process that another one has begun, which waits meanwhile. */
  readonly isWorker?: boolean;
}

/** A server in one file, which answers `GET /row`. */
export function serverOf(server: Server): Profile {
  const {
    requests,
    waits = [],
    waitsIn = 'answer',
    ran = [],
    otherRan = [],
    coreWaits = [],
    lines = {}
  } = server;
  const builder = new ProfileBuilder();
  const [pid, isWorker] = [7, server.isWorker === true];
  const primary = isWorker ? builder.addTrack({ name: 'primary', kind: 'thread', pid: 6 }) : -1;
  const main = builder.addTrack({ name: 'main thread', kind: 'thread', pid });
  const waiting = builder.addTrack({ name: 'Waiting', kind: 'waiting', parent: main, pid });
  const lanes = requests.map((_, at) =>
    builder.addTrack({ name: `async ${at}`, kind: 'asyncLane', parent: main, pid })
  );
  const answered = requests.map((times, at) => {
    const failure = at < (server.failed ?? 0) ? { args: { [ERROR_TYPE_ARG]: '500' } } : {};
    const name = { name: 'GET /row', category: HTTP_SERVER_CATEGORY };
    return { times, slice: { ...name, track: lanes[at], ...failure }, isWait: false };
  });
  const isOther = server.isOtherAsking === true;
  const isShared = otherRan.length > 0;
  const worker = { name: 'worker', kind: 'thread', pid: isOther ? 8 : pid } as const;
  const other = isShared ? builder.addTrack(worker) : main;
  const asking = askingSlices(server, row => (isOther ? other : lanes[row]));
  const overlapping: Record<string, boolean> =
    server.isOverlapping === true ? { [OVERLAPPING_ARG]: true } : {};
  const args = { [ENDED_BY_ARG]: server.endedBy ?? 'network', ...overlapping };
  const what = { name: 'app.js:2', category: WAITING_CATEGORY, track: waiting, args };
  const waited = waits.map(times => ({ times, slice: what, isWait: true }));
  const slices = [...asking, ...answered, ...waited]
    .sort((one, two) => one.times[0] - two.times[0])
    .flatMap(({ slice, isWait, times: [start, duration] }) => {
      const times = { start: start * MS, duration: duration * MS };
      const row = builder.addSlice({ ...slice, ...times });
      return isWait ? [{ slice: row, stack: `${waitsIn}:2` }] : [];
    });
  if (coreWaits.length > 0) {
    builder.addCounter({
      ...{ ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track: main },
      time: Float64Array.from(coreWaits, ([at]) => at * MS),
      value: Float64Array.from(coreWaits, ([, ms]) => ms * MS)
    });
  }
  const samples = [
    ...(isWorker ? [{ each: [0, 1000, ''] as const, track: primary }] : []),
    ...ran.map(each => ({ each, track: main })),
    ...otherRan.map(each => ({ each, track: other })),
    ...waits.map(([at, ms]) => ({ each: [at, ms, ''] as const, track: main }))
  ].sort((a, b) => a.each[0] - b.each[0]);
  const parts = stackParts(builder, {
    files: {
      [TOP_LEVEL]: 'app.js',
      answer: 'app.js',
      page: 'app.js',
      read: 'node_modules/db/index.js',
      blur: 'pool.js',
      client: 'app.js',
      parserOnIncoming: 'node:_http_server',
      close: 'node:_http_server',
      runTest: 'node_modules/jest-circus/build/run.js'
    },
    begins: { answer: 1, page: 5, blur: 3 },
    samples: samples.map(({ each: [, ms, stack] }) => ({ stack, weight: ms * MS })),
    slices
  });
  const own = Object.entries(lines);
  const file = builder.strings.intern('app.js');
  const meta = sampleMeta((server.durationMs ?? 1000) * MS);
  const profile = builder.build(meta, {
    ...parts,
    samples: {
      ...parts.samples,
      time: Float64Array.from(samples, ({ each }) => each[0] * MS),
      track: Uint16Array.from(samples, ({ track }) => track)
    }
  });
  const times = Float64Array.from(own, ([, ms]) => ms * MS);
  const report = {
    source: 'callSites',
    status: 'ok',
    message: '',
    records: samples.length
  } as const;
  return validateProfile({
    ...profile,
    sources: [report],
    sourceTexts: [{ file: 'app.js', text: SOURCE, isClipped: false }],
    lineTotals: {
      length: own.length,
      file: Uint32Array.from(own, () => file),
      line: Uint32Array.from(own, ([line]) => Number(line)),
      own: times,
      self: times,
      total: times
    }
  });
}

/** The requests of a server as whoever sends them sees them; none where that was not recorded. */
function askingSlices(
  { requests, isAsked, isOtherAsking }: Server,
  trackOf: (row: number) => number
) {
  const sent = isAsked === true || isOtherAsking === true ? requests : [];
  return sent.map(([at, ms], row) => {
    const slice = { name: 'GET localhost', category: FETCH_CATEGORY, track: trackOf(row) };
    return { times: [at - 1, ms + 2] as const, slice, isWait: false };
  });
}
