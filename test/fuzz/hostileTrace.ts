import type { Random } from '../support/random';
import { hostileBytes } from './hostileBytes';

/** The length of a varint at `at`, and its value; 0 bytes where it does not end. */
function varint(bytes: Uint8Array, at: number): { readonly size: number; readonly value: number } {
  let value = 0;
  for (let size = 0; size < 5 && at + size < bytes.length; size++) {
    value += (bytes[at + size] & 0x7f) * 2 ** (7 * size);
    if (bytes[at + size] < 0x80) return { size: size + 1, value };
  }
  return { size: 0, value: 0 };
}

/** The packets of a Perfetto trace, each with its tag and length before it. */
function packetsOf(bytes: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const { size, value } = varint(bytes, at + 1);
    const end = at + 1 + size + value;
    if (size === 0 || end > bytes.length) break;
    packets.push(bytes.subarray(at, end));
    at = end;
  }
  return packets;
}

/** A packet with hostile bytes inside and a length that is right. */
function hostilePacket(packet: Uint8Array, random: Random): Uint8Array {
  const { size } = varint(packet, 1);
  const content = hostileBytes(packet.subarray(1 + size), random);
  const length: number[] = [];
  for (let left = content.length; ; left >>>= 7) {
    length.push(left < 0x80 ? left : (left & 0x7f) | 0x80);
    if (left < 0x80) break;
  }
  return Uint8Array.from([packet[0], ...length, ...content]);
}

/** A Perfetto trace with some packets changed, dropped, repeated or moved; at times any byte. */
export function hostileTrace(trace: Uint8Array, random: Random): Uint8Array {
  if (random() < 0.1) return hostileBytes(trace, random);
  const rate = random() * 0.2;
  const packets = packetsOf(trace).flatMap(packet => {
    if (random() > rate) return [packet];
    const dice = random();
    if (dice < 0.7) return [hostilePacket(packet, random)];
    return dice < 0.85 ? [] : [packet, packet];
  });
  if (random() < 0.2) packets.reverse();
  return Buffer.concat(packets);
}
