import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { losesContext } from '../../src/cuda/cudaFailure';
import { repositoryRoot } from '../support/fakeCuda/root';
import { cuptiHeaders } from '../support/nvidiaHeaders';

const at = (...names: string[]) => path.join(repositoryRoot(), ...names);
const own = (name: string) => readFileSync(at('src', 'native', 'cc', name), 'utf8');
const check = readFileSync(at('test', 'native', 'cudaAbi.cc'), 'utf8');

const [{ folder }] = cuptiHeaders();

/** What the compiler says of C++ against NVIDIA's headers; empty when it compiles. */
function compile(text: string): string {
  const includes = ['-isystem', folder, '-I', at('src', 'native', 'cc')];
  const { status, stderr } = spawnSync(
    'g++',
    ['-std=c++17', '-fsyntax-only', '-x', 'c++', ...includes, '-'],
    {
      input: text,
      encoding: 'utf8',
      timeout: 60_000
    }
  );
  return status === 0 ? '' : stderr;
}

/** Numbers of the addon, each with its name in the headers. */
const NUMBERS: readonly (readonly [file: string, own: RegExp, theirs: string])[] = [
  ['driver/cudaDriver.h', /kInvalidContext = (\d+)/, 'CUDA_ERROR_INVALID_CONTEXT'],
  ['driver/cudaDriver.h', /kNotFound = (\d+)/, 'CUDA_ERROR_NOT_FOUND'],
  ['driver/cudaDriver.h', /kNotReady = (\d+)/, 'CUDA_ERROR_NOT_READY'],
  ['driver/cudaProcess.cc', /kNoDevice = (\d+)/, 'CUDA_ERROR_NO_DEVICE'],
  ['driver/cudaProcess.cc', /kStubLibrary = (\d+)/, 'CUDA_ERROR_STUB_LIBRARY'],
  ['driver/cudaProcess.cc', /kSystemDriverMismatch = (\d+)/, 'CUDA_ERROR_SYSTEM_DRIVER_MISMATCH'],
  ['cuda/cudaResources.cc', /kPortable = (\d+)/, 'CU_MEMHOSTREGISTER_PORTABLE'],
  [
    'cuda/cudaResources.cc',
    /kMaxDynamicSharedBytes = (\d+)/,
    'CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES'
  ],
  ['cuda/cudaEnvironment.cc', /kThreadLocalCapture = (\d+)/, 'CU_STREAM_CAPTURE_MODE_THREAD_LOCAL'],
  ['cuda/cudaModules.cc', /"maxThreadsPerBlock", (\d+)/, 'CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK'],
  ['cuda/cudaModules.cc', /"sharedBytes", (\d+)/, 'CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES'],
  ['cuda/cudaModules.cc', /"localBytes", (\d+)/, 'CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES'],
  ['cuda/cudaModules.cc', /"registers", (\d+)/, 'CU_FUNC_ATTRIBUTE_NUM_REGS'],
  ...(
    [
      ['maxThreadsPerBlock', 'MAX_THREADS_PER_BLOCK'],
      ['maxBlockX', 'MAX_BLOCK_DIM_X'],
      ['maxBlockY', 'MAX_BLOCK_DIM_Y'],
      ['maxBlockZ', 'MAX_BLOCK_DIM_Z'],
      ['maxGridX', 'MAX_GRID_DIM_X'],
      ['maxGridY', 'MAX_GRID_DIM_Y'],
      ['maxGridZ', 'MAX_GRID_DIM_Z'],
      ['sharedBytesPerBlock', 'MAX_SHARED_MEMORY_PER_BLOCK'],
      ['warpSize', 'WARP_SIZE'],
      ['multiprocessors', 'MULTIPROCESSOR_COUNT'],
      ['computeMajor', 'COMPUTE_CAPABILITY_MAJOR'],
      ['computeMinor', 'COMPUTE_CAPABILITY_MINOR'],
      ['sharedBytesPerBlockOnRequest', 'MAX_SHARED_MEMORY_PER_BLOCK_OPTIN']
    ] as const
  ).map(
    ([name, theirs]) =>
      [
        'cuda/cudaDevices.cc',
        new RegExp(`"${name}", (\\d+)`),
        `CU_DEVICE_ATTRIBUTE_${theirs}`
      ] as const
  )
];

