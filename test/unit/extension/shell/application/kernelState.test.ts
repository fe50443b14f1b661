import type { NotebookPanel } from '@jupyterlab/notebook';
import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it } from 'vitest';
import { isForOurKernel } from '../../../../../extension/src/shell/application/activeCell';
import {
  kernelRefusal,
  kernelStateOf
} from '../../../../../extension/src/shell/application/kernelState';

const trans = nullTranslator.load('');

/** A notebook whose kernel has the name `kernel`, or none for null. */
function notebook(kernel: string | null, status: string, preferred = 'kernelscope') {
  const session = kernel === null ? null : { kernel: { name: kernel } };
  const sessionContext = {
    session,
    kernelDisplayStatus: status,
    kernelPreference: { name: preferred }
  };
  return { sessionContext } as unknown as NotebookPanel;
}

describe('the kernel of a notebook', () => {
  it.each([
    ['idle', 'ready'],
    ['busy', 'ready'],
    ['starting', 'starting'],
    ['unknown', 'starting'],
    ['restarting', 'restarting'],
    ['autorestarting', 'restarting'],
    ['connecting', 'disconnected'],
    ['disconnected', 'disconnected'],
    ['terminating', 'noKernel'],
    ['dead', 'dead']
  ])('that is %s is %s for profiling', (status, state) => {
    expect(kernelStateOf(notebook('kernelscope', status))).toBe(state);
  });

  it('is another one even when the notebook was made for ours', () => {
    const panel = notebook('python3', 'idle');
    expect(isForOurKernel(panel)).toBe(false);
    expect(kernelStateOf(panel)).toBe('otherKernel');
  });

  it('is ours to come when none runs and the notebook is made for it', () => {
    expect(isForOurKernel(notebook(null, 'unknown'))).toBe(true);
    expect(isForOurKernel(notebook(null, 'unknown', 'python3'))).toBe(false);
    expect(kernelStateOf(notebook(null, 'unknown'))).toBe('noKernel');
    expect(kernelStateOf(notebook(null, 'initializing'))).toBe('starting');
  });

  it('is refused in a sentence that says what to do, unless it is ready', () => {
    expect(kernelRefusal('ready', trans)).toBeNull();
    const states = ['otherKernel', 'noKernel', 'starting', 'restarting', 'disconnected', 'dead'];
    const sentences = states.map(state => kernelRefusal(state as 'dead', trans));
    expect(new Set(sentences).size).toBe(states.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^.+\. .+\.$/);
  });
});
