import typescript from '@tslab/typescript-for-tslab';
import path from 'node:path';
import { createCellExports } from './cellExports';
import { createCompilerTimers } from './compilerTimers';
import { createEarlierNames } from './earlierNames';
import { rememberMaps } from './sourceMaps';
import { createTimedCells } from './timedCells';

const TYPES = path
  .join(__dirname, '..', 'types', 'kernelscope', 'index.d.ts')
  .replaceAll('\\', '/');
const INLINE_MAP =
  /\r?\n?\/\/# sourceMappingURL=data:application\/json;base64,([A-Za-z0-9+/=]+)\s*$/;
const MAP_COMMENT = /\r?\n?\/\/# sourceMappingURL=.*\s*$/;

const CELL_FILE = '__tslab__.js';
const cellPasses = {
  before: [createTimedCells(typescript)],
  after: [createCellExports(typescript)]
};

type CellProgram = typescript.EmitAndSemanticDiagnosticsBuilderProgram;
type WatchHost = typescript.WatchCompilerHostOfFilesAndCompilerOptions<CellProgram>;

/** A program like TypeScript's own, which mends the names of earlier cells when it emits. */
const createCellProgram: typescript.CreateProgram<CellProgram> = (...inputs) => {
  const program = typescript.createEmitAndSemanticDiagnosticsBuilderProgram(...inputs);
  const emit = program.emit.bind(program);
  const checker = program.getProgram().getTypeChecker();
  const names = createEarlierNames(typescript, checker);
  program.emit = (file, write, cancellation, onlyTypes, passes = {}) => {
    const before = [...(passes.before ?? []), names];
    return emit(file, write, cancellation, onlyTypes, { ...passes, before });
  };
  return program;
};

function createWatchCompilerHost(
  rootFiles: string[],
  options: typescript.CompilerOptions,
  system: typescript.System,
  _createProgram: null,
  ...reporters: [typescript.DiagnosticReporter, typescript.WatchStatusReporter]
): WatchHost {
  const mapped = {
    ...options,
    inlineSourceMap: true,
    inlineSources: true,
    paths: { kernelscope: [TYPES] }
  };
  const host = typescript.createWatchCompilerHost(
    rootFiles,
    mapped,
    system,
    createCellProgram,
    ...reporters
  );
  return Object.assign(host, createCompilerTimers(system));
}

/** True for the source map of a cell, false for that of a module that cells import. */
function isOfCell(map: string): boolean {
  return (JSON.parse(map) as { file: string }).file === CELL_FILE;
}

function transpileModule(
  input: string,
  options: typescript.TranspileOptions
): typescript.TranspileOutput {
  const inline = INLINE_MAP.exec(input);
  const source = inline ? input.slice(0, inline.index) : input;
  const emit = inline?.[1] === undefined ? null : Buffer.from(inline[1], 'base64').toString('utf8');
  const result = typescript.transpileModule(source, {
    ...options,
    compilerOptions: { ...options.compilerOptions, sourceMap: true },
    transformers: emit !== null && isOfCell(emit) ? cellPasses : {}
  });
  const outputText = result.outputText.replace(MAP_COMMENT, '');
  if (emit !== null && result.sourceMapText !== undefined) {
    rememberMaps(outputText, { emit, module: result.sourceMapText });
  }
  return { ...result, outputText };
}

/**
 * Stands in for tslab's TypeScript inside the kernel bundle: the same module, but the converter's
 * two passes also make source maps (kept for `takeMaps` under the text they belong to), cells export
 * into an object that they share, `kernelscope` resolves to the kernel's own types, and packages may
 * be installed while the kernel runs. CommonJS, as the module it replaces.
 */
export = { ...typescript, createWatchCompilerHost, transpileModule };
