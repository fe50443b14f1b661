import type { Profiler } from 'node:inspector';
import ts from 'typescript';
import {
  isMapped,
  lastLine,
  mapLine,
  mapPosition,
  registerScript,
  sourceFile
} from '../../kernel-bridge/src/cells/sourceMaps';
import { type SourceMapper, identityMapper } from '../../src/sources/v8/scripts/sourceMapper';
import { seededRandom } from '../support/random';

const CELLS = 20;
const FUNCTIONS = 30;
const NODES = 20_000;
const SAMPLES = 100_000;
const SPACING_US = 100;

/** Depth of the tree of calls at most; V8 notes up to 255 frames. */
const DEPTH = 40;

const CELL = Array.from(
  { length: FUNCTIONS },
  (_, i) => `export function step${i}(values: readonly number[], rate = 0.${i + 1}): number {
  let sum: number = 0;
  for (const value of values) {
    if (value > rate) sum += Math.sqrt(value) * rate;
  }
  return sum;
}`
).join('\n\n');

/** The kernel's way from scripts to cells, over the maps of its two passes. */
export const cellMapper: SourceMapper = {
  ...identityMapper,
  known: isMapped,
  sourceFile,
  mapPosition,
  mapLine(file, line) {
    const source = mapLine(file, line);
    return source === null ? null : { line: source };
  },
  lastLine
};

/** Compiles the cells anew, as the kernel does: their maps are decoded when they are first asked. */
export function registerCells(): void {
  const module = ts.ModuleKind.ESNext;
  const emitted = transpile(CELL, { module });
  const ran = transpile(emitted.outputText, { module: ts.ModuleKind.CommonJS });
  const maps = { emit: emitted.sourceMapText ?? '', module: ran.sourceMapText ?? '' };
  const lineCount = CELL.split('\n').length;
  for (let cell = 1; cell <= CELLS; cell++) {
    registerScript(cellName(cell), maps, { prefixLines: 0, lineCount });
  }
}

/** What V8 delivers for 10⁵ samples of calls through the functions of the cells. */
export function sampledCells(): Profiler.Profile {
  const random = seededRandom(7);
  const below = (count: number): number => Math.floor(random() * count);
  const depths = [0];
  const nodes: Profiler.ProfileNode[] = [node(1, '(root)', '', -1)];
  for (let id = 2; id <= NODES; id++) {
    let caller = below(nodes.length);
    while (depths[caller] >= DEPTH) caller = below(nodes.length);
    const line = 10 + 8 * below(FUNCTIONS);
    const name = `step${line}`;
    nodes.push({
      ...node(id, name, cellName(1 + below(CELLS)), line),
      positionTicks: [
        { line: line + 3, ticks: 3 },
        { line: line + 4, ticks: 2 }
      ]
    });
    depths.push(depths[caller] + 1);
    nodes[caller].children?.push(id);
  }
  const samples = Array.from({ length: SAMPLES }, () => 2 + below(NODES - 1));
  const timeDeltas = samples.map(() => SPACING_US);
  return { nodes, samples, timeDeltas, startTime: 0, endTime: SAMPLES * SPACING_US };
}

function node(id: number, functionName: string, url: string, line: number): Profiler.ProfileNode {
  const callFrame = { functionName, scriptId: '1', url, lineNumber: line, columnNumber: 9 };
  return { id, callFrame, children: [] };
}

function cellName(cell: number): string {
  return `Cell [${cell}]`;
}

function transpile(text: string, options: ts.CompilerOptions): ts.TranspileOutput {
  const compilerOptions = { ...options, target: ts.ScriptTarget.ES2022, sourceMap: true };
  return ts.transpileModule(text, { compilerOptions, fileName: 'cell.ts' });
}
