import { formatBytes, formatCount, plural } from '../base/text';
import type { RecordingProgress } from '../model/output/progress';

/** The state of a recording in one line: `Profiling 12 s · 340 MB · 18,000 slices`. */
export function progressText({ phase, elapsedMs, rssBytes, slices }: RecordingProgress): string {
  if (phase === 'ended') return '';
  if (phase === 'snapshot') return 'Taking a heap snapshot…';
  if (phase === 'waiting') return 'Waiting for the GPU…';
  if (phase === 'preparing') return 'Preparing the profile…';
  const seconds = `${formatCount(Math.floor(elapsedMs / 1000))} s`;
  return `Profiling ${seconds} · ${formatBytes(rssBytes)} · ${plural(slices, 'slice')}`;
}

/** The announcement of a wait of a program for GPU work in flight, one line. */
export function gpuWaitText(limitMs: number): string {
  const seconds = formatCount(Math.ceil(limitMs / 1000));
  return `waiting for the GPU to finish its work, ${seconds} s at most; an interrupt ends the wait`;
}
