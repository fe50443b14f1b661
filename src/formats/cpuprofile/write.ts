import { FrameKind, type Profile } from '../../model/profile/profile';
import { profileNotes } from '../../report/text/profileNotes';
import { functionName } from '../shared/rows/callPath';
import { type CallNode, CpuprofileTree } from './cpuprofileTree';
import { type TimedNodes, timedNodes } from './cpuprofileTimes';
import { ITEM_END, writeList } from '../shared/text/jsonList';
import { JsonWriter, quoteText } from '../shared/text/jsonWriter';
import { groupRows, rowsOf } from '../shared/rows/rowGroups';

/** The usual size of one sample, bytes: a node and a time difference. */
const SAMPLE_BYTES = 20;

/**
 * The CPU samples of one thread of `profile` in the format of V8 (`.cpuprofile`), uncompressed
 * UTF-8: of the first thread that has any. Times are whole microseconds of the monotonic clock,
 * rounded one by one, so that no error adds up: a sample lasts until the next one or the end.
 * `(root)`, `(idle)`, `(program)` and `(garbage collector)` are called as V8 calls them; files have
 * the names that they have in the profile. Nodes count their samples by line where the line is known.
 * Lone surrogates become U+FFFD. Without samples there is the root alone. What is missing of the profile is
 * listed in `kernelscope.notes`, which V8's readers skip.
 */
export function encodeCpuprofile(profile: Profile): Uint8Array {
  const rows = cpuprofileRows(profile);
  const tree = new CpuprofileTree(profile);
  const timed = timedNodes(profile, rows, tree);
  const writer = new JsonWriter(4096 + rows.length * SAMPLE_BYTES, profile.strings);
  writer.raw('{"nodes":');
  writeList(writer, () => tree.nodes.forEach(node => writeNode(writer, profile, node)));
  writer.raw(`,"startTime":${timed.startUs},"endTime":${timed.endUs},"samples":`);
  writeList(writer, () => {
    for (const id of timed.node) writeNumber(writer, id);
  });
  writer.raw(',"timeDeltas":');
  writeList(writer, () => writeDeltas(writer, timed));
  const notes = profileNotes(profile).map(quoteText);
  if (notes.length > 0) writer.raw(`,"kernelscope":{"notes":[${notes.join(',')}]}`);
  writer.raw('}\n');
  return writer.toBytes();
}

/** Rows of the samples that {@link encodeCpuprofile} writes. */
export function cpuprofileRows({ samples, tracks }: Profile): Uint32Array {
  if (samples.length === 0) return new Uint32Array(0);
  const first = samples.track.reduce((least, track) => Math.min(least, track));
  return rowsOf(groupRows(samples.track, tracks.length), first);
}

function writeDeltas(writer: JsonWriter, { timeUs, startUs }: TimedNodes): void {
  let before = startUs;
  for (const time of timeUs) {
    writeNumber(writer, time - before);
    before = time;
  }
}

const NUMBER_END = new TextEncoder().encode(ITEM_END);

// hot
function writeNumber(writer: JsonWriter, value: number): void {
  writer.putWhole(value);
  writer.put(NUMBER_END);
}

function writeNode(writer: JsonWriter, profile: Profile, node: CallNode): void {
  const ticks = [...node.ticks].sort(([a], [b]) => a - b);
  const lines = ticks.map(([line, count]) => `{"line":${line},"ticks":${count}}`);
  const children = node.children.length > 0 ? `,"children":[${node.children.join(',')}]` : '';
  const positions = lines.length > 0 ? `,"positionTicks":[${lines.join(',')}]` : '';
  writer.raw(
    `{"id":${node.id},"callFrame":{${callFrame(writer, profile, node)}},` +
      `"hitCount":${node.hits}${children}${positions}}${ITEM_END}`
  );
}

/** Lines and columns count from 0 here; -1 for none. */
function callFrame(writer: JsonWriter, profile: Profile, { frame, name }: CallNode): string {
  if (frame < 0) return `"functionName":"${name}",${NO_SCRIPT}`;
  const { file, line, column, kind } = profile.frames;
  const functionText = `"functionName":${quoteText(functionName(profile, frame))}`;
  const isScript = kind[frame] !== FrameKind.gc && kind[frame] !== FrameKind.program;
  if (!isScript || profile.strings[file[frame]] === '') return `${functionText},${NO_SCRIPT}`;
  return (
    `${functionText},"scriptId":"${file[frame]}","url":${writer.quote(file[frame])},` +
    `"lineNumber":${line[frame] - 1},"columnNumber":${column[frame] - 1}`
  );
}

const NO_SCRIPT = '"scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1';
