import { ArgKind, type Profile } from '../../model/profile/profile';
import type { ChromeOutput } from './chromeOutput';
import { isThreadRow } from './chromeRows';
import { type JsonWriter, microseconds } from '../shared/text/jsonWriter';
import { comesFirst, wholeNs } from '../shared/rows/traceTime';

/** Adds the arguments of a slice to its event, which is still open; nothing if it has none. */
export function writeArgs(output: ChromeOutput, slice: number): void {
  const { writer, details } = output;
  const from = details.firstArg(slice);
  const to = details.endOfArgs(slice);
  if (from === to) return;
  let text = ',"args":{';
  for (let arg = from; arg < to; arg++) {
    if (arg > from) text += ',';
    text += `${argKey(output, arg, slice)}:${argValue(output, arg)}`;
  }
  writer.raw(`${text}}`);
}

function argKey({ writer, details, profile, argWords }: ChromeOutput, arg: number, slice: number) {
  const key = profile.args.key[arg];
  const word = argWords?.keys.get(key);
  if (argWords === null || word === undefined) return writer.quote(key);
  const { kept } = argWords;
  if (key !== kept.key) return word;
  const keys = profile.args.key.subarray(details.firstArg(slice), details.endOfArgs(slice));
  return keys.includes(kept.unless) ? writer.quote(key) : word;
}

function argValue({ writer, profile, argWords }: ChromeOutput, arg: number): string {
  const isJson = argWords?.jsonKeys.has(profile.args.key[arg]) === true;
  const { kind, value } = profile.args;
  const json = isJson && kind[arg] === ArgKind.string ? writer.json(value[arg]) : null;
  return json ?? argText(writer, profile, arg);
}

/** JSON has no number for infinity and NaN: they become text. */
function argText(writer: JsonWriter, { args }: Profile, arg: number): string {
  const value = args.value[arg];
  if (args.kind[arg] === ArgKind.string) return writer.quote(value);
  if (args.kind[arg] === ArgKind.boolean) return value === 1 ? 'true' : 'false';
  return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
}

/**
 * Writes the slice's ends of its flows at its start. There they bind to it, or to the innermost of
 * the slices within that start at the same time.
 * Flows bind to slices of threads alone: one from or to another track is left out.
 */
export function writeFlowEnds(output: ChromeOutput, slice: number): void {
  const { details, profile } = output;
  const { flows } = profile;
  for (const flow of details.flowsFrom(slice)) {
    const isFirst = comesFirst(profile, slice, flows.to[flow]);
    writeFlowEnd(output, flow, slice, isFirst ? 's' : 'f');
  }
  for (const flow of details.flowsTo(slice)) {
    const isLast = comesFirst(profile, flows.from[flow], slice);
    writeFlowEnd(output, flow, slice, isLast ? 'f' : 's');
  }
}

function writeFlowEnd(
  { writer, templates, profile, flowIds, rows }: ChromeOutput,
  flow: number,
  slice: number,
  phase: 's' | 'f'
): void {
  const { flows, slices, tracks } = profile;
  const isOnThread = (end: number): boolean => isThreadRow(tracks[slices.track[end]].kind);
  if (!isOnThread(flows.from[flow]) || !isOnThread(flows.to[flow])) return;
  const { pid, tid } = rows[slices.track[slice]];
  const binding = phase === 'f' ? ',"bp":"e"' : '';
  writer.raw(
    `{"ph":"${phase}"${binding},"id":${flowIds[flow]},"pid":${pid},"tid":${tid},` +
      `${templates.nameAndCategory(flows.label[flow])},` +
      `"ts":${microseconds(wholeNs(slices.start[slice]))}},\n`
  );
}
