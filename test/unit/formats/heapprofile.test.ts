import { expect, test } from 'vitest';
import { HEAPPROFILE, readHeapprofile } from '../../../src/formats/heapprofile';
import { FileStart } from '../../../src/formats/shared/imported/fileStart';
import { TraceImportError } from '../../../src/formats/shared/imported/importLimits';
import type { Profile } from '../../../src/model/profile/profile';
import { classifyScript } from '../../../src/model/profile/scriptKind';

const OPTIONS = { id: 'again', name: 'heap', writtenAtMs: 5 };

const node = (id: number, name: string, selfSize: number, children: object[] = []): object => ({
  callFrame: {
    ...{ functionName: name, scriptId: name === '' ? '7' : '0' },
    ...{ url: name === 'fill' ? 'file:///a.js' : '', lineNumber: 4, columnNumber: 2 }
  },
  ...{ selfSize, id, children }
});

const HEAP = {
  head: node(1, '(root)', 64, [node(2, 'fill', 1000, [node(3, '', 24)]), node(4, 'fill', 8)]),
  samples: [
    { size: 600, nodeId: 2, ordinal: 1 },
    { size: 400, nodeId: 2, ordinal: 2 }
  ]
};

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const read = (value: unknown): Profile =>
  readHeapprofile(bytesOf(value), OPTIONS, { kindOf: classifyScript });

/** The bytes of each stack that are alive, innermost function first. */
function stacksOf({ heapSamples, stacks, frames, strings }: Profile): Record<string, number> {
  const entries = Array.from(heapSamples.stack, (stack, row) => {
    const names: string[] = [];
    for (let at = stack; at >= 0; at = stacks.prefix[at]) {
      names.push(strings[frames.name[stacks.frame[at]]]);
    }
    return [names.join(' < '), heapSamples.aliveBytes[row]];
  });
  return Object.fromEntries(entries) as Record<string, number>;
}

test('the bytes of each stack are alive, those of no function are of the program', () => {
  const profile = read(HEAP);
  const { read: reader } = HEAPPROFILE;
  expect(reader?.from === 'bytes' && reader.recognise(new FileStart(bytesOf(HEAP)))).toBe(
    'certain'
  );
  expect(stacksOf(profile)).toEqual({ '(program)': 64, fill: 1008, '(anonymous) < fill': 24 });
  expect([...profile.heapSamples.bytes]).toEqual([0, 0, 0]);
  const { frames, strings } = profile;
  const fill = Array.from(frames.name).findIndex(name => strings[name] === 'fill');
  expect([strings[frames.file[fill]], frames.line[fill], frames.column[fill]]).toEqual([
    ...['file:///a.js', 5, 3]
  ]);
  const evaluated = Array.from(frames.name).findIndex(name => strings[name] === '(anonymous)');
  expect(strings[frames.file[evaluated]]).toBe('(eval)');
});

test('samples say how sure the bytes are, where a file has them', () => {
  const { heapSamples } = read(HEAP);
  const fill = heapSamples.aliveBytes.indexOf(1008);
  expect(heapSamples.samples[fill]).toBe(2);
  expect(heapSamples.aliveVariance[fill]).toBe(600 ** 2 + 400 ** 2);
  expect(read({ ...HEAP, samples: undefined }).heapSamples.aliveVariance.every(v => v === 0)).toBe(
    true
  );
});

test('a tree of any depth is read', () => {
  const head = JSON.stringify(node(1, 'f', 16)).replace('[]', '[NEXT]');
  const [before, after] = head.split('NEXT');
  const depth = 20_000;
  const text = `{"head":${before.repeat(depth)}${after.repeat(depth)}}`;
  const { heapSamples, stacks } = readHeapprofile(new TextEncoder().encode(text), OPTIONS, {
    kindOf: classifyScript
  });
  expect([heapSamples.length, stacks.length]).toEqual([depth, depth]);
});

test.each([
  [{ head: [] }, 'node 0 below head is missing or no object'],
  [{ head: { ...node(1, 'a', 1), selfSize: -1 } }, 'node 0 below head, selfSize, is negative'],
  [{ head: { selfSize: 1, children: [] } }, 'node 0 below head, callFrame, is missing'],
  [{ ...HEAP, samples: [1] }, 'samples row 0 is missing or no object'],
  [{ head: node(1, 'a', 1, [null as unknown as object]) }, 'node 1 below head is missing']
])('what is no such profile is an error that says why (%#)', (value, message) => {
  expect(() => read(value)).toThrow(TraceImportError);
  expect(() => read(value)).toThrow(message);
});
