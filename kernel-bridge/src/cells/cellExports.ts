import type typescript from 'typescript';

type Compiler = typeof typescript;
type Statement = typescript.Statement;
type Expression = typescript.Expression;
type SourceFile = typescript.SourceFile;

/** `exports.NAME = exports.NAME = … = VALUE`. */
interface Assignment {
  readonly names: readonly string[];
  readonly value: Expression;
}

/**
 * A pass over emitted CommonJS that fits it for `exports` that all cells share, a plain object:
 *
 * - an imported name becomes a value, not a getter, so that later cells may assign it;
 * - a name that the cell assigns in any case is not cleared first: it keeps its value when the cell
 *   fails before, and V8 goes on storing a number as a number;
 * - `export *` copies the names that are not there yet;
 * - `exports` is marked as a module already.
 */
export function createCellExports(compiler: Compiler): typescript.TransformerFactory<SourceFile> {
  const pass = new CellExports(compiler);
  return () => file => pass.rewrite(file);
}

/** True for nodes made by the compiler, false for those of the cell's author. */
function isMade(node: typescript.Node): boolean {
  return node.pos < 0;
}

class CellExports {
  readonly #compiler: Compiler;

  constructor(compiler: Compiler) {
    this.#compiler = compiler;
  }

  rewrite(file: SourceFile): SourceFile {
    const settled = file.statements
      .filter(statement => !this.#isModuleMark(statement))
      .map(statement => this.#settle(statement));
    const assigned = new Set(settled.flatMap(statement => this.#assignedNames(statement)));
    const kept = settled.flatMap(statement => this.#clearOthers(statement, assigned));
    return this.#compiler.factory.updateSourceFile(file, kept);
  }

  /** True for `Object.defineProperty(exports, "__esModule", { value: true })`. */
  #isModuleMark(statement: Statement): boolean {
    const { isCallExpression, isExpressionStatement, isStringLiteral } = this.#compiler;
    if (!isExpressionStatement(statement)) return false;
    const call = statement.expression;
    if (!isMade(call) || !isCallExpression(call)) return false;
    const [target, name] = call.arguments;
    return (
      this.#isMember(call.expression, 'Object', 'defineProperty') &&
      this.#isNamed(target, 'exports') &&
      isStringLiteral(name) &&
      name.text === '__esModule'
    );
  }

  /** Replaces what defines a getter, or the getters for a whole module, by an assignment. */
  #settle(statement: Statement): Statement {
    const { factory, isCallExpression, isExpressionStatement } = this.#compiler;
    if (!isExpressionStatement(statement)) return statement;
    const call = statement.expression;
    if (!isMade(call) || !isCallExpression(call)) return statement;
    const { expression, arguments: operands } = call;
    const settled = this.#isMember(expression, 'Object', 'defineProperty')
      ? this.#assignGotten(operands)
      : this.#isNamed(expression, '__exportStar') && this.#copyAll(operands);
    return settled ? factory.updateExpressionStatement(statement, settled) : statement;
  }

  /** For the operands `exports, "a", { enumerable: true, get: function () { return v; } }`. */
  #assignGotten([target, name, descriptor]: readonly Expression[]): Expression | null {
    if (!this.#isNamed(target, 'exports') || !this.#compiler.isStringLiteral(name)) return null;
    const value = this.#gottenValue(descriptor);
    return value && this.#assign(name.text, value);
  }

  #gottenValue(descriptor: Expression): Expression | null {
    const compiler = this.#compiler;
    if (!compiler.isObjectLiteralExpression(descriptor)) return null;
    const getter = descriptor.properties.at(-1);
    if (!getter || !compiler.isPropertyAssignment(getter)) return null;
    if (!compiler.isFunctionExpression(getter.initializer)) return null;
    const [result] = getter.initializer.body.statements;
    return compiler.isReturnStatement(result) ? (result.expression ?? null) : null;
  }

  /** For the operands `module, exports`. */
  #copyAll([module, target]: readonly Expression[]): Expression {
    const { factory } = this.#compiler;
    const both = [module, target].map(one => factory.createSpreadAssignment(one));
    const assign = factory.createPropertyAccessExpression(
      factory.createIdentifier('Object'),
      'assign'
    );
    const names = factory.createObjectLiteralExpression(both);
    return factory.createCallExpression(assign, undefined, [target, names]);
  }

  #assignedNames(statement: Statement): readonly string[] {
    const assignment = this.#assignmentOf(statement);
    return assignment && !this.#isClearing(assignment) ? assignment.names : [];
  }

  /** Removes names that are assigned anyway from `exports.a = exports.b = void 0`. */
  #clearOthers(statement: Statement, assigned: ReadonlySet<string>): readonly Statement[] {
    const assignment = this.#assignmentOf(statement);
    if (!assignment || !this.#isClearing(assignment)) return [statement];
    return assignment.names
      .filter(name => !assigned.has(name))
      .map(name =>
        this.#compiler.factory.createExpressionStatement(this.#assign(name, assignment.value))
      );
  }

  #isClearing({ value }: Assignment): boolean {
    return isMade(value) && this.#compiler.isVoidExpression(value);
  }

  #assignmentOf(statement: Statement): Assignment | null {
    const { isBinaryExpression, isExpressionStatement, SyntaxKind } = this.#compiler;
    if (!isExpressionStatement(statement)) return null;
    const names: string[] = [];
    let value = statement.expression;
    while (isBinaryExpression(value) && value.operatorToken.kind === SyntaxKind.EqualsToken) {
      const name = this.#exportName(value.left);
      if (name === null) break;
      names.push(name);
      value = value.right;
    }
    return { names, value };
  }

  #exportName(target: Expression): string | null {
    const isExport =
      this.#compiler.isPropertyAccessExpression(target) &&
      this.#isNamed(target.expression, 'exports');
    return isExport ? target.name.text : null;
  }

  #assign(name: string, value: Expression): Expression {
    const { factory } = this.#compiler;
    const exports = factory.createIdentifier('exports');
    return factory.createAssignment(factory.createPropertyAccessExpression(exports, name), value);
  }

  #isNamed(expression: Expression, name: string): boolean {
    return this.#compiler.isIdentifier(expression) && expression.text === name;
  }

  #isMember(expression: Expression, object: string, name: string): boolean {
    const isAccess = this.#compiler.isPropertyAccessExpression(expression);
    return (
      isAccess && this.#isNamed(expression.expression, object) && expression.name.text === name
    );
  }
}
