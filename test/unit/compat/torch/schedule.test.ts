import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ScheduleOptions, schedule } from '../../../../src/compat/torch/schedule';
import { ScheduleError } from '../../../../src/engine/sessions/schedule';

const GOLDEN = new URL('../../../golden/torch/schedules.json', import.meta.url);

/** PyTorch's actions by the arguments, which are written as Python does. */
const recorded = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Readonly<Record<string, string[]>>;

/** Arguments of the row that the golden file names instead of writing them. */
const SKIP_FIRST_WAIT = { wait: 2, warmup: 1, active: 1, skipFirst: 1, skipFirstWait: 1 };

function optionsOf(arguments_: string): ScheduleOptions {
  if (arguments_ === 'skip_first_wait') return SKIP_FIRST_WAIT;
  const json = arguments_.replaceAll("'", '"').replace('skip_first', 'skipFirst');
  return JSON.parse(json) as ScheduleOptions;
}

const actions = (options: ScheduleOptions, steps: number): string[] =>
  Array.from({ length: steps }, (_, step) => schedule(options)(step));

describe('schedule', () => {
  it.each(Object.entries(recorded))('gives the actions of PyTorch for %s', (arguments_, wanted) => {
    expect(wanted.length).toBeGreaterThan(9);
    expect(actions(optionsOf(arguments_), wanted.length)).toEqual(wanted);
  });

  it.each([
    [{ wait: -1, active: 1 }, 'wait=-1, active=1, warmup=0, repeat=0'],
    [{ wait: 0, active: 0 }, 'active=0'],
    [{ wait: 0, active: 1.5 }, 'active=1.5'],
    [{ wait: 0, active: 1, warmup: NaN }, 'warmup=NaN'],
    [{ wait: 0, active: 1, repeat: '2' }, 'For repeat: give a whole number, 0 or more'],
    [{ active: 1 }, 'wait=undefined'],
    [undefined, 'wait=undefined, active=undefined']
  ])('refuses %o with the values in the text', (options, text) => {
    const make = () => schedule(options as ScheduleOptions);
    expect(make).toThrow(ScheduleError);
    expect(make).toThrow('Invalid profiler schedule arguments');
    expect(make).toThrow(text);
  });

  it('tells a number that is text from a number', () => {
    const options = { wait: 0, active: 1, warmup: '1' } as unknown as ScheduleOptions;
    expect(() => schedule(options)).toThrow("warmup='1', repeat=0");
  });

  it('names the option that was meant', () => {
    const options = { wait: 0, active: 1, skip_frist: 2 } as ScheduleOptions;
    expect(() => schedule(options)).toThrow('no option skip_frist');
    expect(() => schedule(options)).toThrow('Did you mean skipFirst?');
  });

  it('refuses steps before the first', () => {
    expect(() => schedule({ wait: 0, active: 1 })(-1)).toThrow('Invalid profiler step -1');
  });
});
