import { describe, expect, it } from 'vitest';
import { linkMessages } from '../../../../src/model/merge/linkMessages';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import { validateProfile } from '../../../../src/model/validate/validate';
import { sampleMeta } from '../../../support/drawProfile';

/** A profile of messages: `name channel number`, one slice each. */
function profileOf(lines: readonly string[]) {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  lines.forEach((line, row) => {
    const [name, channel, message] = line.split(' ');
    const args = { channel, message: Number(message) };
    builder.addSlice({ name, category: 'message', track, start: row, duration: 1, args });
  });
  builder.addSlice({ name: 'other', category: 'range', track, start: lines.length, duration: 1 });
  return builder.build(sampleMeta(lines.length + 1));
}

const linksOf = (lines: readonly string[], sound: readonly string[]) => {
  const profile = validateProfile(linkMessages(profileOf(lines), new Set(sound)));
  const { flows, labels, strings } = profile;
  expect([...flows.label].every(label => strings[labels.category[label]] === 'message')).toBe(true);
  return Array.from({ length: flows.length }, (_, row) => [flows.from[row], flows.to[row]]);
};

describe('linkMessages', () => {
  it('leads from each message to where it was handled, by channel and number', () => {
    const lines = ['postMessage a 1', 'postMessage a 2', 'postMessage b 1', 'onmessage a 2'];
    const more = [...lines, 'onmessage b 1', 'onmessage a 1', 'onmessage a 3'];
    expect(linksOf(more, ['a', 'b'])).toEqual([
      [0, 5],
      [1, 3],
      [2, 4]
    ]);
  });

  it('leads nowhere on channels that are not sound, and changes nothing then', () => {
    const lines = ['postMessage a 1', 'onmessage a 1'];
    expect(linksOf(lines, ['b'])).toEqual([]);
    const profile = profileOf(lines);
    expect(linkMessages(profile, new Set())).toBe(profile);
  });
});
