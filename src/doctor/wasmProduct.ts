/** Operations of one turn of the loop: 8 vectors of 4 numbers, each multiplied and added to. */
export const WASM_FLOPS_PER_TURN = 8 * 4 * 2;

const VECTORS = 8;
/** Local variables: 0 counts turns, 1 to 8 are the vectors, then a factor and a summand. */
const FACTOR = 1 + VECTORS;
const SUMMAND = FACTOR + 1;

/** The beginning of every module. */
const MAGIC = [0, 0x61, 0x73, 0x6d];
const VERSION = [1, 0, 0, 0];

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const GET = 0x20;
const SET = 0x21;
const TEE = 0x22;
const SPLAT = [0xfd, 0x13];
const LANE_0 = [0xfd, 0x1f, 0];
const ADD = [0xfd, 0xe4, 0x01];
const MULTIPLY = [0xfd, 0xe6, 0x01];

/** The part of the language that loads WebAssembly, which the types of Node leave to browsers. */
interface WasmLoader {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => {
    readonly exports: { readonly run: (turns: number) => number };
  };
}

/** The function `run` of {@link wasmProductModule}, compiled. */
export function loadWasmProduct(): (turns: number) => number {
  const { Module, Instance } = Reflect.get(globalThis, 'WebAssembly') as WasmLoader;
  return new Instance(new Module(wasmProductModule())).exports.run;
}

/**
 * A WebAssembly module in which `run(turns)` multiplies and adds {@link WASM_FLOPS_PER_TURN} times a
 * turn, in eight chains that do not wait for each other, and returns a sum, so that nothing of it can
 * be left out.
 */
function wasmProductModule(): Uint8Array<ArrayBuffer> {
  const type = section(1, [1, 0x60, 1, I32, 1, F32]);
  const functions = section(3, [1, 0]);
  const exported = section(7, [1, 3, ...new TextEncoder().encode('run'), 0, 0]);
  const body = [1, VECTORS + 2, V128, ...instructions()];
  const code = section(10, [1, ...unsigned(body.length), ...body]);
  return Uint8Array.from([...MAGIC, ...VERSION, ...type, ...functions, ...exported, ...code]);
}

function instructions(): number[] {
  const vectors = Array.from({ length: VECTORS }, (_, at) => at + 1);
  const turn = vectors.flatMap(vector => [
    ...[GET, vector, GET, FACTOR, ...MULTIPLY],
    ...[GET, SUMMAND, ...ADD, SET, vector]
  ]);
  const [first, ...others] = vectors;
  return [
    ...[...constant(0.5), ...SPLAT, SET, FACTOR],
    ...[...constant(0.25), ...SPLAT, SET, SUMMAND],
    ...[0x03, 0x40, ...turn],
    ...[GET, 0, 0x41, 1, 0x6b, TEE, 0, 0x0d, 0, 0x0b],
    ...[GET, first, ...others.flatMap(vector => [GET, vector, ...ADD])],
    ...[...LANE_0, 0x0b]
  ];
}

function constant(value: number): number[] {
  return [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

/** A number as LEB128. */
function unsigned(value: number): number[] {
  const low = value & 0x7f;
  return value < 0x80 ? [low] : [low | 0x80, ...unsigned(value >>> 7)];
}
