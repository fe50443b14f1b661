import type { Profiler } from 'node:inspector';
import { describe, expect, test } from 'vitest';
import type { SampledWindow } from '../../../../src/engine/continuous/pushProtocol';
import { WindowReader } from '../../../../src/engine/continuous/windowProfile';
import { identityMapper } from '../../../../src/sources/v8/scripts/sourceMapper';

const START_US = 5_000_000;

interface DrawnFunction {
  readonly name: string;
  readonly scriptId: string;
  readonly line: number;
}

/** A window in which each function, called by none, has one sample of 1 ms. */
function drawn(functions: readonly DrawnFunction[]): Profiler.Profile {
  const meta = { scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };
  const nodes = functions.map(({ name, scriptId, line }, at) => ({
    id: at + 2,
    hitCount: 1,
    callFrame: {
      ...{ functionName: name, scriptId, url: 'file:///srv/app.js' },
      ...{ lineNumber: line - 1, columnNumber: 0 }
    }
  }));
  const root = { id: 1, callFrame: { functionName: '(root)', ...meta }, hitCount: 0 };
  return {
    nodes: [{ ...root, children: nodes.map(({ id }) => id) }, ...nodes],
    startTime: START_US,
    endTime: START_US + functions.length * 1000,
    samples: nodes.map(({ id }) => id),
    timeDeltas: nodes.map((_, at) => (at === 0 ? 0 : 1000))
  };
}

/** The innermost function of each sample as `name file:line`. */
function placesOf({ profile }: SampledWindow): string[] {
  const { samples, stacks, frames, strings } = profile;
  return Array.from(samples.stack, stack => {
    const frame = stacks.frame[stack];
    return `${strings[frames.name[frame]]} ${strings[frames.file[frame]]}:${frames.line[frame]}`;
  });
}

function reader(mapper = identityMapper): WindowReader {
  return new WindowReader({
    ...{ name: 'service', host: 'host', pid: 7, threadId: 0, runtime: 'v20.0.0' },
    ...{ mapper, folder: '/srv' }
  });
}

const one = (name: string, scriptId = '9', line = 3): DrawnFunction => ({ name, scriptId, line });

describe('WindowReader', () => {
  test('has the functions of each window, also of those that came before', () => {
    const windows = reader();
    expect(placesOf(windows.read(drawn([one('first'), one('second')]), 9000))).toEqual([
      ...['first app.js:3', 'second app.js:3']
    ]);
    const next = windows.read(drawn([one('third'), one('first')]), 9002);
    expect(placesOf(next)).toEqual(['third app.js:3', 'first app.js:3']);
    expect(next.profile.meta).toMatchObject({ startedAtMs: 9000, durationNs: 2e6 });
  });

  test('asks for a position once, and again when its script was compiled again', () => {
    let offset = 0;
    let questions = 0;
    const windows = reader({
      ...identityMapper,
      known: () => true,
      mapPosition: (_file, line, column) => {
        questions++;
        return { line: line + offset, column };
      }
    });
    const places = (scriptId: string): string[] =>
      placesOf(windows.read(drawn([one('work', scriptId)]), 9000));
    expect([...places('9'), ...places('9')]).toEqual(['work app.js:3', 'work app.js:3']);
    expect(questions).toBe(1);
    offset = 10;
    expect(places('12')).toEqual(['work app.js:13']);
  });

  test('forgets functions before they are too many', () => {
    const windows = reader();
    const sizes = Array.from({ length: 8 }, (_, window) => {
      const functions = Array.from({ length: 1500 }, (_, at) => one(`f${window} ${at}`));
      const { profile } = windows.read(drawn(functions), 9000);
      expect(placesOf({ profile, labelsOf: () => [] })[0]).toBe(`f${window} 0 app.js:3`);
      return profile.stacks.length;
    });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4096 + sizes[0]);
    expect(sizes[7]).toBeLessThan(sizes[0] * 8);
  });
});
