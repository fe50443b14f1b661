import path from 'node:path';
import typescript from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  WITHOUT_DOCUMENTATION,
  getQuickInfoAtPosition
} from '../../../../../kernel-bridge/src/cells/compiler/quickInfo';

/** Each kind of declaration in a file of its own, since all of a file is documented at once. */
const FILES: Readonly<Record<string, string>> = {
  '/shape.ts': `
/** What has an area. */
export interface Shape {
  /**
   * The area, in square metres.
   * @returns never less than 0
   */
  area(): number;
  /** The name, see {@link Shape}. */
  readonly name: string;
  /** The length of a side. */
  readonly side?: number;
}`,
  '/square.ts': `
import type { Shape } from './shape';
/** A shape with equal sides. */
export class Square implements Shape {
  /** Makes a square. @param side in metres */
  constructor(readonly side: number) {}
  area(): number { return this.side ** 2; }
  get name(): string { return 'square'; }
  /** The smallest one. */
  static readonly unit = new Square(1);
}`,
  '/tile.ts': `
import { Square } from './square';
export class Tile extends Square {
  static readonly unit = new Tile(1);
  constructor(readonly side: number) { super(side); }
  area(): number { return 1; }
}
export const make = (): Square => new Tile(1);`,
  '/sum.ts': `
import type { Shape } from './shape';
/**
 * Adds areas.
 * @param shapes what to add
 * @deprecated use {@link Square.area}
 * @example add(one, two)
 */
export function add(...shapes: readonly Shape[]): number;
/** Adds the areas of a list. */
export function add(shapes: readonly Shape[]): number;
export function add(...shapes: unknown[]): number { return shapes.length; }`,
  '/adder.ts': `
/** What adds. */
export interface Adder {
  /** Adds one. */
  (to: number): number;
}`,
  '/uses.ts': `
import type { Adder } from './adder';
export declare const increment: Adder;
export { Square as Quadrat } from './square';`,
  '/color.ts': `
/** A colour. */
export enum Color {
  /** Like blood. */
  red
}`,
  '/options.ts': `
/** Options of drawing. */
export type Options = {
  /** In metres. */
  width?: number;
};`,
  '/tools.ts': `
/** What helps. */
export namespace tools {
  /** The best one. */
  export const hammer = 1;
}`,
  '/cell.ts': `
import * as sums from './sum';
import { add as sum } from './sum';
import { Square } from './square';
import { make, Tile } from './tile';
import { increment, Quadrat } from './uses';
import { Color } from './color';
import { tools } from './tools';
import type { Options } from './options';
/** The one here. */
const square = new Square(2);
const tile = new Tile(3);
const either: Square | { /** Of another kind. */ area(): number } = square;
square.area() + tile.area() + either.area() + Square.unit.side + make().area();
sums.add(square) + sum([square]) + tools.hammer + Color.red + increment(1);
square.name + tile.name + new Quadrat(1).name + Tile.unit.name + tile.side;
const options: Options = { width: 1 };
const partial: Partial<Options> = { width: 2 };
const { width } = options;
partial.width;
[1].map(String).toString();
new Map<string, number>().get('a');
parseInt('3') + Math.max(1) + JSON.stringify(square).length;
Promise.resolve(tile).then(one => one.side);`
};

const OPTIONS: typescript.CompilerOptions = {
  target: typescript.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  types: []
};
const LIBRARY = path.dirname(typescript.getDefaultLibFilePath(OPTIONS));

const textOf = (name: string): string | undefined => FILES[name] ?? typescript.sys.readFile(name);

/** Files of TypeScript's library, which are parsed only once. */
const libraries = new Map<string, typescript.SourceFile>();

function programWithoutDocumentation(): typescript.Program {
  const parse: typescript.CompilerHost['getSourceFile'] = (name, options) => {
    const text = textOf(name);
    return text === undefined ? undefined : typescript.createSourceFile(name, text, options);
  };
  const host: typescript.CompilerHost = {
    ...typescript.createCompilerHost(OPTIONS),
    ...WITHOUT_DOCUMENTATION,
    getSourceFile: (name, options) => {
      const file = libraries.get(name) ?? parse(name, options);
      if (file && name.startsWith(LIBRARY)) libraries.set(name, file);
      return file;
    },
    fileExists: name => textOf(name) !== undefined,
    readFile: textOf
  };
  return typescript.createProgram(['/cell.ts'], OPTIONS, host);
}

function languageService(): typescript.LanguageService {
  return typescript.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => ['/cell.ts'],
    getScriptVersion: () => '1',
    getScriptSnapshot: name => {
      const text = textOf(name);
      return text === undefined ? undefined : typescript.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => path.join(LIBRARY, 'lib.es2022.d.ts'),
    fileExists: name => textOf(name) !== undefined,
    readFile: textOf
  });
}

const shown = (info: typescript.QuickInfo | undefined) =>
  info && {
    display: typescript.displayPartsToString(info.displayParts),
    documentation: typescript.displayPartsToString(info.documentation),
    tags: info.tags?.map(({ name, text }) => [name, typescript.displayPartsToString(text)])
  };

describe('information about the name at a position', () => {
  const service = languageService();
  const cell = FILES['/cell.ts'];
  const names = [...cell.matchAll(/[A-Za-z]\w*/g)].map(({ 0: name, index }) => ({ name, index }));

  it('comes from files that were parsed without their documentation', () => {
    const file = programWithoutDocumentation().getSourceFile('/shape.ts')!;
    expect(file.statements[0]).toHaveProperty('jsDoc', undefined);
  });

  it.each(names)('is that of a language service: $name at $index', ({ index }) => {
    const program = programWithoutDocumentation();
    const file = program.getSourceFile('/cell.ts')!;
    const info = getQuickInfoAtPosition(file, program.getTypeChecker(), undefined, index);
    expect(shown(info)).toEqual(shown(service.getQuickInfoAtPosition('/cell.ts', index)));
  });
});
