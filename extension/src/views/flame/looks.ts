import { calledFunction } from 'kernelscope/analysis';
import { colorOf } from 'kernelscope/formats';
import type { Profile } from 'kernelscope/model';
import { FrameKind } from 'kernelscope/model';
import type { CalleeLook } from './scene';
import type { FlameWords } from './words';

/** Kinds that are no code of a file. */
const PLAIN: ReadonlySet<number> = new Set([FrameKind.native, FrameKind.gc, FrameKind.program]);

/** How each callee of a profile looks, worked out when it is first seen. */
export function looksOf(profile: Profile, words: FlameWords): (callee: number) => CalleeLook {
  const known = new Map<number, CalleeLook>();
  return callee => {
    const look = known.get(callee);
    if (look) return look;
    const { name, kind } = calledFunction(profile, callee);
    const color = kind !== null && PLAIN.has(kind) ? null : colorOf(name);
    const made = { name: words.name(profile, callee), color };
    known.set(callee, made);
    return made;
  };
}
