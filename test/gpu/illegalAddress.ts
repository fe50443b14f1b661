import { type CudaModule, cuda } from '../../src/index';
import { type Checklist, must } from './checklist';
import { BLOCK, SOURCE } from './kernels';

/** An address that no allocation has. */
const NOWHERE = 16n;

/** Loses the device to a kernel that writes outside of its memory, and tries to get it back. */
export async function checkIllegalAddress(list: Checklist, module: CudaModule): Promise<void> {
  await list.run('an illegal address is told by the next wait', () => {
    loseDevice(module);
    return 'CudaContextLostError';
  });
  await list.run('cuda.reset() brings the device back', () => {
    cuda.reset();
    return worksAgain();
  });
}

/** Leaves the context of the device unusable. @throws Error if it is not told. */
export function loseDevice(module: CudaModule): void {
  cuda.launch(module.fn('add'), 1, BLOCK, [NOWHERE, NOWHERE, NOWHERE, BLOCK]);
  const name = nameOfError(() => cuda.synchronizeNow());
  must(name === 'CudaContextLostError', `the wait ended with ${name}`);
}

/** Computes something anew; fails if a number is wrong. */
export function worksAgain(): string {
  return cuda.compile(SOURCE, { name: 'again.cu' }, module =>
    cuda.buffer(new Float32Array(BLOCK).fill(3), x => {
      cuda.launch(module.fn('scale'), 1, BLOCK, [x, BLOCK]);
      const wrong = x.download(Float32Array).filter(value => value !== 7).length;
      must(wrong === 0, `${wrong} of ${BLOCK} numbers are wrong`);
      return `${BLOCK} numbers are right`;
    })
  );
}

function nameOfError(body: () => void): string {
  try {
    body();
    return 'no error';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
