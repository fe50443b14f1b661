import { expect, it } from 'vitest';
import { libraryFolders } from '../../../../src/sources/gpu/libraryFolders';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/launcher/site-packages/nvidia': ['cublas'],
  '/env/lib': ['python3.12', 'libpython3.12.so'],
  '/env/lib/python3.12/site-packages/nvidia': ['cu13', 'cuda_nvrtc'],
  '/venv/lib': ['python3.11'],
  '/venv/lib/python3.11/dist-packages/nvidia': ['cuda_cupti']
};

const list = (folder: string): readonly string[] => FOLDERS[folder] ?? [];

it('looks where it is told first, then in packages of Python, then in toolkits', () => {
  const env = {
    KERNELSCOPE_CUDA_LIBRARIES: '/first:/second:',
    KERNELSCOPE_PYTHON_PACKAGES: '/launcher/site-packages:/nowhere',
    CUDA_HOME: '/opt/cuda',
    CUDA_PATH: '',
    VIRTUAL_ENV: '/venv'
  };
  const installedIn = '/env/lib/python3.12/site-packages/kernelscope/kernel';
  expect(libraryFolders({ env, installedIn, list })).toEqual([
    '/first',
    '/second',
    '/launcher/site-packages/nvidia/cublas/lib',
    '/venv/lib/python3.11/dist-packages/nvidia/cuda_cupti/lib',
    '/env/lib/python3.12/site-packages/nvidia/cu13/lib',
    '/env/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib',
    '/opt/cuda/lib64',
    '/opt/cuda/extras/CUPTI/lib64',
    '/opt/cuda/targets/x86_64-linux/lib'
  ]);
});

it('names the usual toolkit alone where nothing else is known, and each folder once', () => {
  const env = { CUDA_HOME: '/usr/local/cuda' };
  expect(libraryFolders({ env, installedIn: '/usr/lib/node', list })).toEqual([
    '/usr/local/cuda/lib64',
    '/usr/local/cuda/extras/CUPTI/lib64',
    '/usr/local/cuda/targets/x86_64-linux/lib'
  ]);
});
