import { describe, expect, it } from 'vitest';
import { otherRuntimeNotice } from '../../../src/runtime/otherRuntimes';

describe('the notice on runtimes other than Node', () => {
  it('is none on Node', () => {
    expect(otherRuntimeNotice(process.versions)).toBeNull();
  });

  it.each([
    ['Bun 1.4.5', { node: '26.3.0', bun: '1.4.5' }],
    ['Deno 2.9.6', { node: '26.3.0', deno: '2.9.6' }]
  ])('is one sentence that names %s and what to do', (name, versions) => {
    const notice = otherRuntimeNotice(versions) ?? '';
    expect(notice).toContain(`on ${name} it records ranges, but no CPU samples`);
    expect(notice).toMatch(/^[A-Z].*run the program with Node to record these\.$/);
  });
});
