import { expect, it } from 'vitest';
import { Recorder } from '../../../../src/record/recorder';
import { relabel } from '../../../../src/record/slices/relabel';
import { NO_TOKEN, type Token } from '../../../../src/record/slices/sliceStore';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow, sliceLines } from '../../../support/recording';

/** A recorder with small chunks, and as many slices as fill three of them. */
function record(): { recorder: Recorder; tokens: Token[]; finish: () => string[] } {
  const recorder = new Recorder({ clock: new FakeClock().now });
  const window = recorder.openWindow({ mode: 'keepLast', slices: 256 });
  const label = recorder.label('first', 'test');
  const tokens = Array.from({ length: 192 }, () => recorder.beginAsync(label, NO_TOKEN));
  for (const token of tokens) recorder.endAsync(token);
  return { recorder, tokens, finish: () => sliceLines(finishWindow(recorder, window)) };
}

it.each([0, 63, 64, 130, 191])('gives slice %i another label and no other one', at => {
  const { recorder, tokens, finish } = record();
  relabel(recorder.slices, tokens[at], recorder.label('second', 'test'));
  const names = finish().map(line => line.split(' ')[0]);
  expect(names.indexOf('second')).toBe(at);
  expect(names.filter(name => name === 'second')).toHaveLength(1);
});

it('leaves the slice on its lane', () => {
  const { recorder, tokens, finish } = record();
  relabel(recorder.slices, tokens[100], recorder.label('second', 'test'));
  expect(finish()[100]).toMatch(/@test/);
});

it('changes nothing for a slice of an earlier recording', () => {
  const { recorder, tokens, finish } = record();
  finish();
  const window = recorder.openWindow();
  recorder.endAsync(recorder.beginAsync(recorder.label('first', 'test'), NO_TOKEN));
  relabel(recorder.slices, tokens[0], recorder.label('second', 'test'));
  expect(sliceLines(finishWindow(recorder, window)).join()).not.toContain('second');
});
