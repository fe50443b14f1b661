import { DEOPT_LIMITS } from '../../facts/deopts';

/** A deoptimization as V8's trace has it. */
export interface TracedDeopt {
  /** Such as `eager`. */
  readonly kind: string;
  readonly reason: string;
  /** '' for a function without a name. */
  readonly function: string;
  /** The script; '' if the trace does not name it. */
  readonly file: string;
  /** One-based position in the script; both 0 if the trace has none. */
  readonly line: number;
  readonly column: number;
  /** The number of bytes of the trace up to the end of its first line. */
  readonly endByte: number;
}

const BEGIN = '[bailout (kind: ';
const REASON = ', reason: ';
const FUNCTION = '): begin. deoptimizing ';
const JS_FUNCTION = '<JSFunction';
const FUNCTION_END = ' (sfi = ';
const POSITION = ';;; deoptimize at <';
const FRAME = '  reading input frame ';
const FRAME_END = ' => ';

/** Of longer lines nothing is read; names in them may have any length. */
const MAX_LINE = 8192;

/**
 * The deoptimizations in V8's trace, of which a piece may be missing at either end. Of code that was
 * inlined, the trace has the position and the functions that it is in, outermost first: the last one counts.
 */
export function* parseDeopts(trace: Uint8Array): Generator<TracedDeopt> {
  let open: TracedDeopt | null = null;
  for (const { text, endByte } of linesOf(trace)) {
    const at = text.indexOf(BEGIN);
    if (at < 0) {
      open &&= withMore(open, text);
      continue;
    }
    if (open) yield open;
    open = beginning(text.slice(at + BEGIN.length), endByte);
  }
  if (open) yield open;
}

/** The lines of a trace that are ended and not too long. */
function* linesOf(
  trace: Uint8Array
): Generator<{ readonly text: string; readonly endByte: number }> {
  const bytes = Buffer.from(trace.buffer, trace.byteOffset, trace.byteLength);
  let from = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
    if (end - from <= MAX_LINE) yield { text: bytes.toString('utf8', from, end), endByte: end + 1 };
    from = end + 1;
  }
}

/** The line that tells kind, reason and function; null if V8 writes it in another way. */
function beginning(text: string, endByte: number): TracedDeopt | null {
  const kindEnd = text.indexOf(REASON);
  const reasonEnd = text.indexOf(FUNCTION, kindEnd);
  if (kindEnd < 0 || reasonEnd < 0) return null;
  const kind = text.slice(0, kindEnd).replace(/^deopt-/, '');
  const reason = text.slice(kindEnd + REASON.length, reasonEnd);
  const named = functionOf(text.slice(reasonEnd + FUNCTION.length));
  return {
    kind: kind.slice(0, DEOPT_LIMITS.kind),
    reason: reason.slice(0, DEOPT_LIMITS.reason),
    ...named,
    ...{ line: 0, column: 0, endByte }
  };
}

/** The function in `0x… <JSFunction add </tmp/a.js> (sfi = 0x…)>, …`, and its script. */
function functionOf(text: string): Pick<TracedDeopt, 'function' | 'file'> {
  const start = text.indexOf(JS_FUNCTION);
  const end = text.indexOf(FUNCTION_END, start);
  if (start < 0 || end < 0) return { function: '', file: '' };
  const inside = text.slice(start + JS_FUNCTION.length, end);
  const fileAt = inside.endsWith('>') ? inside.indexOf(' <') : -1;
  if (fileAt < 0) return { function: inside.trim().slice(0, DEOPT_LIMITS.function), file: '' };
  return {
    function: inside.slice(0, fileAt).trim().slice(0, DEOPT_LIMITS.function),
    file: inside.slice(fileAt + 2, -1)
  };
}

/** With the position, or the function of one frame more. */
function withMore(deopt: TracedDeopt, text: string): TracedDeopt {
  if (text.startsWith(FRAME)) {
    const end = text.indexOf(FRAME_END, FRAME.length);
    const name = text.slice(FRAME.length, end).trim();
    return end < 0 ? deopt : { ...deopt, function: name.slice(0, DEOPT_LIMITS.function) };
  }
  const at = text.indexOf(POSITION);
  return at < 0 ? deopt : { ...deopt, ...positionOf(text.slice(at + POSITION.length)) };
}

/** The first position in `/tmp/a.js:7:9> inlined at </tmp/a.js:10:10>`; nothing if V8 does not know it. */
function positionOf(text: string): Partial<TracedDeopt> {
  const inner = text.split('> inlined at <', 1)[0].replace(/>$/, '');
  const columnAt = inner.lastIndexOf(':');
  const lineAt = inner.lastIndexOf(':', columnAt - 1);
  const [line, column] = [inner.slice(lineAt + 1, columnAt), inner.slice(columnAt + 1)].map(Number);
  const isKnown = lineAt > 0 && Number.isSafeInteger(line) && Number.isSafeInteger(column);
  return isKnown && line > 0 ? { file: inner.slice(0, lineAt), line, column } : {};
}
