import type { CounterUnit, Profile, ProfileMeta } from '../../src/model/profile/profile';
import { ProfileBuilder, type SampleParts } from '../../src/model/build/profileBuilder';

/** How {@link drawProfile} reads its drawing. */
export interface DrawOptions {
  /** Nanoseconds for one character; 1 unless stated. */
  readonly nsPerColumn?: number;
  readonly meta?: Partial<ProfileMeta>;
  /** Samples, stacks, dropped totals …; may intern its text in the builder. */
  readonly extra?: (builder: ProfileBuilder) => Partial<SampleParts>;
}

/**
 * A profile from a drawing: one line for each nesting level of a track, one character for each
 * `nsPerColumn`. A slice reaches from its `[` to its `]`, both included; `category/name` sets the
 * category (else `range`). A line without a track name goes on with the track above it. A name in
 * braces gives a counter's unit, and its numbers stand at their times.
 *
 *     main        |[train            ]
 *                 | [op/conv][op/relu]
 *     rss {bytes} |10   20   15
 */
export function drawProfile(drawing: string, options: DrawOptions = {}): Profile {
  const { nsPerColumn = 1, meta = {}, extra } = options;
  const builder = new ProfileBuilder();
  const tracks = new Map<string, number>();
  let head = '';
  let end = 0;
  for (const line of drawing.split('\n')) {
    const bar = line.indexOf('|');
    if (bar < 0) continue;
    head = line.slice(0, bar).trim() || head;
    const body = line.slice(bar + 1);
    end = Math.max(end, body.trimEnd().length);
    const counter = /^(.*) \{(\w+)\}$/.exec(head);
    if (counter) addCounter(builder, counter, body, nsPerColumn);
    else addSlices(builder, trackOf(builder, tracks, head), body, nsPerColumn);
  }
  if (tracks.size === 0) trackOf(builder, tracks, 'main');
  const durationNs = end * nsPerColumn;
  return builder.build({ ...sampleMeta(durationNs), ...meta }, extra?.(builder));
}

/** Facts about a run that no test depends on, unless it sets them. */
export function sampleMeta(durationNs: number): ProfileMeta {
  return {
    id: 'drawn',
    name: 'drawn',
    status: 'complete',
    startedAtMs: 1_700_000_000_000,
    originNs: '1000',
    durationNs,
    cpuTimeNs: durationNs,
    host: 'host',
    pid: 42,
    runtime: 'v20.0.0',
    options: {},
    cell: null,
    gpus: [],
    overheadNs: 0,
    dropped: { slices: 0, instants: 0, counterValues: 0, args: 0, flows: 0 },
    truncated: false
  };
}

function trackOf(builder: ProfileBuilder, tracks: Map<string, number>, name: string): number {
  const known = tracks.get(name);
  if (known !== undefined) return known;
  const kind = name.startsWith('lane') ? 'asyncLane' : 'thread';
  const track = builder.addTrack({ name, kind });
  tracks.set(name, track);
  return track;
}

function addSlices(builder: ProfileBuilder, track: number, body: string, scale: number): void {
  for (const match of body.matchAll(/\[([^\]]*)\]/g)) {
    const [category, name] = splitLabel(match[1].trim());
    const start = match.index * scale;
    builder.addSlice({ name, category, start, duration: match[0].length * scale, track });
  }
}

function splitLabel(label: string): readonly [category: string, name: string] {
  const slash = label.indexOf('/');
  return slash < 0 ? ['range', label] : [label.slice(0, slash), label.slice(slash + 1)];
}

function addCounter(
  builder: ProfileBuilder,
  [, name, unit]: RegExpExecArray,
  body: string,
  scale: number
): void {
  const points = [...body.matchAll(/-?\d+(\.\d+)?/g)];
  builder.addCounter({
    name,
    category: unit === 'bytes' ? 'Device Storage' : 'counters',
    unit: unit as CounterUnit,
    kind: 'set',
    track: 0,
    time: Float64Array.from(points, point => point.index * scale),
    value: Float64Array.from(points, point => Number(point[0]))
  });
}