describe('what the addon declares of the driver', () => {
  it('takes the same parameters as the functions of the headers', () => {
    expect(compile(check)).toBe('');
  });

  it('is checked for every function that it calls', () => {
    const members = [...own('driver/cudaDriver.h').matchAll(/(\w+)\{\s*library_,\s*"(\w+)"\}/g)];
    const checked = [...check.matchAll(/^SAME\((\w+), (\w+)\)/gm)];
    // Their header is in toolkits alone; they take nothing.
    const others = members.filter(([, member]) => !member.startsWith('profiler'));
    const plain = (name: string) => name.replace(/_v\d+$/, '');
    expect(members.length).toBeGreaterThan(45);
    expect(checked.map(([, member, name]) => [member, name])).toEqual(
      others.map(([, member, name]) => [member, plain(name)])
    );
  });

  it('is refused where a parameter is another one', () => {
    const wrong = check.replace('SAME(memAlloc, cuMemAlloc)', 'SAME(memAlloc, cuMemFree)');
    expect(compile(wrong)).toContain('cuMemFree');
    const swapped = check.replace('SAME(setCurrent, cuCtxSetCurrent)', 'SAME(setCurrent, cuInit)');
    expect(compile(swapped)).toContain('cuInit');
  });

  it('has the numbers of the headers', () => {
    const claims = NUMBERS.map(([file, pattern, theirs]) => {
      const [, number] = pattern.exec(own(file)) ?? [];
      return `static_assert(${theirs} == ${number}, "${theirs}");`;
    });
    expect(compile(`#include <cuda.h>\n${claims.join('\n')}`)).toBe('');
    expect(compile('#include <cuda.h>\nstatic_assert(CUDA_ERROR_NOT_READY == 601, "");')).not.toBe(
      ''
    );
  });

  it('has the symbols that the headers make of the names', () => {
    const symbols = [...own('driver/cudaDriver.h').matchAll(/"(cu\w+_v\d)"/g)].map(
      ([, symbol]) => symbol
    );
    expect(symbols.length).toBeGreaterThan(10);
    const claims = symbols.map(symbol => {
      const name = symbol.replace(/_v\d$/, '');
      return `static_assert(same(TEXT(${name}), "${symbol}"), "${symbol}");`;
    });
    const same =
      'constexpr bool same(const char* a, const char* b) {' +
      ' return *a == *b && (*a == 0 || same(a + 1, b + 1)); }';
    const text = '#define TEXT_OF(x) #x\n#define TEXT(x) TEXT_OF(x)';
    expect(compile(`#include <cuda.h>\n${text}\n${same}\n${claims.join('\n')}`)).toBe('');
  });

  it('takes the same errors for the loss of a context as the messages do', () => {
    const [, list] = /kLosing\[\] = \{([^}]+)\}/.exec(own('driver/cudaDriver.cc'))!;
    const numbers = list.split(',').map(Number);
    const known = Array.from({ length: 1000 }, (_, code) => code).filter(losesContext);
    expect(known).toEqual(numbers);
    const names = [
      'ILLEGAL_ADDRESS',
      'ASSERT',
      'LAUNCH_FAILED',
      'ECC_UNCORRECTABLE',
      'MISALIGNED_ADDRESS'
    ];
    const claims = names.map(name => {
      const cases = numbers.map(number => `CUDA_ERROR_${name} == ${number}`);
      return `static_assert(${cases.join(' || ')}, "");`;
    });
    expect(compile(`#include <cuda.h>\n${claims.join('\n')}`)).toBe('');
  });
});
