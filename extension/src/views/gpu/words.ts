import type { TranslationBundle } from '../../shared/content/application';
import type { IdleCause } from 'kernelscope/analysis';
import type { NumberFormats } from '../../shared/content/format';

/** The means to put the facts of the GPU view into words. */
export interface GpuWords {
  readonly trans: TranslationBundle;
  readonly formats: NumberFormats;
}

/** A word of the view, and the sentence behind it. */
export interface Explained {
  readonly label: string;
  readonly explanation: string;
}

/** Why a device had nothing to do. */
export function causeWords(cause: IdleCause, trans: TranslationBundle): Explained {
  switch (cause) {
    case 'hostBusy':
      return {
        label: trans.__('Host busy'),
        explanation: trans.__('The host ran code that made no CUDA calls')
      };
    case 'sync':
      return {
        label: trans.__('Waited for the GPU'),
        explanation: trans.__('The host waited for the GPU and launched nothing in the meantime')
      };
    case 'copy':
      return {
        label: trans.__('Copying'),
        explanation: trans.__('The host was in a copy call')
      };
    case 'launch':
      return {
        label: trans.__('Launching'),
        explanation: trans.__('A launch was under way: called, but not yet started on the device')
      };
    case 'nothingLaunched':
      return {
        label: trans.__('Nothing launched'),
        explanation: trans.__('The host was idle too, or its activity is unknown')
      };
  }
}

/** The causes in the order in which they are told. */
export const IDLE_CAUSES: readonly IdleCause[] = [
  'hostBusy',
  'launch',
  'copy',
  'sync',
  'nothingLaunched'
];
