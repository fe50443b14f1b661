import type { Node, Qualifier, TemplateNode } from './nodes';
import type { PrintState } from './printState';

type Of<Kind extends Node['kind']> = Extract<Node, { readonly kind: Kind }>;

/** Writes a function or variable with its type. */
export function writeTyped(state: PrintState, node: Of<'typed'>): void {
  const { name, qualifiers } = withoutQualifiers(node.name);
  const { returns, parameters } = node.type;
  const args = templateOf(name)?.args;
  const scope = args === undefined ? state.scope : { args, outer: state.scope };
  state.within(scope, () => {
    if (returns !== null) writeReturns(state, returns);
    state.print(name);
    writeParameters(state, parameters, qualifiers);
    if (returns !== null) state.after(returns);
  });
}

/** Writes what stands before the name of a function that returns `returns`. */
export function writeReturns(state: PrintState, returns: Node): void {
  state.before(returns);
  if (!hasAfter(state, returns)) state.write(' ');
}

/** Writes the parameters of a function and what qualifies it. */
export function writeParameters(
  state: PrintState,
  parameters: readonly Node[],
  qualifiers: readonly Qualifier[]
): void {
  state.write('(');
  state.list(parameters);
  state.write(')');
  for (const qualifier of qualifiers) writeQualifier(state, qualifier);
}

/** Writes one qualifier behind a type or a function. */
export function writeQualifier(state: PrintState, qualifier: Qualifier): void {
  if (typeof qualifier === 'string') {
    state.write(` ${qualifier}`);
    return;
  }
  state.write(` ${qualifier.before}`);
  if (qualifier.before !== '') state.write('(');
  state.print(qualifier.expression);
  if (qualifier.before !== '') state.write(')');
}

/** Whether something stands behind the name that a type declares. */
function hasAfter(state: PrintState, node: Node): boolean {
  return state.resolved(node, found => {
    switch (found.kind) {
      case 'function':
      case 'array':
        return true;
      case 'pointer':
      case 'reference':
      case 'memberPointer':
      case 'qualified':
        return hasAfter(state, found.type);
      default:
        return false;
    }
  });
}

interface BareName {
  readonly name: Node;
  readonly qualifiers: readonly string[];
}

/** A name, and the qualifiers of the method that it names. */
function withoutQualifiers(name: Node): BareName {
  if (name.kind === 'method') return { name: name.name, qualifiers: name.qualifiers };
  if (name.kind !== 'local' && name.kind !== 'defaultArgument') return { name, qualifiers: [] };
  const inner = withoutQualifiers(name.name);
  return { name: { ...name, name: inner.name }, qualifiers: inner.qualifiers };
}

/** The template whose parameters the type of a name is written in. */
function templateOf(name: Node): TemplateNode | null {
  if (name.kind === 'template') return name;
  return name.kind === 'local' || name.kind === 'defaultArgument' ? templateOf(name.name) : null;
}

/** Writes a template with its arguments. */
export function writeTemplate(state: PrintState, { name, args }: TemplateNode): void {
  const around = state.template;
  state.template = args;
  state.print(name);
  state.template = around;
  state.templateArgs(args);
}

/** Writes a conversion operator, whose type may be in terms of its own arguments. */
export function writeConversion(state: PrintState, type: Node): void {
  state.write('operator ');
  const args = state.template;
  const scope = args === null ? state.scope : { args, outer: state.scope };
  state.within(scope, () => state.print(type));
}

/** Writes a lambda; parameters of templates in it are `auto`. */
export function writeLambda(state: PrintState, { parameters, number }: Of<'lambda'>): void {
  const before = state.inLambda;
  state.write('{lambda(');
  state.inLambda = true;
  state.list(parameters);
  state.inLambda = before;
  state.write(`)#${number}}`);
}

/** Writes the name of an operator as it is declared. */
export function writeOperator(state: PrintState, text: string): void {
  const isWord = /^[a-z]/.test(text);
  state.write(`operator${isWord ? ' ' : ''}${text.trimEnd()}`);
}
