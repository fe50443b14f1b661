import { describe, expect, it } from 'vitest';
import { withModuleNames } from '../../../../kernel-bridge/src/tslab/moduleNames';

const MATCHES = ['fs', 'fs/promises', 'path'];

/** The completion at the mark, of candidates that TypeScript has for the cursor. */
function completionAt(marked: string) {
  const cursor = marked.indexOf('¦');
  const found = { start: cursor, end: cursor, matches: MATCHES };
  return withModuleNames(marked.replace('¦', ''), cursor, found);
}

describe('candidates for the name of a module', () => {
  it.each([
    ["import fs from 'F¦", 1, ['fs', 'fs/promises']],
    ['import "¦"', 0, MATCHES],
    ["const fs = require( 'p¦')", 1, ['path']],
    ['await import("x/p¦")', 1, ['path']],
    ["export * from 'x/¦'", 0, MATCHES]
  ])('continue the part behind the last slash: %s', (marked, length, matches) => {
    const cursor = marked.indexOf('¦');
    expect(completionAt(marked)).toEqual({ start: cursor - length, end: cursor, matches });
  });

  it.each(["const text = 'f¦'", "import fs from 'fs';\nf¦", "import { f¦ } from 'fs'", '¦'])(
    'are as they were elsewhere: %s',
    marked => {
      const cursor = marked.indexOf('¦');
      expect(completionAt(marked)).toEqual({ start: cursor, end: cursor, matches: MATCHES });
    }
  );
});
