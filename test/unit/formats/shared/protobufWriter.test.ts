import fc from 'fast-check';
import protobuf from 'protobufjs';
import { expect, test } from 'vitest';
import { ProtobufWriter } from '../../../../src/formats/shared/protobufWriter';

const schema = protobuf.parse(`
  syntax = "proto2";
  message Inner { optional string text = 2; }
  message Outer {
    optional uint64 unsigned = 1;
    optional int64 signed = 4;
    optional double real = 44;
    optional fixed64 fixed = 47;
    optional uint64 big = 300;
    optional Inner inner = 10;
    optional string text = 15;
  }
`).root;
const outer = schema.lookupType('Outer');

/** What the reference implementation reads, 64-bit numbers as decimal digits. */
function read(write: (writer: ProtobufWriter) => void): unknown {
  const writer = new ProtobufWriter(1);
  write(writer);
  return outer.toObject(outer.decode(writer.toBytes()), { longs: String });
}

const whole = fc.maxSafeNat();

test('numbers of every size and sign read as they were written', () => {
  const signed = fc.maxSafeInteger();
  fc.assert(
    fc.property(whole, signed, fc.double({ noNaN: true }), (unsigned, int, real) => {
      const message = read(writer => {
        writer.uint(1, unsigned);
        writer.int(4, int);
        writer.double(44, real);
        writer.fixed64(47, unsigned);
      });
      expect(message).toEqual({
        unsigned: String(unsigned),
        signed: String(int),
        real,
        fixed: String(unsigned)
      });
    })
  );
});

test('the edges of varint lengths read as they were written', () => {
  for (let bits = 0; bits <= 53; bits++) {
    for (const value of [2 ** bits - 1, Math.min(2 ** bits, Number.MAX_SAFE_INTEGER)]) {
      expect(read(writer => writer.uint(1, value))).toEqual({ unsigned: String(value) });
    }
  }
});

test('64-bit numbers beyond 2⁵³ read as they were written', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), value => {
      expect(read(writer => writer.uint64(300, value))).toEqual({ big: value.toString() });
    })
  );
});

test('text and nested messages of any length read as they were written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
      const message = read(writer => {
        writer.message(10, () => writer.text(2, text.repeat(40)));
        writer.text(15, text);
      });
      expect(message).toEqual({ inner: { text: text.repeat(40) }, text });
    })
  );
});

test('a lone surrogate becomes U+FFFD', () => {
  expect(read(writer => writer.text(15, 'a\ud83db'))).toEqual({ text: 'a\ufffdb' });
});
