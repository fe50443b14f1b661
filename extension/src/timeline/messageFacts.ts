import { MESSAGE_FLOW } from 'kernelscope/model';
import type { Profile } from 'kernelscope/model';
import type { Fact } from '../shared/description';
import type { FactWords } from './sliceArgs';

/** Where the message of a slice was posted, or where it was handled, and how long it was on its way. */
export function messageFacts(profile: Profile, slice: number, words: FactWords): Fact[] {
  const { flows, labels, strings, slices, tracks } = profile;
  const { trans, formats } = words;
  const facts: Fact[] = [];
  for (let row = 0; row < flows.length; row++) {
    const [from, to] = [flows.from[row], flows.to[row]];
    if (from !== slice && to !== slice) continue;
    if (strings[labels.category[flows.label[row]]] !== MESSAGE_FLOW) continue;
    const other = from === slice ? to : from;
    const label = from === slice ? trans.__('Handled by') : trans.__('Posted by');
    const way = formats.duration(Math.max(0, slices.start[to] - slices.start[from]));
    const value = trans.__('%1, %2 later', tracks[slices.track[other]].name, way);
    const earlier = trans.__('%1, %2 earlier', tracks[slices.track[other]].name, way);
    facts.push({ label, value: from === slice ? value : earlier });
  }
  return facts;
}
