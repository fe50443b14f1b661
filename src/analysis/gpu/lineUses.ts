import { FrameKind, type Profile } from '../../model/profile/profile';
import type { LineGpuUse } from '../../model/output/gpuReport';
import { nearestMarked } from './gpuOrigins';
import type { WorkTable } from './workTable';
import { hasStacksOf, stacksOfSlices } from '../slices/slicesWithStacks';

/**
 * Work by the innermost line of the user's own code that led to it, longest first in total: of the
 * call or the operator that started it, or the nearest operator around that has a stack.
 */
export function lineUses(work: WorkTable): readonly LineGpuUse[] {
  const { profile, rows, originOf, enclosing } = work;
  const { slices } = profile;
  if (!hasStacksOf(profile, 'operators')) return [];
  const stackOf = stacksOfSlices(profile, 'operators');
  const hasStack = Uint8Array.from(stackOf, stack => Number(stack >= 0));
  const nearest = nearestMarked(slices, enclosing, hasStack);
  const lines = new UserLines(profile);
  for (const row of rows) {
    const slice = originOf[row] < 0 ? -1 : nearest[originOf[row]];
    const use = slice < 0 ? null : lines.at(stackOf[slice]);
    if (use === null) continue;
    use.works++;
    use.totalNs += slices.duration[row];
  }
  return lines.uses.sort((a, b) => b.totalNs - a.totalNs);
}

type Use = { -readonly [Key in keyof LineGpuUse]: LineGpuUse[Key] };

/** The GPU work of lines of the user's code, by stack. */
class UserLines {
  readonly uses: Use[] = [];
  readonly #byPlace = new Map<string, Use>();
  readonly #byStack = new Map<number, Use | null>();

  constructor(private readonly profile: Profile) {}

  /** The line of a stack; null if no line of the user's is on it. */
  at(stack: number): Use | null {
    const known = this.#byStack.get(stack);
    if (known !== undefined) return known;
    const use = this.#find(stack);
    this.#byStack.set(stack, use);
    return use;
  }

  #find(stack: number): Use | null {
    const { stacks, frames, strings } = this.profile;
    for (let row = stack; row >= 0; row = stacks.prefix[row]) {
      const frame = stacks.frame[row];
      const isUser = frames.kind[frame] === FrameKind.user && frames.file[frame] !== 0;
      if (!isUser || stacks.line[row] === 0) continue;
      return this.#ofPlace(strings[frames.file[frame]], stacks.line[row]);
    }
    return null;
  }

  #ofPlace(file: string, line: number): Use {
    const key = `${line} ${file}`;
    const known = this.#byPlace.get(key);
    if (known) return known;
    const use = { file, line, works: 0, totalNs: 0 };
    this.#byPlace.set(key, use);
    this.uses.push(use);
    return use;
  }
}
