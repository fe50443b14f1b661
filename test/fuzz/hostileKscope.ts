import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  kscopeFileHeader,
  kscopeFrame,
  scanKscope
} from '../../src/formats/kscope/kscopeContainer';
import { runSteps } from '../../src/base/steps';
import type { Random } from '../support/random';
import { hostileBytes } from './hostileBytes';
import { hostileJson } from './hostileJson';

/** Types of frames whose content is JSON. */
const JSON_FRAMES: ReadonlySet<number> = new Set([1, 2, 3, 5, 6, 7]);

interface Frame {
  readonly type: number;
  readonly content: Uint8Array;
}

function framesOf(file: Uint8Array): Frame[] {
  return runSteps(scanKscope(file)).frames.map(({ type, rawBytes, stored }) => ({
    type,
    content: stored.length === rawBytes ? stored : inflateRawSync(stored)
  }));
}

function hostileFrame({ type, content }: Frame, random: Random): Frame {
  if (!JSON_FRAMES.has(type)) return { type, content: hostileBytes(content, random) };
  const text = hostileJson(new TextDecoder().decode(content), random);
  return { type, content: new TextEncoder().encode(text) };
}

/** `file` with some frames changed, dropped or repeated inside, and checksums that are right. */
export function hostileKscope(file: Uint8Array, random: Random): Uint8Array {
  const changed = framesOf(file).flatMap(frame => {
    const dice = random();
    if (dice < 0.85) return [frame];
    if (dice < 0.95) return [hostileFrame(frame, random)];
    return dice < 0.975 ? [] : [frame, frame];
  });
  const frames = changed.map(({ type, content }) => kscopeFrame(type, content, deflateRawSync));
  return Buffer.concat([kscopeFileHeader(), ...frames]);
}
