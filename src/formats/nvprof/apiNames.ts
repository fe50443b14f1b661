import { copyDirection } from '../../analysis/gpu/workFacts';

/** Calls by their number in CUPTI, which is all that nvprof writes; those that programs make often. */
const RUNTIME =
  '3 GetDeviceCount|4 GetDeviceProperties|8 ConfigureCall|9 SetupArgument|10 GetLastError' +
  '|11 PeekAtLastError|13 Launch|15 FuncGetAttributes|16 SetDevice|17 GetDevice|20 Malloc' +
  '|21 MallocPitch|22 Free|25 MallocHost|26 FreeHost|27 HostAlloc|30 MemGetInfo|31 Memcpy' +
  '|32 Memcpy2D|39 MemcpyToSymbol|40 MemcpyFromSymbol|41 MemcpyAsync|44 Memcpy2DAsync|49 Memset' +
  '|50 Memset2D|51 MemsetAsync|126 ThreadSynchronize|129 StreamCreate|130 StreamDestroy' +
  '|131 StreamSynchronize|132 StreamQuery|133 EventCreate|134 EventCreateWithFlags|135 EventRecord' +
  '|136 EventDestroy|137 EventSynchronize|138 EventQuery|139 EventElapsedTime|144 Memcpy3D' +
  '|145 Memcpy3DAsync|147 StreamWaitEvent|160 MemcpyPeer|161 MemcpyPeerAsync|165 DeviceSynchronize' +
  '|198 StreamCreateWithFlags|200 DeviceGetAttribute|201 StreamDestroy|202 StreamCreateWithPriority' +
  '|206 MallocManaged|211 LaunchKernel|251 OccupancyMaxActiveBlocksPerMultiprocessorWithFlags' +
  '|252 MemPrefetchAsync|269 LaunchCooperativeKernel|310 GraphInstantiate|311 GraphLaunch' +
  '|373 MallocAsync|375 FreeAsync|430 LaunchKernelExC|443 GraphInstantiate';

const DRIVER =
  '17 CtxSynchronize|19 ModuleLoadData|20 ModuleLoadDataEx|23 ModuleGetFunction|119 EventRecord' +
  '|121 EventSynchronize|126 StreamSynchronize|216 MemsetD8Async|220 MemsetD32Async|243 MemAlloc' +
  '|245 MemFree|276 MemcpyHtoD|277 MemcpyHtoDAsync|278 MemcpyDtoH|279 MemcpyDtoHAsync' +
  '|280 MemcpyDtoD|281 MemcpyDtoDAsync|295 StreamWaitEvent|305 Memcpy|306 MemcpyAsync' +
  '|307 LaunchKernel|477 LaunchCooperativeKernel|514 GraphLaunch|652 LaunchKernelEx';

function table(prefix: string, entries: string): ReadonlyMap<number, string> {
  const rows = entries.split('|').map(entry => entry.split(' '));
  return new Map(rows.map(([number, name]) => [Number(number), prefix + name]));
}

const NAMES = { cuda_runtime: table('cuda', RUNTIME), cuda_driver: table('cu', DRIVER) };

/** The name of a call by CUPTI's callback id, or what says its number. */
export function apiName(category: keyof typeof NAMES, callback: number | null): string {
  const known = callback === null ? undefined : NAMES[category].get(callback);
  return known ?? `${category === 'cuda_driver' ? 'driver' : 'runtime'} call ${callback ?? '?'}`;
}

/** The name of a copy, such as `Memcpy HtoD`. */
export function copyName(kind: number | null): string {
  const direction = copyDirection(kind);
  return direction === null ? 'Memcpy' : `Memcpy ${direction}`;
}
