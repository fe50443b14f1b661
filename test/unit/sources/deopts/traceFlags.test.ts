import { expect, it } from 'vitest';
import { DeoptsUnavailableError, DeoptTrace } from '../../../../src/sources/deopts/deoptTrace';
import { tracingFlag } from '../../../../src/sources/deopts/traceFlags';

it.each([
  [['--trace-deopt'], '--trace-deopt'],
  [['--inspect', '--trace_opt'], '--trace_opt'],
  [['--redirect-code-traces-to=a'], '--redirect-code-traces-to=a'],
  [['--trace-warnings', '--trace-exit', '--print', '--log-dir=a'], undefined]
])('of %j, %s has V8 trace', (flags, found) => {
  expect(tracingFlag(flags)).toBe(found);
});

it('V8 is not made to trace from another thread', () => {
  const trace = new DeoptTrace({ threadId: 3, exitActions: { add: () => undefined } });
  expect(() => trace.begin()).toThrow(DeoptsUnavailableError);
  expect(() => trace.begin()).toThrow('start the recording there');
});
