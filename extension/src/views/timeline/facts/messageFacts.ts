import { MESSAGE_FLOW } from 'kernelscope/model';
import type { Profile } from 'kernelscope/model';
import type { Fact } from '../../../shared/content/description';
import type { FactWords } from './factWords';
import { MAX_LINKS } from './factWords';

/** Where the messages of a slice were posted or handled, and how long each was on its way. */
export function messageFacts(profile: Profile, slice: number, words: FactWords): Fact[] {
  const { flows, labels, strings, slices, tracks } = profile;
  const { trans, formats } = words;
  const facts: Fact[] = [];
  for (let row = 0; row < flows.length && facts.length < MAX_LINKS; row++) {
    const [from, to] = [flows.from[row], flows.to[row]];
    if (from !== slice && to !== slice) continue;
    if (strings[labels.category[flows.label[row]]] !== MESSAGE_FLOW) continue;
    const way = formats.duration(Math.max(0, slices.start[to] - slices.start[from]));
    const thread = tracks[slices.track[from === slice ? to : from]].name;
    facts.push(
      from === slice
        ? { label: trans.__('Handled by'), value: trans.__('%1, %2 later', thread, way) }
        : { label: trans.__('Posted by'), value: trans.__('%1, %2 earlier', thread, way) }
    );
  }
  return facts;
}
