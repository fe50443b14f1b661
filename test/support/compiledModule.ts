import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

const { CommonJS } = ts.ModuleKind;

/** A TypeScript file with its JavaScript, and what the JavaScript exports. */
export interface CompiledModule<T> {
  readonly script: string;
  readonly map: string;
  readonly exports: T;
}

/**
 * Writes `name.ts` to `folder`, compiles it, with its source map in the JavaScript or in a file
 * beside it, and loads the JavaScript.
 */
export function compileModule<T>(
  folder: string,
  name: string,
  source: string,
  place: 'inline' | 'beside'
): CompiledModule<T> {
  const isInline = place === 'inline';
  const compilerOptions = {
    module: CommonJS,
    target: ts.ScriptTarget.ES2022,
    removeComments: true,
    inlineSourceMap: isInline,
    sourceMap: !isInline
  };
  const fileName = `${name}.ts`;
  const { outputText, sourceMapText = '' } = ts.transpileModule(source, {
    fileName,
    compilerOptions
  });
  const script = path.join(folder, `${name}.js`);
  const map = `${script}.map`;
  writeFileSync(path.join(folder, fileName), source);
  writeFileSync(script, outputText);
  if (!isInline) writeFileSync(map, sourceMapText);
  return { script, map, exports: createRequire(__filename)(script) as T };
}
