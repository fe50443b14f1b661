import type { InstantScopeName } from '../model/instantScope';
import { instantScopeName } from '../model/instantScope';
import type { CounterSeries, Profile, TrackKind } from '../model/profile';
import { writeAsyncSlices } from './chromeAsync';
import { writeEventSlices } from './chromeEvents';
import { hasSpecialLabels, specialLabels } from './chromeLabels';
import type { ChromeOutput } from './chromeOutput';
import { chromeRows, isThreadRow, writeRowNames } from './chromeRows';
import { writeCompleteSlices } from './chromeSlices';
import { ChromeTemplates } from './chromeTemplates';
import { JsonWriter, microseconds, quoteText } from './jsonWriter';
import { groupRows, rowsOf } from './rowGroups';
import { SliceDetails } from './sliceDetails';
import { wholeNs } from './traceTime';

/** Bytes of an event besides name and category, as a rule. */
const EVENT_BYTES = 80;

/**
 * `profile` as Chrome JSON (Trace Event Format, object form), uncompressed UTF-8. Time 0 is the
 * profile's origin; what began earlier is cut off there, and times have whole nanoseconds. Slices
 * that partly overlap others of their track, and those of tracks that are no threads, become async
 * events; those of category `event` are pairs of `B` and `E` on their thread. An instant whose scope
 * is a task or a marker is one of its thread, and says so in its arguments.
 *
 * What this format cannot hold is left out: CPU samples, allocations, flows from or to tracks that
 * are no threads, counter values that are not finite. A counter's unit is the key of its values.
 * Numbers that JSON lacks become text, lone surrogates U+FFFD.
 */
export function encodeChromeTrace(profile: Profile): Uint8Array {
  const writer = new JsonWriter(expectedBytes(profile), profile.strings);
  const output = {
    writer,
    templates: new ChromeTemplates(writer, profile),
    details: new SliceDetails(profile),
    profile,
    special: specialLabels(profile),
    rows: chromeRows(profile)
  };
  const { name, startedAtMs, runtime } = profile.meta;
  const otherData = `"name":${quoteText(name)},"startedAtMs":${startedAtMs},"runtime":${quoteText(runtime)}`;
  writer.raw(`{"displayTimeUnit":"ns","otherData":{${otherData}},"traceEvents":[\n`);
  const emptyLength = writer.length;
  writeRowNames(writer, profile, output.rows);
  writeSlices(output);
  writeInstants(output);
  for (const counter of profile.counters) writeCounter(output, counter);
  if (writer.length > emptyLength) writer.unwrite(2);
  writer.raw('\n]}\n');
  return writer.toBytes();
}

/** A guess that spares the writer from growing; a little above what is needed as a rule. */
function expectedBytes({ slices, labels, strings }: Profile): number {
  const textBytes = Array.from(labels.name, (name, label) => {
    return strings[name].length + strings[labels.category[label]].length;
  });
  let bytes = 4096 + slices.length * EVENT_BYTES;
  for (let row = 0; row < slices.length; row++) bytes += textBytes[slices.label[row]];
  return bytes;
}

function writeSlices(output: ChromeOutput): void {
  const { profile, rows } = output;
  const byTrack = groupRows(profile.slices.track, profile.tracks.length);
  let freeId = 1;
  profile.tracks.forEach(({ kind }, track) => {
    let rest = rowsOf(byTrack, track);
    if (isThreadRow(kind)) {
      const write = hasSpecialLabels(output, rest) ? writeEventSlices : writeCompleteSlices;
      rest = Uint32Array.from(write(output, rows[track], rest));
    }
    while (rest.length > 0) {
      const lane = { ...rows[track], id: freeId++ };
      rest = Uint32Array.from(writeAsyncSlices(output, lane, rest));
    }
  });
}

function writeInstants({ writer, templates, profile, rows }: ChromeOutput): void {
  const { instants, tracks } = profile;
  for (let row = 0; row < instants.length; row++) {
    const scope = instantScopeName(instants.scope[row]);
    const { kind } = tracks[instants.track[row]];
    const { pid, tid } = rows[instants.track[row]];
    const args = scope === 'task' || scope === 'marker' ? `,"args":{"scope":"${scope}"}` : '';
    writer.raw(
      `{"ph":"i","s":"${scopeLetter(scope, kind)}","pid":${pid},"tid":${tid},` +
        `${templates.nameAndCategory(instants.label[row])},` +
        `"ts":${microseconds(wholeNs(instants.time[row]))}${args}},\n`
    );
  }
}

/** What is of a thread is of its process where the track is not shown as a thread. */
function scopeLetter(scope: InstantScopeName, kind: TrackKind): 'g' | 'p' | 't' {
  if (scope === 'global') return 'g';
  return scope === 'process' || !isThreadRow(kind) ? 'p' : 't';
}

function writeCounter({ writer, rows }: ChromeOutput, counter: CounterSeries): void {
  const { time, value, unit } = counter;
  const { pid, tid } = rows[counter.track];
  const labels = `"name":${quoteText(counter.name)},"cat":${quoteText(counter.category)}`;
  for (let point = 0; point < time.length; point++) {
    if (!Number.isFinite(value[point])) continue;
    writer.raw(
      `{"ph":"C","pid":${pid},"tid":${tid},${labels},"ts":${microseconds(wholeNs(time[point]))},` +
        `"args":{"${unit}":${value[point]}}},\n`
    );
  }
}
