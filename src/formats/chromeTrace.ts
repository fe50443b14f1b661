import type { CounterSeries, Profile } from '../model/profile';
import { writeAsyncSlices } from './chromeAsync';
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
 * events.
 *
 * What this format cannot hold is left out: CPU samples, flows from or to tracks that are no
 * threads, counter values that are not finite. A counter's unit is the key of its values. Numbers that JSON lacks
 * become text, lone surrogates U+FFFD.
 */
export function encodeChromeTrace(profile: Profile): Uint8Array {
  const writer = new JsonWriter(expectedBytes(profile), profile.strings);
  const output = {
    writer,
    templates: new ChromeTemplates(writer, profile),
    details: new SliceDetails(profile),
    profile,
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
      rest = Uint32Array.from(writeCompleteSlices(output, rows[track], rest));
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
    const { kind } = tracks[instants.track[row]];
    const { pid, tid } = rows[instants.track[row]];
    writer.raw(
      `{"ph":"i","s":"${isThreadRow(kind) ? 't' : 'p'}","pid":${pid},"tid":${tid},` +
        `${templates.nameAndCategory(instants.label[row])},` +
        `"ts":${microseconds(wholeNs(instants.time[row]))}},\n`
    );
  }
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
