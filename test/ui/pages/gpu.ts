import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import type { Profile } from '../../../src/model/profile/profile';
import { GpuView } from '../../../extension/src/views/gpu/view';
import { createNumberFormats } from '../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../extension/src/shared/content/selection';
import { drawProfile } from '../../support/drawProfile';
import { h200 } from '../../support/h200';
import { gpuTraining } from '../../support/gpuTraining';
import { wholeContent } from '../../unit/extension/exampleBundle';
import { mounted } from './mounted';

/** What a test can do on this page. */
export interface GpuPage {
  readonly store: SelectionStore;
  readonly view: GpuView;
  /** Shows one of the profiles that are made up here. */
  show(name: keyof typeof profiles): void;
}

declare global {
  interface Window {
    gpuPage: GpuPage;
  }
}

const withoutWork = (status: 'ok' | 'unavailable', message: string): Profile =>
  drawProfile('main |[cell      ]', {
    nsPerColumn: 1e6,
    meta: { gpus: status === 'ok' ? [h200()] : [] },
    extra: () => ({ sources: [{ source: 'cuda', status, message, records: 0 }] })
  });

const LOSSES =
  '1,234 records of CUPTI were lost: its buffers were full. Record less, or for less long.';

const profiles = {
  training: (): Profile => gpuTraining(),
  two: (): Profile => gpuTraining({ gpus: 2 }),
  eight: (): Profile => gpuTraining({ gpus: 8 }),
  lossy: (): Profile => gpuTraining({ report: { status: 'partial', message: LOSSES } }),
  huge: (): Profile => gpuTraining({ otherKernels: 100_000 }),
  idle: (): Profile => withoutWork('ok', ''),
  unrecorded: (): Profile =>
    withoutWork(
      'unavailable',
      'no-permission: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES (35). Only administrators may profile GPUs here: set NVreg_RestrictProfilingToAdminUsers=0.'
    ),
  unasked: (): Profile => drawProfile('main |[cell      ]')
};

mounted(output => {
  const store = new SelectionStore();
  const trans = nullTranslator.load('kernelscope');
  const view = new GpuView({ trans, formats: createNumberFormats('en'), store });
  const show = (name: keyof typeof profiles): void =>
    view.setContent(wholeContent(profiles[name]()));
  show('training');
  Widget.attach(view, output);
  window.gpuPage = { store, view, show };
  return view;
});
