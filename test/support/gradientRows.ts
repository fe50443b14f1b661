import type * as Tf from '@tensorflow/tfjs';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Profile } from '../../src/model/profile/profile';
import { type SliceRow, forgetTensorFlow, loadTensorFlow, slicesOf } from './tfjsBench';

/** What back ends and programs do beside operators. */
const OTHERS = ['write', 'sync', 'init'];

/** TensorFlow.js with its gradients, on the CPU back end, which has been started. */
export function loadGradients(): typeof Tf {
  const tf = loadTensorFlow('all');
  tf.scalar(0).dispose();
  return tf;
}

/** Gives each test of a file a TensorFlow.js of its own, as {@link loadGradients} does, that is quiet. */
export function useGradients(take: (tf: typeof Tf) => void): void {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    forgetTensorFlow();
    take(loadGradients());
  });
  afterEach(() => {
    forgetTensorFlow();
    vi.restoreAllMocks();
  });
}

/** The operators of a profile but transfers and starts. */
export function operatorRows(profile: Profile): SliceRow[] {
  return slicesOf(profile, 'operator').filter(({ name }) => !OTHERS.includes(name));
}

/** The operators of a profile, each with the slice that it lies in. */
export function operatorPlaces(profile: Profile): [string, string | null][] {
  return operatorRows(profile).map(({ name, parent }) => [name, parent]);
}

/** The numbers of operators, as `Square 1` and `SquareBackward ~1`. */
export function sequenceNumbers(profile: Profile): string[] {
  return operatorRows(profile).flatMap(row => {
    const seq = 'seq' in row ? [`${row.name} ${String(row.seq)}`] : [];
    const stashed = 'stashed seq' in row ? [`${row.name} ~${String(row['stashed seq'])}`] : [];
    return [...seq, ...stashed];
  });
}

/** The arrows of a profile, as `category: from → to`. */
export function arrowsOf({ flows, slices, labels, strings }: Profile): string[] {
  const name = (row: number) => strings[labels.name[slices.label[row]]];
  return Array.from(flows.from, (from, row) => {
    const category = strings[labels.category[flows.label[row]]];
    return `${category}: ${name(from)} → ${name(flows.to[row])}`;
  });
}
