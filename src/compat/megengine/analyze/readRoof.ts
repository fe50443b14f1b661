import { parsePeaks, roofOf } from '../../../analysis/operators/traffic/peaks';
import type { Roof } from '../../../analysis/operators/traffic/roofline';
import { fileReasonOf, KernelscopeError } from '../../../base/errors';
import { readWithin } from '../../../engine/files/readWithin';

/** A file of peaks could not be read; the message says why. */
export class PeaksFileError extends KernelscopeError {}

/** A file of peaks has a few hundred bytes. */
const MAX_BYTES = 1 << 20;

/** The roof of the machine whose peaks are in a file. @throws PeaksFileError */
export function readRoof(file: string): Roof {
  try {
    return roofOf(parsePeaks(String(readWithin(file, MAX_BYTES))));
  } catch (error) {
    throw new PeaksFileError(`Cannot read the peaks of ${file}: ${fileReasonOf(error)}`, {
      cause: error
    });
  }
}
