import { withoutComments, type Demangle } from '../base/text';
import { type PtxParameter, entriesIn } from './ptxEntries';
import type { WholeKind } from './kernelValues';

/** Kinds of values that a kernel takes. `word32` and its like are whole numbers of unknown sign. */
export type ParameterKind =
  | 'pointer'
  | 'bool'
  | WholeKind
  | 'word8'
  | 'word16'
  | 'word32'
  | 'word64'
  | 'float32'
  | 'float64'
  | 'bytes';

/** A parameter of a kernel. */
export interface KernelParameter {
  readonly kind: ParameterKind;
  readonly bytes: number;
  /** As the source or the image calls its type. */
  readonly type: string;
}

/** A kernel of an image. */
export interface ImageKernel {
  /** As the image has it. */
  readonly name: string;
  /** As C++ has it, without parameters: `scale<float>`. */
  readonly cppName: string;
  /** Null where the image does not tell them. */
  readonly parameters: readonly KernelParameter[] | null;
}

/** The kernels of PTX, with their parameters as precisely as `source` and their names tell them. */
export function kernelsOf(ptx: string, source: string, demangle: Demangle): ImageKernel[] {
  return Array.from(entriesIn(ptx), ([name, list]) =>
    kernelOf({ name, full: demangle(name) }, list, source)
  );
}

interface KernelNames {
  readonly name: string;
  /** Demangled. */
  readonly full: string;
}

function kernelOf(
  { name, full }: KernelNames,
  list: readonly PtxParameter[] | null,
  source: string
): ImageKernel {
  const cppName = cppNameOf(full);
  if (list === null) return { name, cppName, parameters: null };
  const types = full === name ? typesInSource(source, name) : typesInSignature(full);
  const parameters = list.map((declared, at) =>
    parameterOf(declared, types?.length === list.length ? types[at] : undefined)
  );
  return { name, cppName, parameters };
}

function parameterOf(declared: PtxParameter, type: string | undefined): KernelParameter {
  const { letters, bits, bytes } = declared;
  const rough = roughKind(declared);
  const exact = type === undefined ? undefined : kindOfType(type);
  const isSame = exact !== undefined && sizeOfKind(exact) === bytes && rough !== 'bytes';
  return { kind: isSame ? exact : rough, bytes, type: type ?? `${letters}${bits}` };
}

function roughKind({ letters, bits, isPointer, isArray }: PtxParameter): ParameterKind {
  if (isArray) return 'bytes';
  if (isPointer) return 'pointer';
  if (letters === 'f') return bits === 64 ? 'float64' : bits === 32 ? 'float32' : 'word16';
  return `word${bits}`;
}

/** Bytes of a value of a kind; 0 for `bytes`, which have any number. */
export function sizeOfKind(kind: ParameterKind): number {
  if (kind === 'pointer') return 8;
  if (kind === 'bool') return 1;
  return kind === 'bytes' ? 0 : Number(/\d+$/.exec(kind)?.[0]) / 8;
}

/** Types of C++ on 64-bit Linux by their words in order of the alphabet. */
const TYPES: Readonly<Record<string, ParameterKind>> = {
  bool: 'bool',
  char: 'int8',
  'char signed': 'int8',
  'char unsigned': 'uint8',
  short: 'int16',
  'short unsigned': 'uint16',
  int: 'int32',
  signed: 'int32',
  unsigned: 'uint32',
  'int unsigned': 'uint32',
  long: 'int64',
  'long unsigned': 'uint64',
  'long long': 'int64',
  'long long unsigned': 'uint64',
  float: 'float32',
  double: 'float64',
  size_t: 'uint64',
  ptrdiff_t: 'int64'
};

/** The kind of a type of C++; undefined for a type that is declared elsewhere. */
export function kindOfType(type: string): ParameterKind | undefined {
  if (/[*&[]|\(/.test(type)) return 'pointer';
  const words = type
    .replace(/\b(const|volatile|struct|std|__restrict__|__restrict|restrict)\b|::/g, ' ')
    .split(/\s+/)
    .filter(word => word !== '');
  const fixed = /^(u?int)(8|16|32|64)_t$/.exec(words.join(' '));
  if (fixed !== null) return `${fixed[1]}${fixed[2]}` as WholeKind;
  const isSole = words.length > 1 && words.includes('int') && words.some(isWidth);
  const bare = isSole ? words.filter(word => word !== 'int') : words;
  return TYPES[[...bare].sort().join(' ')];
}

function isWidth(word: string): boolean {
  return word === 'long' || word === 'short';
}

/** `add` and `scale<float>` from `void scale<float>(float*, int)`. */
function cppNameOf(full: string): string {
  return splitSignature(full)?.name ?? full;
}

function typesInSignature(full: string): readonly string[] | undefined {
  const list = splitSignature(full)?.list;
  return list === undefined ? undefined : splitList(list);
}

/** The name and the parameters of a demangled function. */
function splitSignature(
  full: string
): { readonly name: string; readonly list: string } | undefined {
  if (!full.endsWith(')')) return undefined;
  let depth = 0;
  for (let at = full.length - 1; at >= 0; at--) {
    if (full[at] === ')') depth++;
    if (full[at] === '(' && --depth === 0) {
      return { name: full.slice(0, at).replace(/^void /, ''), list: full.slice(at + 1, -1) };
    }
  }
  return undefined;
}

/** The types of the parameters of an `extern "C"` kernel, without their names. */
function typesInSource(source: string, name: string): readonly string[] | undefined {
  const code = withoutComments(source);
  const begin = new RegExp(`__global__[^;{}]*?\\b${escaped(name)}\\s*\\(`).exec(code);
  if (begin === null) return undefined;
  const from = begin.index + begin[0].length;
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '(') depth++;
    if (code[at] === ')' && --depth === 0) {
      return splitList(code.slice(from, at)).map(withoutName);
    }
  }
  return undefined;
}

/** Parts between commas that no bracket encloses. */
function splitList(list: string): readonly string[] {
  if (/^\s*(void)?\s*$/.test(list)) return [];
  const parts: string[] = [''];
  let depth = 0;
  for (const character of list) {
    if ('(<['.includes(character)) depth++;
    if (')>]'.includes(character)) depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map(part => part.trim());
}

const BUILT_IN = /^(bool|char|short|int|signed|unsigned|long|float|double|\w+_t)$/;

/** `const float *x` without its name; a type without a name stays as it is. */
function withoutName(declaration: string): string {
  const type = declaration.replace(/\s*=.*$/s, '').trim();
  const [, before, name] = /^(.*?[\s*&])([A-Za-z_]\w*)((?:\s*\[[^\]]*\])*)$/s.exec(type) ?? [];
  const isNamed =
    before !== undefined && !BUILT_IN.test(name) && !/\brestrict|__restrict/.test(name);
  return (isNamed ? type.replace(/([A-Za-z_]\w*)((?:\s*\[[^\]]*\])*)$/s, '$2') : type)
    .replace(/\s+/g, ' ')
    .trim();
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
