import fc from 'fast-check';
import type { Profile } from '../../src/model/profile/profile';
import { ProfileBuilder } from '../../src/model/build/profileBuilder';
import { sampleMeta } from './drawProfile';

interface Tree {
  readonly name: number;
  readonly before: number;
  readonly after: number;
  readonly children: readonly Tree[];
}

const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.record({
    name: fc.nat(4),
    before: fc.nat(1000),
    after: fc.nat(1000),
    children: fc.oneof(
      { depthSize: 'small' },
      fc.constant([]),
      fc.array(tie('tree'), { maxLength: 4 })
    )
  })
}));

/** Any well-formed profile: a few tracks of properly nested slices, also empty ones. */
export function nestedProfile(): fc.Arbitrary<Profile> {
  return fc.array(fc.array(tree, { maxLength: 5 }), { minLength: 1, maxLength: 3 }).map(tracks => {
    const builder = new ProfileBuilder();
    let end = 0;
    tracks.forEach((roots, i) => {
      const track = builder.addTrack({ name: `track ${i}`, kind: 'thread' });
      let time = 0;
      for (const root of roots) time = addTree(builder, root, track, time, -1);
      end = Math.max(end, time);
    });
    return builder.build(sampleMeta(end));
  });
}

/** Adds the slice of `node` at `start` and returns a time after its end. */
function addTree(
  builder: ProfileBuilder,
  node: Tree,
  track: number,
  start: number,
  parent: number
): number {
  const end = start + lengthOf(node);
  const label = { name: `f${node.name}`, category: node.name % 2 ? 'operator' : 'range' };
  const handle = builder.addSlice({ ...label, start, duration: end - start, track, parent });
  let time = start + node.before;
  for (const child of node.children) time = addTree(builder, child, track, time, handle);
  return end + 1;
}

function lengthOf(node: Tree): number {
  const inner = node.children.reduce((sum, child) => sum + lengthOf(child) + 1, 0);
  return node.before + inner + node.after;
}
