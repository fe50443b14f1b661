import { pathToFileURL } from 'node:url';
import { packageFiles } from '../../../native/packageFiles';

/**
 * The flags of Node that a recorded program is launched with and does not see. Without the first, Node
 * aborts when a program that computes without a pause is interrupted.
 */
export function ownFlags(): readonly string[] {
  return ['--no-force-async-hooks-checks', '--require', packageFiles().register];
}

/** The flags that preserve lines with the package `tsx`. */
export function keepLinesFlags(): readonly string[] {
  return ['--import', pathToFileURL(packageFiles().keepLines).href];
}

/** Takes {@link ownFlags} and {@link keepLinesFlags} out of `flags`. */
export function dropOwnFlags(flags: string[]): void {
  for (const own of [ownFlags(), keepLinesFlags()]) {
    const at = flags.findIndex((_, from) =>
      own.every((flag, index) => flags[from + index] === flag)
    );
    if (at >= 0) flags.splice(at, own.length);
  }
}
