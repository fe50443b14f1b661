import type { TranslationBundle } from '@jupyterlab/translation';
import type { CounterUnit, Profile } from 'kernelscope/model';

/** Why there are no curves of memory: what the source said went wrong, or how to sample it. */
export function memoryMessage({ sources }: Profile, trans: TranslationBundle): string {
  const report = sources.find(({ source }) => source === 'memory');
  if (report && report.message !== '') return report.message;
  if (report) return trans.__('The run was too short for a sample of its memory.');
  return trans.__('Memory was not sampled. Run the cell with %1.', '%%profile --memory');
}

/** What a unit is called where a person picks one. */
export function unitLabel(unit: CounterUnit, trans: TranslationBundle): string {
  switch (unit) {
    case 'bytes':
      return trans.__('Memory');
    case 'count':
      return trans.__('Counts');
    case 'percent':
      return trans.__('Percentages');
    case 'nanoseconds':
      return trans.__('Times');
    case 'bytesPerSecond':
      return trans.__('Rates');
    case 'watts':
      return trans.__('Power');
    case 'hertz':
      return trans.__('Clocks');
    case 'celsius':
      return trans.__('Temperatures');
  }
}
