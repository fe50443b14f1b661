/** A message of the compiler about a position in CUDA C++. */
export interface CudaDiagnostic {
  /** From 1; null if it belongs to no line of the source. */
  readonly line: number | null;
  /** From 1, in the characters of the line; null if unknown. */
  readonly column: number | null;
  /** Only errors keep the source from being compiled. */
  readonly severity: 'error' | 'warning' | 'remark';
  /** The text of the compiler, with the place if that is in another file; may have several lines. */
  readonly message: string;
}

/** `op.cu(2): error: …` and `op.cu(2): warning #177-D: …`. */
const PLACED = /^(.+?)\((\d+)\): (catastrophic error|error|warning|remark)(?: #[\w-]+)?: (.*)$/;
/** `nvrtc: error: …`, `ptxas error   : …`, `ptxas warning : …`. */
const UNPLACED = /^\w+\s*:?\s*(fatal|error|warning)\s*:\s*(.*)$/;
const CARET = /^\s*\^\s*$/;
/** The indentation of source lines that the compiler repeats. */
const INDENT = 2;

/** The diagnostics in a log of NVIDIA's run-time compiler for a source of that name. */
export function readDiagnostics(log: string, name: string): CudaDiagnostic[] {
  const lines = log.split('\n');
  const found: CudaDiagnostic[] = [];
  for (let at = 0; at < lines.length; at++) {
    const placed = PLACED.exec(lines[at]);
    if (placed !== null) {
      found.push(placedDiagnostic(placed, followingLines(lines, at + 1), name));
      continue;
    }
    const unplaced = UNPLACED.exec(lines[at]);
    if (unplaced !== null) found.push(unplacedDiagnostic(unplaced));
  }
  return found;
}

/** Lines up to the next blank one or the next diagnostic. */
function followingLines(lines: readonly string[], from: number): readonly string[] {
  const end = lines.findIndex(
    (line, at) => at >= from && (line.trim() === '' || PLACED.test(line))
  );
  return lines.slice(from, end < 0 ? lines.length : end);
}

function placedDiagnostic(
  [, file, line, kind, first]: RegExpExecArray,
  rest: readonly string[],
  name: string
): CudaDiagnostic {
  const caret = rest.findIndex(text => CARET.test(text));
  const more =
    caret < 0 ? rest : [...rest.slice(0, Math.max(caret - 1, 0)), ...rest.slice(caret + 1)];
  const isHere = file === name;
  return {
    line: isHere ? Number(line) : null,
    column: isHere && caret >= 0 ? rest[caret].indexOf('^') - INDENT + 1 : null,
    severity: severityOf(kind),
    message: [isHere ? first : `${file}(${line}): ${first}`, ...more.map(text => text.trim())].join(
      '\n'
    )
  };
}

function unplacedDiagnostic([, kind, message]: RegExpExecArray): CudaDiagnostic {
  return { line: null, column: null, severity: severityOf(kind), message };
}

function severityOf(kind: string): CudaDiagnostic['severity'] {
  if (kind === 'warning' || kind === 'remark') return kind;
  return 'error';
}

/** Diagnostics as text, each with its line of the source and a caret below the column. */
export function showDiagnostics(
  diagnostics: readonly CudaDiagnostic[],
  source: string,
  name: string
): string {
  const lines = source.split(/\r\n|\r|\n/);
  return diagnostics.map(diagnostic => showDiagnostic(diagnostic, lines, name)).join('\n\n');
}

function showDiagnostic(
  { line, column, severity, message }: CudaDiagnostic,
  lines: readonly string[],
  name: string
): string {
  const place = line === null ? name : `${name}:${line}${column === null ? '' : `:${column}`}`;
  const head = `${place}: ${severity}: ${message}`;
  const text = line === null ? undefined : lines[line - 1];
  if (text === undefined || line === null) return head;
  const gutter = `  ${line} | `;
  const below = `${' '.repeat(gutter.length - 2)}| `;
  const caret = column === null ? [] : [`${below}${indentUpTo(text, column)}^`];
  return [head, `${gutter}${text}`, ...caret].join('\n');
}

/** Blanks as wide as the text before a column: tabs stay tabs. */
function indentUpTo(text: string, column: number): string {
  return text
    .slice(0, column - 1)
    .replace(/[^\t]/g, ' ')
    .padEnd(column - 1);
}
