import type typescript from 'typescript';

type Compiler = typeof typescript;
type Node = typescript.Node;
type Statement = typescript.Statement;
type SourceFile = typescript.SourceFile;

/**
 * A pass over emitted JavaScript that puts an empty loop of one round behind each statement of a cell
 * that holds a loop and has others behind it.
 *
 * V8 optimises a loop while it runs. Where that code ends, V8 goes on in its interpreter, whose calls
 * its profiler finds on the line of the call before. A loop that goes round once more is where V8
 * leaves the interpreter for its baseline code, whose lines are right.
 *
 * Only the statements of the cell itself get one, not those of functions: their text can be read.
 */
export function createLoopExits(compiler: Compiler): typescript.TransformerFactory<SourceFile> {
  return context => file => new LoopExits(compiler, context).rewrite(file);
}

class LoopExits {
  readonly #compiler: Compiler;
  readonly #context: typescript.TransformationContext;

  constructor(compiler: Compiler, context: typescript.TransformationContext) {
    this.#compiler = compiler;
    this.#context = context;
  }

  rewrite(file: SourceFile): SourceFile {
    return this.#compiler.factory.updateSourceFile(file, this.#follow(file.statements));
  }

  readonly #visit = (node: Node): Node => {
    const { factory, isBlock, isCaseClause, isDefaultClause } = this.#compiler;
    if (!this.#holdsLoop(node)) return node;
    if (isBlock(node)) return factory.updateBlock(node, this.#follow(node.statements));
    if (isCaseClause(node)) {
      return factory.updateCaseClause(node, node.expression, this.#follow(node.statements));
    }
    if (isDefaultClause(node)) {
      return factory.updateDefaultClause(node, this.#follow(node.statements));
    }
    return this.#compiler.visitEachChild(node, this.#visit, this.#context);
  };

  #follow(statements: readonly Statement[]): Statement[] {
    const last = statements.length - 1;
    return statements.flatMap((statement, index) => {
      if (!this.#holdsLoop(statement)) return [statement];
      const visited = this.#visit(statement) as Statement;
      return index === last ? [visited] : [visited, this.#emptyLoop()];
    });
  }

  #holdsLoop(node: Node): boolean {
    const { isFunctionLike, isClassLike, isIterationStatement, forEachChild } = this.#compiler;
    if (isFunctionLike(node) || isClassLike(node)) return false;
    if (isIterationStatement(node, false)) return true;
    return forEachChild(node, child => this.#holdsLoop(child)) === true;
  }

  /** `for (let i = 0; i < 2; i++) ;` */
  #emptyLoop(): Statement {
    const { factory, NodeFlags } = this.#compiler;
    const round = factory.createUniqueName('round');
    const first = factory.createVariableDeclaration(
      round,
      undefined,
      undefined,
      factory.createNumericLiteral(0)
    );
    return factory.createForStatement(
      factory.createVariableDeclarationList([first], NodeFlags.Let),
      factory.createLessThan(round, factory.createNumericLiteral(2)),
      factory.createPostfixIncrement(round),
      factory.createEmptyStatement()
    );
  }
}
