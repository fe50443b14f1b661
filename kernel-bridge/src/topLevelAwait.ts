import typescript from '@tslab/typescript-for-tslab';

/** True for code with an `await` of its own, not one of a function within it. */
export function waits(node: typescript.Node): boolean {
  if (typescript.isFunctionLike(node)) return false;
  if (typescript.isAwaitExpression(node)) return true;
  if (typescript.isForOfStatement(node) && node.awaitModifier !== undefined) return true;
  return typescript.forEachChild(node, waits) === true;
}

/**
 * True for the JavaScript of a cell that has to run as an asynchronous function. It is read as that
 * of a module, where `await (…)`, `await [1]` and `await -1` wait: elsewhere they call a function,
 * take an element or subtract.
 */
export function hasTopLevelAwait(code: string): boolean {
  if (!/\bawait\b/.test(code)) return false;
  const { Latest } = typescript.ScriptTarget;
  return waits(typescript.createSourceFile('cell.js', `export {};\n${code}`, Latest));
}
