import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { queryProfiles } from '../../../src/engine/sql/queryProfiles';
import { decodeKscope } from '../../../src/formats/kscope/read';
import { encodeKscope } from '../../../src/formats/kscope/write';
import { encodePerfetto } from '../../../src/formats/perfetto/write';
import type { Profile } from '../../../src/model';
import { type TraceProcessor, loadTrace } from '../../oracles/traceProcessor';
import { type MeasuredFigure, millisecondFigure } from '../figure';
import { type BenchCase, floorCase, interleave, median } from '../harness';
import { trainingProfile } from '../millionSlices';

/** The same questions for both, each in the words of one. */
const QUESTIONS = {
  group: [
    'SELECT name, count(*), sum(dur_ns) FROM slices GROUP BY name ORDER BY 3 DESC',
    'select name, count(*), sum(dur) from slice group by name order by 3 desc'
  ],
  parents: [
    'SELECT p.name, s.name, sum(s.dur_ns) FROM slices AS s JOIN slices AS p ON p.id = s.parent_id GROUP BY 1, 2',
    'select p.name, s.name, sum(s.dur) from slice s join slice p on p.id = s.parent_id group by 1, 2'
  ],
  longest: [
    'SELECT name, ts_ns, dur_ns FROM slices ORDER BY dur_ns DESC LIMIT 10',
    'select name, ts, dur from slice order by dur desc limit 10'
  ]
} as const;

const SELF = 'SELECT name, sum(self_ns) FROM slices GROUP BY name';

const inflate = (bytes: Uint8Array, rawBytes: number): Uint8Array =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, rawBytes) });

/** Both must find as many rows, or the comparison means nothing. */
async function checkEqual(profile: Profile, trace: TraceProcessor): Promise<void> {
  for (const [name, [ours, theirs]] of Object.entries(QUESTIONS)) {
    const [mine, other] = [
      (await queryProfiles([profile], ours)).length,
      trace.query(theirs).length
    ];
    if (mine !== other) throw new Error(`${name}: ${mine} rows, ${other} of the trace processor`);
  }
}

/** Queries over a profile of a million slices, beside the same ones in Perfetto's trace processor. */
export async function measure(): Promise<readonly MeasuredFigure[]> {
  const profile = trainingProfile();
  const file = encodeKscope(profile, { deflate: bytes => deflateRawSync(bytes, { level: 1 }) });
  const perfetto = encodePerfetto(profile);
  const trace = await loadTrace(perfetto);
  await checkEqual(profile, trace);
  const once = (run: () => unknown): BenchCase => ({ times: 1, run });
  const ask = (sql: string): BenchCase => once(() => queryProfiles([profile], sql));
  const times = await interleave(
    {
      floor: floorCase(),
      open: ask('SELECT 1'),
      self: ask(SELF),
      group: ask(QUESTIONS.group[0]),
      theirGroup: once(() => trace.query(QUESTIONS.group[1])),
      parents: ask(QUESTIONS.parents[0]),
      theirParents: once(() => trace.query(QUESTIONS.parents[1])),
      longest: ask(QUESTIONS.longest[0]),
      theirLongest: once(() => trace.query(QUESTIONS.longest[1])),
      first: once(() => queryProfiles([decodeKscope(file, { inflate })], QUESTIONS.group[0])),
      theirFirst: once(async () => (await loadTrace(perfetto)).query(QUESTIONS.group[1]))
    },
    { rounds: 7, warmup: 2 }
  );
  const floorNs = median(times.floor);
  const ms = (name: 'sql.open' | 'sql.group' | 'sql.self', ns: readonly number[]): MeasuredFigure =>
    millisecondFigure(name, median(ns), floorNs);
  const ratio = (
    name: 'sql.peerGroup' | 'sql.peerParents' | 'sql.peerLongest' | 'sql.peerFirst',
    ours: readonly number[],
    theirs: readonly number[]
  ): MeasuredFigure => ({ name, value: median(ours) / median(theirs), floorNs });
  return [
    ms('sql.open', times.open),
    ms('sql.group', times.group),
    ms('sql.self', times.self),
    ratio('sql.peerGroup', times.group, times.theirGroup),
    ratio('sql.peerParents', times.parents, times.theirParents),
    ratio('sql.peerLongest', times.longest, times.theirLongest),
    ratio('sql.peerFirst', times.first, times.theirFirst)
  ];
}
