import type { ProtobufWriter } from '../shared/bytes/protobufWriter';
import { ANY_VALUE } from './otlpSchema';

/** The value of an attribute: text, or a whole number ≥ 0. */
export type OtlpValue = string | number;

/** Writes a value as `AnyValue`. */
export function writeValue(writer: ProtobufWriter, field: number, value: OtlpValue): void {
  writer.message(field, () => {
    if (typeof value === 'number') writer.uint(ANY_VALUE.int, value);
    else writer.text(ANY_VALUE.string, value);
  });
}
