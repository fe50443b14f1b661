import { findCause } from '../../src/analysis/causes/findCause';
import type { Evidence } from '../../src/analysis/causes/site';

/** The file of code that is looked at. */
export const FILE = 'Cell [7]';

/** What a recording tells of cells that have a cause. */
export const EVIDENCE: Evidence = {
  costs: 'cpu',
  waits: 0,
  overlaps: false,
  isForOne: false,
  isBlocked: false,
  waited: new Map(),
  called: new Map([
    ['pbkdf2Sync', 0.9],
    ['gzipSync', 0.9],
    ['appendFileSync', 0.9],
    ['writeFileSync', 0.9],
    ['writeSync', 0.9],
    ['syncBufferWrapper', 0.9],
    ['postMessage', 0.9]
  ]),
  givenUpLines: [],
  givenUpFunctions: [],
  backends: [],
  allocated: 0,
  held: 0,
  isOfBuffers: false,
  isForRequests: false
};

/** The cause of the line that ends with `// here`, in a function that some calls by name are the callers of. */
export function causeOf(code: string, evidence: Partial<Evidence> = {}): string | null {
  const lines = code.split('\n');
  const line = lines.findIndex(each => each.endsWith('// here')) + 1;
  const caller = lines.findIndex(each => /isBlocked\('|=> label\(/.test(each)) + 1;
  const found = findCause({
    place: { file: FILE, line },
    textOf: name => (name === FILE ? code : null),
    evidence: { ...EVIDENCE, ...evidence },
    callers: caller > 0 ? [{ file: FILE, line: caller }] : []
  });
  return found?.cause ?? null;
}

/** A loop whose body is one line. */
export const loop = (line: string, before = ''): string =>
  `${before}\nfor (let i = 0; i < n; i++) {\n  ${line} // here\n}`;
