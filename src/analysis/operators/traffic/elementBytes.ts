/** Bytes of one element by the names that libraries give to types. */
const BYTES: ReadonlyMap<string, number> = new Map(
  (
    [
      [0.5, 'int4 uint4'],
      [1, 'bool int8 uint8 byte char float8e4m3fn float8e5m2 float8e4m3fnuz float8e5m2fnuz'],
      [2, 'int16 uint16 short half float16 bfloat16'],
      [4, 'int32 uint32 int float float32'],
      [8, 'int64 uint64 long double float64 complex64'],
      [16, 'complex128']
    ] as const
  ).flatMap(([bytes, names]) => names.split(' ').map(name => [name, bytes] as const))
);

/** C++ types as traces of ATen's operators have them. */
const CPP_TYPES: ReadonlyMap<string, string> = new Map([
  ['long int', 'long'],
  ['short int', 'short'],
  ['signed char', 'char'],
  ['unsigned char', 'byte'],
  ['c10::half', 'half'],
  ['c10::bfloat16', 'bfloat16'],
  ['c10::complex<float>', 'complex64'],
  ['c10::complex<double>', 'complex128']
]);

/**
 * Bytes that an element of a tensor takes by the name of its type, as TensorFlow.js, ONNX Runtime
 * and traces of others (`Float32`, `c10::Half`) write it. `null` for types whose elements
 * differ in size, such as texts, and for unknown ones.
 */
export function elementBytes(type: string): number | null {
  const name = type.toLowerCase();
  return BYTES.get(CPP_TYPES.get(name) ?? name) ?? null;
}
