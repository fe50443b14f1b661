import typescript from 'typescript';
import { createCellExports } from './cellExports';
import { cellOptions } from './compiler/cellOptions';
import type { CellProgram } from './cellProgram';
import { createCellProgram } from './cellProgram';
import { isCompiledFile, isEmittedScript } from './compiler/compiledFiles';
import { getCompletionsAtPositionForTslab } from './compiler/completions';
import { WITHOUT_DOCUMENTATION } from './compiler/documentation';
import { createEmitTarget } from './compiler/emitTarget';
import { internal } from './compiler/internalCompiler';
import { withoutKernelFiles } from './compiler/kernelTypes';
import { localNames } from './compiler/localNames';
import { createModuleForms, withoutStrictMode } from './compiler/moduleForms';
import { createFileDiagnostics } from './compiler/preEmitDiagnostics';
import { getQuickInfoAtPosition } from './compiler/quickInfo';
import { getDefaultTypeRoots } from './compiler/typeRoots';
import { createCompilerTimers } from './compilerTimers';
import { createLastExpression } from './lastExpression';
import { createLoopExits } from './loopExits';
import { rememberMaps } from './sourceMaps';
import { createTimedCells } from './timedCells';

const INLINE_MAP =
  /\r?\n?\/\/# sourceMappingURL=data:application\/json;base64,([A-Za-z0-9+/=]+)\s*$/;
const MAP_COMMENT = /\r?\n?\/\/# sourceMappingURL=.*\s*$/;

const CELL_SOURCE = '/__tslab__.ts';
const CELL_FILE = '__tslab__.js';
const cellPasses = {
  before: [
    createTimedCells(typescript),
    createLastExpression(typescript),
    createModuleForms('cell')
  ],
  after: [createCellExports(typescript), createLoopExits(typescript), withoutStrictMode]
};
const filePasses = { before: [createModuleForms('file')], after: [withoutStrictMode] };
const emitTarget = createEmitTarget();
const getPreEmitDiagnosticsOfFiles = createFileDiagnostics(({ fileName }) =>
  fileName.endsWith(CELL_SOURCE)
);

type WatchHost = typescript.WatchCompilerHostOfFilesAndCompilerOptions<CellProgram>;

function getPreEmitDiagnostics(
  program: typescript.Program,
  file: typescript.SourceFile
): readonly typescript.Diagnostic[] {
  return getPreEmitDiagnosticsOfFiles(program, [file]);
}

function getNullTransformationContext(): typescript.TransformationContext {
  return internal.nullTransformationContext;
}

function createWatchCompilerHost(
  rootFiles: string[],
  options: typescript.CompilerOptions,
  system: typescript.System,
  _createProgram: null,
  ...reporters: [typescript.DiagnosticReporter, typescript.WatchStatusReporter]
): WatchHost {
  const host = typescript.createWatchCompilerHost(
    rootFiles,
    cellOptions(options, system),
    system,
    createCellProgram,
    ...reporters
  );
  const timers = createCompilerTimers(system);
  return Object.assign(withoutKernelFiles(host), timers, WITHOUT_DOCUMENTATION);
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
    compilerOptions: {
      esModuleInterop: true,
      module: typescript.ModuleKind.CommonJS,
      newLine: typescript.NewLineKind.LineFeed,
      target: emitTarget(source),
      sourceMap: true
    },
    transformers: emit !== null && isOfCell(emit) ? cellPasses : filePasses
  });
  const outputText = result.outputText.replace(MAP_COMMENT, '');
  if (emit !== null && result.sourceMapText !== undefined) {
    rememberMaps(outputText, { emit, module: result.sourceMapText });
  }
  return { ...result, outputText };
}

/**
 * Replaces tslab's own TypeScript inside the kernel bundle: released TypeScript, with the functions
 * that tslab's patch adds. The converter's two passes also make source maps (kept for `takeMaps` under
 * the text they belong to), cells export into an object that they share, `kernelscope` resolves to the
 * kernel's own types, and packages may be installed while the kernel runs. CommonJS, like the module it
 * replaces.
 */
export = {
  ...typescript,
  Completions: { ...internal.Completions, getCompletionsAtPositionForTslab },
  createWatchCompilerHost,
  getDefaultTypeRoots,
  getNullTransformationContext,
  getPreEmitDiagnostics,
  getPreEmitDiagnosticsOfFiles,
  getQuickInfoAtPosition,
  isCompiledFile,
  isEmittedScript,
  localNames,
  transpileModule
};
