import { expect, test } from 'vitest';
import { type NotedSignal, lastIsHeard } from '../../../src/program/passedSignals';

const noted = (text: string): readonly NotedSignal[] =>
  text.split(' ').flatMap(each => {
    const [signal, atMs] = each.split('@');
    return atMs === undefined ? [] : [{ signal, atMs: Number(atMs) }];
  });

test.each([
  ['none yet', 'INT@1000', '', false],
  ['the same one, heard later', 'INT@1000', 'INT@1900', true],
  ['the same one, heard a moment earlier', 'INT@1000', 'INT@990', true],
  ['the same one, heard where the launcher was late', 'INT@2000', 'INT@1200', true],
  ['another one', 'TERM@1000', 'INT@1001', false],
  ['one that came by itself before', 'TERM@9000', 'TERM@2000', false],
  ['others that came by themselves', 'TERM@9000', 'HUP@1000 HUP@8999', false],
  ['an earlier one alone', 'HUP@1000 HUP@1100', 'HUP@1300', false],
  ['both of two', 'HUP@1000 HUP@1100', 'HUP@1300 HUP@1400', true],
  ['the second of two alone', 'INT@1000 TERM@1100', 'TERM@1101', true]
])('a signal is heard where the program has noted %s', (_, received, heard, isHeard) => {
  expect(lastIsHeard(noted(received), noted(heard))).toBe(isHeard);
});
