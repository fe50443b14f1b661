import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { endCutOff } from '../../../../src/engine/recording/endCutOff';
import { Recorder } from '../../../../src/record/recorder';
import { ApiCalls } from '../../../../src/sources/operators/apiCalls';
import { OperatorContext, OUTSIDE } from '../../../../src/sources/operators/operatorContext';
import { FakeClock } from '../../../support/fakeClock';
import { finishWindow, sliceLines } from '../../../support/recording';

const inScope = (scope: string) => ({ scope, customOperator: null });

it('ends the slices of code that was cut off, and no others', () => {
  const clock = new FakeClock();
  const recorder = new Recorder({ clock: clock.now });
  const running = {
    recorder,
    apiCalls: new ApiCalls(recorder),
    operatorContext: new OperatorContext()
  };
  const window = recorder.openWindow();
  const begin = (name: string) => recorder.begin(recorder.label(name, 'range'));
  const around = begin('around');
  const first = recorder.slices.nextToken;
  begin('cut off');
  const ended = begin('ended out of turn');
  begin('inside');
  clock.advance(5);
  recorder.end(ended);
  clock.advance(5);
  endCutOff(running, first);
  clock.advance(5);
  recorder.end(begin('later'));
  recorder.end(around);
  expect(sliceLines(finishWindow(recorder, window))).toEqual([
    'around 0+15 - @main thread',
    'cut off 0+10 around @main thread',
    'ended out of turn 0+5 cut off @main thread',
    'inside 0+10 ended out of turn @async',
    'later 15+0 around @main thread'
  ]);
});

it('tells who watches slices of their ends, and forgets differentiations and own work', () => {
  const recorder = new Recorder({ clock: new FakeClock().now });
  const running = {
    recorder,
    apiCalls: new ApiCalls(recorder),
    operatorContext: new OperatorContext()
  };
  recorder.openWindow();
  const told: string[] = [];
  const ignore = () => undefined;
  recorder.watchers.add({
    began: token => told.push(`began ${token}`),
    ended: token => told.push(`ended ${token}`),
    movedToLane: ignore,
    beganAsync: ignore,
    endedAsync: ignore,
    entered: ignore,
    left: ignore
  });
  recorder.begin(recorder.label('outer', 'range'));
  recorder.sequence.within(() => {
    recorder.begin(recorder.label('inner', 'range'));
    recorder.isAtOwnWork = true;
    endCutOff(running, 0);
    expect(recorder.sequence.next).toBe(0);
  });
  expect(told).toEqual(['began 0', 'began 1', 'ended 1', 'ended 0']);
  expect(recorder.isAtOwnWork).toBe(false);
});

it('closes all scopes, so that later code is in none', async () => {
  const recorder = new Recorder({ clock: new FakeClock().now });
  const operatorContext = new OperatorContext();
  const running = { recorder, apiCalls: new ApiCalls(recorder), operatorContext };
  operatorContext.enter(inScope('open:'));
  const pending = operatorContext.run(inScope('pending:'), async () => {
    await turn();
    return operatorContext.current;
  });
  const seen = operatorContext.runSync(inScope('layer:'), () => {
    endCutOff(running, 0);
    return operatorContext.current;
  });
  expect([seen, operatorContext.current, operatorContext.isActive]).toEqual([
    OUTSIDE,
    OUTSIDE,
    false
  ]);
  expect(await pending).toBe(OUTSIDE);
  expect(operatorContext.run(inScope('new:'), () => operatorContext.current)).toEqual(
    inScope('new:')
  );
});
