import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutputFileError } from '../../../../src/engine/results/atomicWrite';
import { writeMemoryProfile } from '../../../../src/compat/mxnet/memoryProfileFile';
import { GPU_MEMORY_USED } from '../../../../src/model/profile/categories';
import type { CounterSeries, Profile, Track } from '../../../../src/model/profile/profile';
import { richProfile } from '../../../support/richProfile';

const HEADER = '"Attribute Name","Requested Size","Device","Actual Size","Reuse?"\n';

interface Piece {
  readonly scope: string;
  readonly name: string;
  readonly bytes: number;
  readonly device?: string;
  readonly isHeld?: boolean;
}

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kernelscope-held-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes used of a GPU, one after the other. */
type UsedMemory = readonly [gpu: number, values: readonly number[]];

/** The profile with a device for each GPU that NVML counted the memory of. */
function withUsedMemory(profile: Profile, used: readonly UsedMemory[]): Profile {
  const [process] = profile.tracks;
  const devices = used.map(([gpu]): Track => ({
    ...process,
    name: `GPU ${gpu}`,
    kind: 'device',
    parent: 0,
    tid: gpu
  }));
  const counters = used.map(([, values], at): CounterSeries => ({
    name: GPU_MEMORY_USED,
    category: 'GPU',
    unit: 'bytes',
    kind: 'sampled',
    track: profile.tracks.length + at,
    time: Float64Array.from(values.keys()),
    value: Float64Array.from(values)
  }));
  return {
    ...profile,
    tracks: [...profile.tracks, ...devices],
    counters: [...profile.counters, ...counters]
  };
}

function profileWith(pieces: readonly Piece[]): Profile {
  const profile = richProfile();
  const strings = [...profile.strings];
  const texts = (textOf: (piece: Piece) => string) =>
    Uint32Array.from(pieces, piece => strings.push(textOf(piece)) - 1);
  return {
    ...profile,
    meta: { ...profile.meta, pid: 4711 },
    allocations: {
      length: pieces.length,
      time: Float64Array.from(pieces.keys()),
      lifetime: new Float64Array(pieces.length),
      isHeld: Uint8Array.from(pieces, ({ isHeld = true }) => (isHeld ? 1 : 0)),
      bytes: Float64Array.from(pieces, ({ bytes }) => bytes),
      address: new Float64Array(pieces.length).fill(-1),
      name: texts(({ name }) => name),
      scope: texts(({ scope }) => scope),
      device: texts(({ device = 'tfjs/wasm' }) => device)
    },
    strings
  };
}

function written(pieces: readonly Piece[], used: readonly UsedMemory[] = []): string {
  const profile = withUsedMemory(profileWith(pieces), used);
  const saved = writeMemoryProfile(profile, join(folder, 'gpu_memory_profile'));
  expect(saved?.path).toBe(join(folder, 'gpu_memory_profile-pid_4711.csv'));
  const text = readFileSync(saved?.path ?? '', 'utf8');
  expect(saved?.sizeBytes).toBe(Buffer.byteLength(text));
  return text;
}

describe('writeMemoryProfile', () => {
  it('writes what is still held, by the bytes of its full name, then by time', () => {
    const text = written([
      { scope: 'b:', name: 'MatMul', bytes: 4096 },
      { scope: '<unk>:', name: 'Add', bytes: 16, device: 'cpu/0' },
      { scope: 'b:', name: 'Freed', bytes: 99, isHeld: false },
      { scope: 'B:dense_1:', name: 'MatMul', bytes: 2 ** 40 },
      { scope: 'b:', name: 'MatMul', bytes: 8 },
      { scope: '漢:', name: 'x', bytes: 1 }
    ]);
    expect(text).toBe(
      HEADER +
        '"<unk>:Add","16","cpu/0","16","0"\n' +
        '"B:dense_1:MatMul","1099511627776","tfjs/wasm","1099511627776","0"\n' +
        '"b:MatMul","4096","tfjs/wasm","4096","0"\n' +
        '"b:MatMul","8","tfjs/wasm","8","0"\n' +
        '"漢:x","1","tfjs/wasm","1","0"\n'
    );
  });

  it('doubles quotes and lets no name become a formula', () => {
    const text = written([
      { scope: '=cmd|"calc":', name: 'a\nb', bytes: 1 },
      { scope: 'say "so":', name: ',', bytes: 2, device: '@evil' }
    ]);
    expect(text).toBe(
      `${HEADER}"'=cmd|""calc"":a\nb","1","tfjs/wasm","1","0"\n"say ""so"":,","2","'@evil","2","0"\n`
    );
  });

  it('writes only the heading when everything was given back', () => {
    expect(written([{ scope: 'a:', name: 'b', bytes: 1, isHeld: false }])).toBe(HEADER);
  });

  it('writes no file when nothing was allocated', () => {
    expect(writeMemoryProfile(profileWith([]), join(folder, 'gpu'))).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with what else is used of each GPU, as NVML last counted it', () => {
    const pieces = [
      { scope: 'a:', name: 'later', bytes: 100, device: 'gpu/1' },
      { scope: 'a:', name: 'weights', bytes: 300, device: 'gpu/0' },
      { scope: 'z:', name: 'on the host', bytes: 7, device: 'cpu/0' },
      { scope: 'a:', name: 'freed', bytes: 50, device: 'gpu/0', isHeld: false }
    ];
    const text = written(pieces, [
      [0, [900, 1000, NaN]],
      [1, [60]]
    ]);
    expect(text).toBe(
      HEADER +
        '"a:later","100","gpu/1","100","0"\n' +
        '"a:weights","300","gpu/0","300","0"\n' +
        '"z:on the host","7","cpu/0","7","0"\n' +
        '"nvml_amend","700","gpu/0","700","0"\n' +
        '"nvml_amend","0","gpu/1","0","0"\n'
    );
  });

  it('names the file that cannot be written', () => {
    const profile = profileWith([{ scope: 'a:', name: 'b', bytes: 1 }]);
    const write = () => writeMemoryProfile(profile, '/proc/none/gpu');
    expect(write).toThrow(OutputFileError);
    expect(write).toThrow('/proc/none/gpu-pid_4711.csv');
  });
});
