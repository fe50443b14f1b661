import { describe, expect, it } from 'vitest';
import { type ProfilerAction, ScheduleError } from '../../../../src/engine/sessions/schedule';
import { schedule } from '../../../../src/compat/torch/schedule';
import { type ScheduledWork, StepMachine } from '../../../../src/engine/sessions/scheduledRun';

/** Writes down what it is told; windows are handed over when `handover` settles. */
class LoggedWork implements ScheduledWork {
  readonly log: string[] = [];

  constructor(private readonly handover?: Promise<void>) {}

  warmUp = () => void this.log.push('warm up');
  coolDown = () => void this.log.push('cool down');
  openWindow = () => void this.log.push('open');
  dropWindow = () => void this.log.push('drop');
  beginStep = (step: number) => void this.log.push(`begin ${step}`);
  endStep = () => void this.log.push('end step');
  warn = (message: string) => void this.log.push(message);

  saveWindow(): Promise<void> | void {
    this.log.push('save');
    return this.handover;
  }
}

const listed = (...actions: ProfilerAction[]) => {
  return (step: number) => actions[Math.min(step, actions.length - 1)];
};

describe('StepMachine', () => {
  it('warms up, opens and saves one window after another', async () => {
    const work = new LoggedWork();
    const machine = new StepMachine(schedule({ wait: 1, warmup: 1, active: 2 }), work);
    for (let step = 1; step <= 4; step++) await machine.next();
    const cycle = ['begin 0', 'end step', 'warm up', 'begin 1', 'end step', 'open', 'begin 2'];
    const rest = ['end step', 'begin 3', 'end step', 'save', 'begin 4'];
    expect(work.log).toEqual([...cycle, ...rest]);
    expect([machine.step, machine.action]).toEqual([4, 'NONE']);
  });

  it('saves each window before next returns when nothing has to be awaited', () => {
    const work = new LoggedWork();
    const machine = new StepMachine(listed('RECORD_AND_SAVE'), work);
    void machine.next();
    expect(work.log).toEqual(['open', 'begin 0', 'end step', 'save', 'open', 'begin 1']);
  });

  it('opens the next window only when the last one has been handed over', async () => {
    let release = (): void => undefined;
    const work = new LoggedWork(new Promise<void>(resolve => (release = resolve)));
    const machine = new StepMachine(listed('RECORD_AND_SAVE'), work);
    const first = machine.next();
    const second = machine.next();
    expect(work.log).toEqual(['open', 'begin 0', 'end step', 'save', 'end step']);
    release();
    await Promise.all([first, second]);
    expect(work.log.slice(5)).toEqual(['open', 'begin 2']);
  });

  it.each([
    ['RECORD', ['end step', 'save']],
    ['RECORD_AND_SAVE', ['end step', 'save']],
    ['WARMUP', ['end step', 'cool down']],
    ['NONE', ['end step']]
  ] as const)('ends early from %s', async (action, wanted) => {
    const work = new LoggedWork();
    const machine = new StepMachine(listed(action), work);
    work.log.length = 0;
    await machine.end();
    await machine.end();
    await machine.next();
    expect(work.log).toEqual(wanted);
  });

  it('waits at the end for a window that is being handed over', async () => {
    let settled = false;
    const handover = new Promise<void>(resolve => setTimeout(resolve, 5)).then(() => {
      settled = true;
    });
    const machine = new StepMachine(listed('RECORD_AND_SAVE', 'NONE'), new LoggedWork(handover));
    void machine.next();
    await machine.end();
    expect(settled).toBe(true);
  });

  it.each([
    ['RECORD', 'NONE', 'drop'],
    ['RECORD', 'WARMUP', 'drop'],
    ['WARMUP', 'NONE', 'cool down']
  ] as const)('says that %s followed by %s is no schedule', async (from, to, done) => {
    const work = new LoggedWork();
    await new StepMachine(listed(from, to), work).next();
    expect(work.log).toContain(`Incorrect schedule: ${from} followed by ${to}`);
    expect(work.log).toContain(done);
    expect(work.log).not.toContain('save');
  });

  it('refuses anything that is not an action, and stays where it was', () => {
    const work = new LoggedWork();
    const broken = (step: number) => (step === 0 ? 'RECORD' : 'SAVE') as ProfilerAction;
    const machine = new StepMachine(broken, work);
    expect(() => machine.next()).toThrow(ScheduleError);
    expect(() => machine.next()).toThrow(
      'The schedule gave SAVE for step 1: an action must be NONE, WARMUP, RECORD or RECORD_AND_SAVE'
    );
    expect([machine.step, machine.action]).toEqual([0, 'RECORD']);
    expect(work.log).toEqual(['open', 'begin 0']);
  });
});
