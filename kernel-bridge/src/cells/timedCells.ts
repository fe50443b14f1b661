import type typescript from 'typescript';
import { waits } from '../tslab/topLevelAwait';

type Compiler = typeof typescript;
type Statement = typescript.Statement;
type Expression = typescript.Expression;
type SourceFile = typescript.SourceFile;

/**
 * Runs the statements of a timed cell `loops` times in a row, and returns the time by `clock`,
 * nanoseconds. The value of a last expression goes to `kept.value`, so that no compiler can leave it
 * out. The declarations of the cell are those of one pass through the loop. It is an asynchronous
 * function only if the statements wait for something.
 */
export type TimedLoop = (
  loops: number,
  kept: { value?: unknown },
  clock: () => bigint
) => bigint | Promise<bigint>;

const DIRECTIVE = 'kernelscope: timed';

/** Lines that {@link timedSource} puts before the source. */
export const TIMED_LINES = 1;

/** The source of a cell, marked for {@link createTimedCells}; its columns do not move. */
export function timedSource(source: string): string {
  return `'${DIRECTIVE}';\n${source}`;
}

/**
 * A pass over the module that TypeScript makes of a cell, before it becomes CommonJS. A cell marked
 * by {@link timedSource} becomes one that returns its {@link TimedLoop} and exports nothing; its
 * imports stay outside of the loop.
 */
export function createTimedCells(compiler: Compiler): typescript.TransformerFactory<SourceFile> {
  const pass = new TimedCells(compiler);
  return () => file => (pass.isTimed(file) ? pass.rewrite(file) : file);
}

class TimedCells {
  readonly #compiler: Compiler;

  constructor(compiler: Compiler) {
    this.#compiler = compiler;
  }

  isTimed(file: SourceFile): boolean {
    return file.statements.some(statement => this.#isDirective(statement));
  }

  rewrite(file: SourceFile): SourceFile {
    const { factory, isImportDeclaration, isExportDeclaration } = this.#compiler;
    const imports = file.statements.filter(isImportDeclaration);
    const kept = factory.createUniqueName('kept');
    const timed = file.statements
      .filter(one => !isImportDeclaration(one) && !isExportDeclaration(one))
      .filter(one => !this.#isDirective(one))
      .map(statement => this.#keepValue(statement, kept));
    if (timed.length === 0) return factory.updateSourceFile(file, imports);
    const loop = factory.createReturnStatement(this.#loop(timed, kept));
    return factory.updateSourceFile(file, [...imports, loop]);
  }

  #isDirective(statement: Statement): boolean {
    const { isExpressionStatement, isStringLiteral } = this.#compiler;
    if (!isExpressionStatement(statement)) return false;
    const { expression } = statement;
    return isStringLiteral(expression) && expression.text === DIRECTIVE;
  }

  /** The converter exports the value of a last expression: that is kept instead. */
  #keepValue(statement: Statement, kept: Expression): Statement {
    const { factory, isVariableStatement, SyntaxKind } = this.#compiler;
    if (!isVariableStatement(statement)) return statement;
    const isExported = statement.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword);
    const value = statement.declarationList.declarations[0]?.initializer;
    if (isExported !== true || value === undefined) return statement;
    const target = factory.createPropertyAccessExpression(kept, 'value');
    return factory.createExpressionStatement(factory.createAssignment(target, value));
  }

  /** `(loops, kept, clock) => { const began = clock(); for (…) {…} return clock() - began; }` */
  #loop(statements: readonly Statement[], kept: typescript.Identifier): Expression {
    const { factory, SyntaxKind, NodeFlags } = this.#compiler;
    const [loops, clock, began] = ['loops', 'clock', 'began'].map(name =>
      factory.createUniqueName(name)
    );
    const now = factory.createCallExpression(clock, undefined, []);
    const start = factory.createVariableDeclaration(began, undefined, undefined, now);
    const forward = factory.createForStatement(
      undefined,
      factory.createGreaterThan(loops, factory.createNumericLiteral(0)),
      factory.createPostfixDecrement(loops),
      factory.createBlock(statements, true)
    );
    const block = factory.createBlock([
      factory.createVariableStatement(
        undefined,
        factory.createVariableDeclarationList([start], NodeFlags.Const)
      ),
      forward,
      factory.createReturnStatement(factory.createSubtract(now, began))
    ]);
    const parameters = [loops, kept, clock].map(name =>
      factory.createParameterDeclaration(undefined, undefined, name)
    );
    const isAsync = statements.some(waits);
    return factory.createArrowFunction(
      isAsync ? [factory.createModifier(SyntaxKind.AsyncKeyword)] : undefined,
      undefined,
      parameters,
      undefined,
      factory.createToken(SyntaxKind.EqualsGreaterThanToken),
      block
    );
  }
}
