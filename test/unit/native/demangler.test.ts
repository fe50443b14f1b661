import { describe, expect, it, vi } from 'vitest';
import { demangler } from '../../../src/native/demangler';
import { demangleKnown } from '../../support/demangleKnown';

describe('demangler', () => {
  it('loads the addon once, for the first name that looks mangled', () => {
    const load = vi.fn(() => ({ demangle: demangleKnown }));
    const demangle = demangler(load);
    const typed = ['step', 'Stage', '10iterations', ''];
    expect(typed.map(demangle)).toEqual(typed);
    expect(load).not.toHaveBeenCalled();
    expect(demangle('_Z6kernelPf')).toBe('kernel(float*)');
    expect(demangle('N5torch8autograd9GraphRootE')).toBe('torch::autograd::GraphRoot');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('leaves names as they are that the addon cannot read', () => {
    expect(demangler(() => ({ demangle: () => null }))('_Z1')).toBe('_Z1');
  });

  it('leaves all names as they are where there is no native code, which it looks for once', () => {
    const load = vi.fn(() => {
      throw new Error('no addon');
    });
    const demangle = demangler(load);
    expect(['_Z6kernelPf', '_Z6kernelPf'].map(demangle)).toEqual(['_Z6kernelPf', '_Z6kernelPf']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('tells long names in linear time', () => {
    const demangle = demangler(() => ({ demangle: () => null }));
    const long = `N${'1a'.repeat(500_000)}`;
    expect(demangle(long)).toBe(long);
  });
});
