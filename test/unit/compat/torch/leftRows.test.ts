import { describe, expect, it } from 'vitest';
import { FunctionEvent } from '../../../../src/compat/torch/events/functionEvent';
import { EventList } from '../../../../src/compat/torch/eventList';

describe('the rows that a table leaves out', () => {
  const many = (count: number): EventList =>
    new EventList(
      Array.from(
        { length: count },
        (_, id) => new FunctionEvent(id, `e${id}`, 0, 2 * id, 2 * id + 1)
      )
    );

  it('are counted below it, where nobody chose their number', () => {
    const note = '23 more events: table({ rowLimit: -1 }) shows all';
    expect(many(123).table().trimEnd().split('\n').at(-1)).toBe(note);
    expect(many(101).table()).toContain('1 more event: table(');
    expect(many(123).table({ topLevelEventsOnly: true })).toContain(note);
    expect(many(123).toString()).toContain(note);
  });

  it('are not counted where all are shown, and where a limit was given', () => {
    expect(many(100).table()).not.toContain('more event');
    expect(many(123).table({ rowLimit: -1 })).not.toContain('more event');
    expect(many(123).table({ rowLimit: 100 })).not.toContain('more event');
    expect(many(123).table({ layout: 'autograd' })).not.toContain('more event');
  });
});
