import type { GpuLibrary, GpuState, GpuStatus } from './gpuAddon';
import { type GpuFailure, PERMISSION_CURE } from './gpuFailure';

/** A state of this machine's GPUs in words: the finding, and what to do. */
export interface GpuStateText {
  /** Without a full stop; it names the object of the search, and the message found instead. */
  readonly found: string;
  /** A sentence without its full stop; empty if there is nothing to do. */
  readonly cure: string;
}

/** The parts of a status that determine its text. */
export type DescribedStatus = Pick<GpuStatus, 'state' | 'failure' | 'driver' | 'cupti' | 'devices'>;

type Describe = (status: DescribedStatus) => GpuStateText;

/** The oldest CUDA whose CUPTI is known, as drivers number it. */
const OLDEST_CUDA = 11_080;

const TEXTS: Readonly<Record<GpuState, Describe>> = {
  'no-driver': ({ driver }) => ({
    found: `libcuda.so.1 cannot be loaded${said(driver)}`,
    cure: 'Install the NVIDIA driver; in a container, start it with access to the GPUs of its host'
  }),
  'driver-too-old': ({ driver }) => ({
    found: `the driver supports CUDA ${cudaVersionText(driver.version)}, which is too old to record`,
    cure: `Install an NVIDIA driver for CUDA ${cudaVersionText(OLDEST_CUDA)} or newer`
  }),
  'driver-error': ({ failure }) => ({
    found: `the driver did not start${because(failure)}`,
    cure: 'Run nvidia-smi; after an update of the driver, the machine or the container has to be restarted'
  }),
  'no-device': ({ driver, failure }) => ({
    found: `the driver (CUDA ${cudaVersionText(driver.version)}) found no GPU${because(failure)}`,
    cure: 'Run nvidia-smi, and check whether CUDA_VISIBLE_DEVICES hides GPUs'
  }),
  'no-cupti': ({ driver, cupti }) => ({
    found: `libcupti cannot be loaded${said(cupti)}`,
    cure: `Install CUPTI: ${cuptiPackage(driver.version)}, or the CUDA toolkit of the driver`
  }),
  'unknown-cupti': ({ driver, cupti }) => ({
    found: `CUPTI ${cuptiVersionText(cupti.version)} (${cupti.path}) has an unknown record format`,
    cure: `Install a supported CUPTI: ${cuptiPackage(driver.version)}`
  }),
  'cupti-newer-than-driver': ({ driver, cupti, failure }) => ({
    found:
      `CUPTI ${cuptiVersionText(cupti.version)} (${cupti.path}) is newer than the driver, which ` +
      `supports CUDA ${cudaVersionText(driver.version)}${because(failure)}`,
    cure: `Install the CUPTI that matches the driver: ${cuptiPackage(driver.version)}; or a newer driver`
  }),
  'no-permission': ({ failure }) => ({
    found: `only administrators may profile on this machine${because(failure)}`,
    cure: `To allow it, ${PERMISSION_CURE}`
  }),
  busy: ({ failure }) => ({
    found: `another profiler uses CUPTI${because(failure)}`,
    cure:
      'Stop what else profiles this process or the GPU: nsys, ncu, DCGM, or the profiler of ' +
      'another framework'
  }),
  'cupti-error': ({ cupti, failure }) => ({
    found: `CUPTI (${cupti.path}) does not work here${because(failure)}`,
    cure:
      'Look up the error in the manual of CUPTI: shared, virtual or confidential devices may be ' +
      'impossible to record'
  }),
  ready: ({ driver, cupti, devices }) => ({
    found:
      `${devices.map(({ name }) => name).join(', ')}; driver of CUDA ` +
      `${cudaVersionText(driver.version)}, CUPTI ${cuptiVersionText(cupti.version)}`,
    cure: ''
  })
};

/** The finding about GPUs, and what to do to have their work recorded. */
export function gpuStateText(status: DescribedStatus): GpuStateText {
  return TEXTS[status.state](status);
}

/** Why no GPU work is recorded, and what to do, as two sentences. */
export function gpuReason(status: DescribedStatus): string {
  const { found, cure } = gpuStateText(status);
  return `No GPU work is recorded (${status.state}): ${found}.${cure && ` ${cure}.`}`;
}

/** `13.0` for 13000, as drivers number CUDA; `unknown` for 0. */
export function cudaVersionText(version: number): string {
  if (version === 0) return 'unknown';
  return `${Math.floor(version / 1000)}.${Math.floor((version % 1000) / 10)}`;
}

/** CUPTI numbered its interface by ones, up to 2 digits, before it did so by the version of CUDA. */
const FIRST_DOTTED_CUPTI = 100_000;

/** `13.0.1` for 130001, and `API 26` for older ones, which are numbered otherwise. */
export function cuptiVersionText(version: number): string {
  if (version === 0) return 'unknown';
  if (version < FIRST_DOTTED_CUPTI) return `API ${version}`;
  const [major, minor, update] = [version / 10_000, (version % 10_000) / 100, version % 100];
  return [major, minor, update].map(Math.floor).join('.');
}

/** A failed call as text: `cuptiActivityEnable: CUPTI_ERROR_NOT_INITIALIZED (15)`. */
export function failureText({ call, code, name }: GpuFailure): string {
  return `${call}: ${name === '' ? `error ${code}` : `${name} (${code})`}`;
}

function because(failure: GpuFailure | null): string {
  return failure === null ? '' : ` (${failureText(failure)})`;
}

function said({ error }: GpuLibrary): string {
  return error === null || error === '' ? '' : ` (${error})`;
}

/** The last major version of CUDA that PyPI's packages have in their names. */
const SUFFIXED_UP_TO = 12;

/** The first CUDA whose CUPTI is not known; those before it work with its driver, too. */
const FIRST_UNKNOWN = 14;

/** How to get the newest known CUPTI that is no newer than a driver; any version if that is unknown. */
function cuptiPackage(driver: number): string {
  const [major, minor] = [Math.floor(driver / 1000), Math.floor((driver % 1000) / 10)];
  if (driver < OLDEST_CUDA) return 'pip install nvidia-cuda-cupti';
  if (major >= FIRST_UNKNOWN) {
    return `pip install 'nvidia-cuda-cupti>=${FIRST_UNKNOWN - 1},<${FIRST_UNKNOWN}'`;
  }
  const name = `nvidia-cuda-cupti${major <= SUFFIXED_UP_TO ? `-cu${major}` : ''}`;
  return `pip install '${name}>=${major},<${major}.${minor + 1}'`;
}
