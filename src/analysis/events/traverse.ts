import type { FunctionEvent } from './functionEvent';

/** Every event below `roots`, each before its children, which come before its next sibling. */
export function* traverseDfs(roots: Iterable<FunctionEvent>): Generator<FunctionEvent> {
  const open = [...roots].reverse();
  for (let event = open.pop(); event !== undefined; event = open.pop()) {
    yield event;
    for (const child of [...event.cpuChildren].reverse()) open.push(child);
  }
}

/** Every event below `roots`, level by level. */
export function* traverseBfs(roots: Iterable<FunctionEvent>): Generator<FunctionEvent> {
  let level = [...roots];
  while (level.length > 0) {
    yield* level;
    level = level.flatMap(event => event.cpuChildren);
  }
}
