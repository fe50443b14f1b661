import { codeOf, KernelscopeError, messageOf } from '../base/errors';
import type { CudaNativeError } from '../native/cudaAddon';
import { failureText } from '../native/gpuStateText';
import {
  CudaArgumentError,
  CudaContextLostError,
  CudaDisposedError,
  CudaError,
  type CudaFailureFacts
} from './cudaErrors';

/** Remedies for errors of the driver, by their numbers. */
const CURES: ReadonlyMap<number, string> = new Map([
  [1, 'Look at the sizes and addresses that were given.'],
  [2, 'Dispose of buffers that are not needed; cuda.memory() tells how much is free.'],
  [200, 'Compile the source again, for this device: cuda.compile does unless it is told an arch.'],
  [209, 'Compile the source for this device: cuda.compile does unless it is told an arch.'],
  [218, 'The PTX is not whole, or for a newer device than this one.'],
  [
    222,
    'The compiler is newer than the driver: install its release of the driver, or a newer driver.'
  ],
  [500, 'Check the name; the member kernels of a module lists what it has.'],
  [600, 'The device is not that far: await event.synchronize() first.'],
  [
    701,
    'Launch fewer threads in a block, or less shared memory: the kernel takes too many registers.'
  ],
  [801, 'This device, or its driver, cannot do that.'],
  [900, 'Take that call out of what is captured.'],
  [901, 'Take out what cannot be captured, and capture again.'],
  [906, 'Inside of cuda.capture, give every call the stream that is captured, or none.']
]);

/** Remedies for errors whose number alone is ambiguous, by the call and the number. */
const CALL_CURES: ReadonlyMap<string, string> = new Map([
  ['cuEventElapsedTime 400', 'Both events have to be recorded first, by event.record(stream).']
]);

const LOST_CURES: ReadonlyMap<number, string> = new Map([
  [
    700,
    'A kernel read or wrote outside of its buffers: compare its indices with their lengths, as in ' +
      '`if (i < n)`.'
  ],
  [702, 'A kernel ran for longer than this device allows.'],
  [710, 'An assert in a kernel did not hold.'],
  [716, 'A kernel read or wrote at an address that is not a multiple of the size of the type.'],
  [719, 'A kernel failed, often as it used memory that is not its own.']
]);

const RESET = 'cuda.reset() brings the device back, without what was on it.';

/** The error of this package for an error of a native call; other errors stay as they are. */
export function cudaErrorOf(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof KernelscopeError) return thrown;
  const error = thrown as CudaNativeError;
  switch (codeOf(thrown)) {
    case 'CUDA_FAILED':
      return failed(error);
    case 'CUDA_LOST':
      return lostBefore(error);
    case 'CUDA_DISPOSED':
      return new CudaDisposedError('It was disposed of: make a new one.');
    case 'CUDA_RESET':
      return new CudaDisposedError(
        'It was made before cuda.reset(), which freed it: make a new one.'
      );
    case 'CUDA_CAPTURING':
      return new CudaArgumentError(
        'This cannot be captured: call it before cuda.capture. Launches, fills, events, copies between ' +
          'buffers, and uploads of pinned memory can.'
      );
    case 'CUDA_SWITCHED_OFF':
      return new CudaError(
        'cuda.reset() is switched off by KERNELSCOPE_CUDA_RESET: restart the process.',
        { call: '', code: error.status, codeName: error.statusName }
      );
    case 'CUDA_MEMORY':
      return new CudaArgumentError('This machine has not so much memory left: take less at once.');
    default:
      return new CudaArgumentError(`CUDA could not be called: ${messageOf(thrown)}`);
  }
}

/** True if an error of the driver leaves the context unusable. */
export function losesContext(code: number): boolean {
  return LOSING.has(code);
}

/** The numbers of `driver/cudaDriver.cc`. */
const LOSING = new Set([214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719]);

function failed({ call = '', status, statusName, description }: CudaNativeError): CudaError {
  const facts: CudaFailureFacts = { call, code: status, codeName: statusName };
  const said = description === '' ? '' : `: ${description}`;
  const happened = `${failureText({ call, code: status, name: statusName })}${said}.`;
  if (!losesContext(status)) {
    const cure = CALL_CURES.get(`${call} ${status}`) ?? CURES.get(status);
    return new CudaError([happened, cure].filter(Boolean).join(' '), facts);
  }
  const cure = LOST_CURES.get(status) ?? 'What ran on the device before this call failed.';
  return new CudaContextLostError(`${happened} ${cure} ${RESET}`, facts);
}

function lostBefore({ status, statusName }: CudaNativeError): CudaError {
  return new CudaContextLostError(
    `The context of this device was lost to ${statusName} (${status}) in an earlier call. ${RESET}`,
    { call: '', code: status, codeName: statusName }
  );
}
