import typescript from 'typescript';

/** True for code that itself contains an `await`, not in a function within it. */
export function waits(node: typescript.Node): boolean {
  return firstWait(node) !== undefined;
}

/** The first `await` of `node` itself, not in a function within it. */
export function firstWait(node: typescript.Node): typescript.Node | undefined {
  if (typescript.isFunctionLike(node)) return undefined;
  if (typescript.isAwaitExpression(node) || isAwaitUsing(node)) return node;
  if (typescript.isForOfStatement(node) && node.awaitModifier !== undefined) return node;
  return typescript.forEachChild(node, firstWait);
}

function isAwaitUsing(node: typescript.Node): boolean {
  const { AwaitUsing } = typescript.NodeFlags;
  return (
    typescript.isVariableDeclarationList(node) && (node.flags & AwaitUsing) === Number(AwaitUsing)
  );
}

/**
 * True for the JavaScript of a cell that has to run as an asynchronous function. It is parsed as a
 * module, where `await (…)`, `await [1]` and `await -1` wait: elsewhere they call a function, take an
 * element or subtract.
 */
export function hasTopLevelAwait(code: string): boolean {
  if (!/\bawait\b/.test(code)) return false;
  const { Latest } = typescript.ScriptTarget;
  return waits(typescript.createSourceFile('cell.js', `export {};\n${code}`, Latest));
}
