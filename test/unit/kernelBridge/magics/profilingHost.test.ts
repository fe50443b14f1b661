import { expect, test } from 'vitest';
import { createSourceMapper } from '../../../../kernel-bridge/src/magics/profilingHost';
import { identityMapper } from '../../../../src/sources/v8/scripts/sourceMapper';
import { registerScript } from '../../../../kernel-bridge/src/cells/sourceMaps';

const maps = { emit: '{"version":3,"sources":["a"],"names":[],"mappings":"AAAA"}' };

test('scripts are known by path and by URL, as V8 may name them', () => {
  const both = { ...maps, module: maps.emit };
  registerScript('/notebooks/shapes.js', both, { prefixLines: 0, lineCount: Infinity });
  const mapper = createSourceMapper('/kernel/', identityMapper);
  expect(mapper.known('file:///notebooks/shapes.js')).toBe(true);
  expect(mapper.mapPosition('file:///notebooks/shapes.js', 1, 1)).toEqual({ line: 1, column: 1 });
  expect(mapper.known('file:///notebooks/other.js')).toBe(false);
});

test('the kernel’s own files and the script that starts cells are internal', () => {
  const mapper = createSourceMapper('/kernel/', identityMapper);
  expect(mapper.isInternal('file:///kernel/kernel.cjs')).toBe(true);
  expect(mapper.isInternal('kernelscope:run')).toBe(true);
  expect(mapper.isInternal('Cell [1]')).toBe(false);
  expect(mapper.isInternal('')).toBe(false);
});
