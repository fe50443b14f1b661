import { FrameKind, type Profile } from '../../model/profile/profile';
import { finishTrace } from '../shared/imported/finishTrace';
import { type ScriptNames, ImportedFrames } from '../shared/imported/importedFrames';
import { type ImportOptions, ImportedTrace } from '../shared/imported/importedTrace';
import { SampleSequence, sayUnitless, unitNamed } from '../shared/imported/sampleSequence';
import { linesOf, textDocument } from '../shared/imported/fileStart';
import { TraceImportError } from '../shared/imported/importLimits';

/** What is written of no stacks: a file without a byte would be of no format. Here, so that looking at a file loads no writer. */
export const NO_STACKS = '# No stacks were recorded.\n';

/** Functions of one line that are read. */
const MAX_DEPTH = 65_536;

/** The name of the first thread in files that are written here. */
const MAIN_THREAD = 'main thread';

/** A line with a stack, and its number. */
export const FOLDED_LINE = /^(.+) (\d+(?:\.\d+)?)$/;

/** A stack, outermost function first, and its number as a text has it. */
interface FoldedLine {
  readonly names: readonly string[];
  readonly count: number;
}

/**
 * Folded stacks, lines such as `train;matMul 1250`, as a profile: one sample for each line, in the order of the
 * file. Numbers have no unit there; they are read as microseconds, as they are written here. Where threads are
 * the outermost names, as in files that are written here, they become threads again.
 *
 * @throws TraceImportError for a file without such lines, or one beyond the limits.
 */
export function readFolded(
  bytes: Uint8Array,
  options: ImportOptions,
  scripts: ScriptNames
): Profile {
  const text = textDocument(bytes);
  const trace = new ImportedTrace(bytes);
  const withThreads = hasThreads(text);
  const process = trace.rows.add({ kind: 'process' });
  const threads = new Map<string, number>();
  const threadNamed = (name: string): number => {
    const known = threads.get(name);
    if (known !== undefined) return known;
    const tid = threads.size + 1;
    const row = trace.rows.add({ kind: 'thread', parent: process, name, tid });
    threads.set(name, row);
    return row;
  };
  const frames = new ImportedFrames(trace, scripts, FrameKind.user);
  const sequence = new SampleSequence(trace);
  const { factor } = unitNamed('');
  for (const { names, count } of foldedLines(text, trace)) {
    const row = threadNamed(withThreads ? names[0] : MAIN_THREAD);
    let stack = -1;
    for (const name of withThreads ? names.slice(1) : names) {
      stack = trace.samples.stackOf(stack, frames.row({ name, file: '' }));
    }
    sequence.add(row, stack, count * factor);
  }
  if (trace.samples.length === 0 && text !== NO_STACKS) {
    throw new TraceImportError('it has no line with a stack and a number');
  }
  trace.facts.isOriginKnown = true;
  sayUnitless(trace.notes);
  return finishTrace(trace, options);
}

function* foldedLines(text: string, trace: ImportedTrace): Iterable<FoldedLine> {
  for (const line of linesOf(text)) {
    const match = FOLDED_LINE.exec(line);
    if (match !== null) yield { names: match[1].split(';', MAX_DEPTH), count: Number(match[2]) };
    else if (line !== '' && !/^(#|\/\/)/.test(line)) trace.notes.add('lineless');
  }
}

/**
 * Whether the outermost names are those of threads: the main thread is one of several, and never within a stack.
 */
function hasThreads(text: string): boolean {
  const outermost = new Set<string>();
  for (const line of linesOf(text)) {
    const match = FOLDED_LINE.exec(line);
    if (match === null) continue;
    const [first, ...others] = match[1].split(';', MAX_DEPTH);
    if (others.length === 0 || others.includes(MAIN_THREAD)) return false;
    outermost.add(first);
  }
  return outermost.size > 1 && outermost.has(MAIN_THREAD);
}
