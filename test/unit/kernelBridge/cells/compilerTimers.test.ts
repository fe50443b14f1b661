import { describe, expect, it } from 'vitest';
import { createCompilerTimers } from '../../../../kernel-bridge/src/cells/compilerTimers';

/** Timers as tslab has them: one at a time, which fires by hand. */
class OneTimer {
  pending: { readonly fire: () => void } | null = null;

  setTimeout(callback: () => void): unknown {
    if (this.pending) throw new Error('Unexpected pending timer');
    const fire = (): void => {
      callback();
      this.pending = null;
    };
    this.pending = { fire };
    return this.pending;
  }

  clearTimeout(timer: unknown): void {
    if (timer !== this.pending) throw new Error('clearing unexpected timer');
    this.pending = null;
  }

  fire(): void {
    if (!this.pending) throw new Error('no timer is set');
    this.pending.fire();
  }
}

function create() {
  const system = new OneTimer();
  const ran: string[] = [];
  const timers = createCompilerTimers({
    setTimeout: callback => system.setTimeout(callback),
    clearTimeout: timer => system.clearTimeout(timer)
  });
  const set = (name: string): unknown => timers.setTimeout(() => ran.push(name), 250);
  return { system, timers, ran, set };
}

describe('the timers of the compiler', () => {
  it('run all callbacks that wait, in order, when the one of the system fires', () => {
    const { system, ran, set } = create();
    set('look for packages');
    set('compile');
    system.fire();
    expect(ran).toEqual(['look for packages', 'compile']);
    expect(system.pending).toBeNull();
    set('compile again');
    system.fire();
    expect(ran).toHaveLength(3);
  });

  it('can be cleared one by one, and leave the system without a timer after the last', () => {
    const { system, timers, ran, set } = create();
    const first = set('first');
    const second = set('second');
    timers.clearTimeout(first);
    system.fire();
    timers.clearTimeout(second);
    expect(ran).toEqual(['second']);
    timers.clearTimeout(set('third'));
    expect(system.pending).toBeNull();
  });

  it('run what a callback adds, and not what it clears', () => {
    const { system, timers, ran, set } = create();
    const added: unknown[] = [];
    timers.setTimeout(() => {
      timers.clearTimeout(added[0]);
      set('added');
    }, 250);
    added.push(set('cleared'));
    system.fire();
    expect(ran).toEqual(['added']);
    expect(system.pending).toBeNull();
  });

  it('are ready again after a callback that throws', () => {
    const { system, timers, ran, set } = create();
    timers.setTimeout(() => {
      throw new Error('mine');
    }, 250);
    set('lost');
    expect(() => system.fire()).toThrow('mine');
    set('next');
    system.fire();
    expect(ran).toEqual(['next']);
  });
});
