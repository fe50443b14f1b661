import type { ProfileFormat } from '../shared/format';
import { memoryFlowSvg, NO_ALLOCATIONS_NOTE } from './write';

/** A picture of device memory, as MegEngine's `memory_flow.svg`. */
export const MEMORY_FLOW: ProfileFormat = {
  id: 'memoryFlow',
  title: trans => trans.__('Memory flow (SVG)'),
  mediaType: 'image/svg+xml',
  endings: [{ ending: '.svg', help: 'device memory as time × address, without scripts' }],
  write: {
    encode: ({ profile }) => new TextEncoder().encode(memoryFlowSvg(profile)),
    contents: (_, trans) =>
      trans.__('Tensors as rectangles of time and address, to open in a browser'),
    lacks: ({ allocations }) =>
      allocations.length > 0 ? null : { note: NO_ALLOCATIONS_NOTE, hint: '' },
    isHiddenWhenEmpty: true
  }
};
