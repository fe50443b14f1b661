import type { NotebookPanel } from '@jupyterlab/notebook';
import type { TranslationBundle } from '../../shared/content/application';
import { isForOurKernel } from './activeCell';

/** The state of a notebook's kernel, as far as profiling its cells is concerned. */
export type KernelState =
  | 'ready'
  | 'otherKernel'
  | 'noKernel'
  | 'starting'
  | 'restarting'
  | 'disconnected'
  | 'dead';

/** Whether a cell of the notebook can be profiled right now, and else why not. */
export function kernelStateOf(panel: NotebookPanel): KernelState {
  if (!isForOurKernel(panel)) return 'otherKernel';
  const { session, kernelDisplayStatus } = panel.sessionContext;
  switch (kernelDisplayStatus) {
    case 'idle':
    case 'busy':
      return 'ready';
    case 'dead':
      return 'dead';
    case 'restarting':
    case 'autorestarting':
      return 'restarting';
    case 'connecting':
    case 'disconnected':
      return 'disconnected';
    case 'starting':
    case 'initializing':
      return 'starting';
    default:
      return session?.kernel && kernelDisplayStatus !== 'terminating' ? 'starting' : 'noKernel';
  }
}

/** Why cells cannot be profiled in this state and what to do, or null when they can. */
export function kernelRefusal(state: KernelState, trans: TranslationBundle): string | null {
  switch (state) {
    case 'ready':
      return null;
    case 'otherKernel':
      return trans.__(
        'This notebook runs another kernel. Change to TypeScript (Kernelscope) to profile its cells.'
      );
    case 'noKernel':
      return trans.__('This notebook has no kernel. Start one to profile its cells.');
    case 'starting':
      return trans.__('The kernel is still starting. Try again in a moment.');
    case 'restarting':
      return trans.__('The kernel is restarting. Try again in a moment.');
    case 'disconnected':
      return trans.__('The kernel is not connected. Try again when the server answers.');
    case 'dead':
      return trans.__('The kernel is dead. Restart it to profile cells.');
  }
}
