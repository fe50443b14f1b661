import typescript from 'typescript';
import { createEarlierNames } from './earlierNames';
import { internal } from './compiler/internalCompiler';
import { linkKernelTypes, resolveKernelTypes } from './compiler/kernelTypes';
import { declarationsOf } from './compiler/unnamedTypes';

/** A program with the methods that tslab's converter uses. */
export type CellProgram = typescript.EmitAndSemanticDiagnosticsBuilderProgram;

type SourceFile = typescript.SourceFile;

/** The end of the name of a cell's JavaScript. */
const CELL_SCRIPT = '__tslab__.js';

/**
 * A program like TypeScript's own builder, which fixes the names of earlier cells when it emits. It does
 * not keep what a builder keeps of every file to tell what a change affects: nobody asks for that, and
 * collecting it takes longer than checking a cell. What a file depends on is determined on request.
 */
export const createCellProgram: typescript.CreateProgram<CellProgram> = (...inputs) => {
  const [, , host] = inputs;
  if (host) resolveKernelTypes(host);
  const program = typescript.createAbstractBuilder(...inputs) as CellProgram;
  const checked = program.getProgram();
  linkKernelTypes(checked);
  const emit = program.emit.bind(program);
  const names = createEarlierNames(typescript, checked.getTypeChecker());
  program.emit = (file, write, cancellation, onlyTypes, passes = {}) => {
    const before = [...(passes.before ?? []), names];
    const written = new Set<string>();
    const note: typescript.WriteFileCallback = (name, ...rest) => {
      written.add(name);
      write?.(name, ...rest);
    };
    const result = emit(file, note, cancellation, onlyTypes, { ...passes, before });
    const script = [...written].find(name => name.endsWith(CELL_SCRIPT));
    const types = script?.replace(/\.js$/, '.d.ts');
    if (file && types !== undefined && !written.has(types)) {
      write?.(types, declarationsOf(checked, file, { writesTo: types }), false);
    }
    return result;
  };
  program.getAllDependencies = file => dependencies(checked, file);
  return program;
};

/** The names of the files that `file` needs, itself first. */
function dependencies(program: typescript.Program, file: SourceFile): readonly string[] {
  if (standsAlone(file)) return [file.fileName];
  const state = internal.BuilderState.create(program, undefined, true);
  return internal.BuilderState.getAllDependencies(state, program, file);
}

/** True for a file that names no other file and no module, and adds to none. */
function standsAlone(file: SourceFile): boolean {
  const { imports, moduleAugmentations, referencedFiles, typeReferenceDirectives } =
    file as SourceFile & FoundModules;
  const named = [imports, moduleAugmentations, referencedFiles, typeReferenceDirectives];
  return typescript.isExternalModule(file) && named.every(({ length }) => length === 0);
}

/** Fields that TypeScript adds to a file of a program, and does not declare. */
interface FoundModules {
  readonly imports: readonly typescript.Node[];
  readonly moduleAugmentations: readonly typescript.Node[];
}
