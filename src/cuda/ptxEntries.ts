/** The most bytes that all parameters of a kernel take, since CUDA 12.1. */
export const MOST_PARAMETER_BYTES = 32_764;

/** A parameter as PTX declares it, such as `.param .align 8 .b8 name[24]`. */
export interface PtxParameter {
  /** Of its type: `u` of `.u64`. */
  readonly letters: string;
  /** Of its type: 64 of `.u64`. */
  readonly bits: 8 | 16 | 32 | 64;
  /** Of the whole parameter. */
  readonly bytes: number;
  readonly isPointer: boolean;
  readonly isArray: boolean;
}

/** Comments to their end or that of the text, and texts in quotes, which may hold what looks like one. */
const IGNORED = /"[^"\n]*"|\/\*[^]*?(?:\*\/|$)|\/\/.*/g;
const ENTRY = /\.entry\s+([\w$%]+)\s*/g;
const POINTER = / \.ptr(?: \.(?:const|global|local|shared)(?:::\w+)?)?(?: \.align \d+)?/;
const PARAMETER = new RegExp(
  String.raw`^\.param(?: \.align \d+)? \.(bf|[busf])(8|16|32|64)(${POINTER.source})? ` +
    String.raw`[\w$%]+ ?(?:\[ ?(\d+) ?\])?$`
);

/**
 * The kernels of PTX by name, in its order, with their parameters; null where a list of them is damaged
 * or has what no kernel from C++ has.
 */
export function entriesIn(ptx: string): Map<string, readonly PtxParameter[] | null> {
  const code = ptx.replace(IGNORED, ' ');
  const entries = new Map<string, readonly PtxParameter[] | null>();
  const finder = new RegExp(ENTRY);
  for (let match = finder.exec(code); match !== null; match = finder.exec(code)) {
    const begin = finder.lastIndex;
    if (code[begin] !== '(') {
      entries.set(match[1], code[begin] === '{' || code[begin] === '.' ? [] : null);
      continue;
    }
    const end = code.indexOf(')', begin);
    entries.set(match[1], end === -1 ? null : parametersIn(code.slice(begin + 1, end)));
    if (end === -1) break;
    finder.lastIndex = end;
  }
  return entries;
}

function parametersIn(list: string): readonly PtxParameter[] | null {
  if (list.trim() === '') return [];
  const parameters = list.split(',').map(parameterIn);
  return parameters.every(parameter => parameter !== null) ? parameters : null;
}

function parameterIn(declaration: string): PtxParameter | null {
  const match = PARAMETER.exec(declaration.replace(/\s+/g, ' ').trim());
  if (match === null) return null;
  const [, letters, digits, pointer, length] = match as readonly (string | undefined)[];
  const bits = Number(digits) as PtxParameter['bits'];
  const bytes = (bits / 8) * Number(length ?? 1);
  if (bytes < 1 || bytes > MOST_PARAMETER_BYTES) return null;
  return {
    ...{ letters: String(letters), bits, bytes },
    ...{ isPointer: pointer !== undefined, isArray: length !== undefined }
  };
}
