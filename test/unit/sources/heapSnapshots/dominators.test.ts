import { describe, expect, it } from 'vitest';
import { dominators } from '../../../../src/sources/heapSnapshots/dominators';
import { reachable } from '../../../../src/sources/heapSnapshots/reachable';
import { type DrawnNode, drawHeap } from '../../../support/drawHeap';

/** The key of the dominator of each node that is reachable. */
function dominatorsOf(nodes: Readonly<Record<string, DrawnNode>>): Record<string, string> {
  const graph = drawHeap(nodes);
  const isOwn = new Uint8Array(graph.nodes);
  const { postorder, dominator } = dominators(graph, reachable(graph, isOwn), isOwn);
  const keys = Object.keys(nodes);
  const rows = [...postorder].filter(node => node !== 0).sort((a, b) => a - b);
  return Object.fromEntries(rows.map(node => [keys[node], keys[dominator[node]]]));
}

/** Nodes with references, such as `a: 'b c'`. */
function drawn(references: Readonly<Record<string, string>>): Record<string, DrawnNode> {
  return Object.fromEntries(
    Object.entries(references).map(([key, targets]) => {
      const to = targets.split(' ').filter(target => target !== '');
      const isRoot = key === 'root';
      return [
        key,
        {
          is: isRoot ? 'synthetic' : `object ${key}`,
          to: Object.fromEntries(to.map(target => [target, `property ${target}`]))
        }
      ];
    })
  );
}

describe('dominators', () => {
  it('are the only holders of a node', () => {
    expect(dominatorsOf(drawn({ root: 'a', a: 'b', b: 'c', c: '' }))).toEqual({
      ...{ a: 'root', b: 'a', c: 'b' }
    });
  });

  it('are above both sides of a diamond, and within a cycle', () => {
    const nodes = drawn({ root: 'a', a: 'b c', b: 'd', c: 'd', d: 'e', e: 'f', f: 'd' });
    expect(dominatorsOf(nodes)).toEqual({ a: 'root', b: 'a', c: 'a', d: 'a', e: 'd', f: 'e' });
  });

  it('are the same as in the example of Lengauer and Tarjan', () => {
    const nodes = drawn({
      ...{ root: 'a b c', a: 'd', b: 'a d e', c: 'f g', d: 'l', e: 'h', f: 'i', g: 'i j' },
      ...{ h: 'e k', i: 'k', j: 'i', k: 'i root', l: 'h' }
    });
    expect(dominatorsOf(nodes)).toEqual({
      ...{ a: 'root', b: 'root', c: 'root', d: 'root', e: 'root', f: 'c', g: 'c', h: 'root' },
      ...{ i: 'root', j: 'g', k: 'root', l: 'd' }
    });
  });

  it('leave out what nothing, or only a weak reference, holds', () => {
    const nodes = drawn({ root: 'a', a: '', b: 'a' });
    nodes.a = { is: 'object a', to: { c: 'weak c' } };
    nodes.c = { is: 'object c' };
    expect(dominatorsOf(nodes)).toEqual({ a: 'root' });
  });
});
