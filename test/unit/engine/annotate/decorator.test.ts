import { runInThisContext } from 'node:vm';
import ts from 'typescript';
import { beforeEach, describe, expect, it } from 'vitest';
import { DecoratorTargetError } from '../../../../src/engine/annotate/decorator';
import { createRange } from '../../../../src/engine/annotate/range';
import { megengine, profile, Profiler, trace } from '../../../../src/index';
import type { RecordingWindow } from '../../../../src/record/slices/recordingWindow';
import { Recorder } from '../../../../src/record/recorder';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow, sliceLines } from '../../../support/recording';

/** What the decorated code of a test can reach. */
interface Environment {
  readonly range: ReturnType<typeof createRange>;
  readonly advance: (ns: number) => void;
}

/** What `code` returns, compiled with legacy decorators, as in notebook cells, or with standard ones. */
function run(code: string, around: Environment, experimentalDecorators: boolean): unknown {
  const target = ts.ScriptTarget.ES2022;
  const compilerOptions = { target, experimentalDecorators };
  const { outputText } = ts.transpileModule(`(() => {\n${code}\n})()`, { compilerOptions });
  const at = outputText.indexOf('(() =>');
  const body = `${outputText.slice(0, at)}return ${outputText.slice(at)}`;
  const names = Object.keys(around).join(', ');
  const evaluate = runInThisContext(`(function (${names}) {\n${body}\n})`) as Evaluate;
  return evaluate(...(Object.values(around) as unknown[]));
}

type Evaluate = (...around: readonly unknown[]) => unknown;

const METHODS = `
class Model {
  factor = 2;
  @range('apply') apply(value) { advance(3); return this.factor * value; }
  @range('make') static make() { advance(1); return new this(); }
  @range('size') get size() { advance(2); return this.factor; }
  @range('size set') set wide(value) { advance(4); this.factor = value; }
  @range('later') async later(value) { await null; advance(5); return this.factor + value; }
  @range('fails') fails() { throw new Error('mine'); }
}
const model = Model.make();
model.wide = 10;
try { model.fails(); } catch (error) { advance(7); }
return { sum: model.apply(4) + model.size, later: model.later(1), length: Model.prototype.apply.length,
  name: Model.prototype.apply.name };`;

let clock: FakeClock;
let recorder: Recorder;
let around: Environment;
let window: RecordingWindow;

beforeEach(() => {
  clock = new FakeClock();
  recorder = new Recorder({ clock: clock.now });
  around = { range: createRange(recorder), advance: ns => clock.advance(ns) };
  window = recorder.openWindow();
});

describe.each([
  ['legacy', true],
  ['standard', false]
])('decorators of the %s kind', (_kind, isLegacy) => {
  it('run methods, getters and setters inside the range, with this, value and errors', async () => {
    const { sum, later, length, name } = run(METHODS, around, isLegacy) as {
      readonly [key: string]: unknown;
    };
    expect([sum, length, name]).toEqual([50, 1, 'apply']);
    await expect(later).resolves.toBe(11);
    expect(sliceLines(finishWindow(recorder, window))).toEqual([
      'make 0+1 - @main thread',
      'size set 1+4 - @main thread',
      'fails 5+0 - @main thread',
      'apply 12+3 - @main thread',
      'size 15+2 - @main thread',
      'later 17+5 - @async'
    ]);
  });

  it('refuse fields and classes, and say what to do', () => {
    const field = () => run("class A { @range('f') field = () => 1; }", around, isLegacy);
    expect(field).toThrow(DecoratorTargetError);
    expect(field).toThrow('@range decorates methods, getters and setters, not the field field');
    const whole = () => run("@range('A') class A {}", around, isLegacy);
    expect(whole).toThrow('not the class A');
  });

  it('wrap again what is wrapped already, as two ranges', () => {
    const code = "class A { @range('outer') @range('inner') f() { advance(1); } }\nnew A().f();";
    run(code, around, isLegacy);
    expect(sliceLines(finishWindow(recorder, window))).toEqual([
      'outer 0+1 - @main thread',
      'inner 0+1 outer @main thread'
    ]);
  });
});

describe('a legacy decorator of a class', () => {
  it('says what it decorates, with arguments or without', () => {
    class Model {}
    const { range: own } = around;
    const profiler = new Profiler({ startProfile: false });
    const decorators: readonly unknown[] = [
      ...[own('a'), profile, profile({ enabled: false }), profile.wrap(), trace, trace({})],
      ...[profiler.wrap, megengine.profile, megengine.profile({ startProfile: false })]
    ];
    for (const decorator of decorators) {
      const decorate = decorator as (target: unknown) => unknown;
      let thrown: unknown = null;
      try {
        decorate(Model);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(DecoratorTargetError);
      expect(String(thrown)).toMatch(
        / decorates methods, getters and setters, not the class Model\./
      );
    }
  });
});
