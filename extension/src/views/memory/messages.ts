import type { TranslationBundle } from '../../shared/host/translation';
import type { Profile } from 'kernelscope/model';

/** Why there are no curves of memory: what the source said went wrong, or how to sample it. */
export function memoryMessage({ sources }: Profile, trans: TranslationBundle): string {
  const report = sources.find(({ source }) => source === 'memory');
  if (report && report.message !== '') return report.message;
  if (report) return trans.__('The run was too short for a sample of its memory.');
  return trans.__('Memory was not sampled. Run the cell with %1.', '%%profile --memory');
}
