import { describe, expect, it } from 'vitest';
import { BARE, useTestSessions } from '../../../support/testSessions';

const test = useTestSessions();
const SHAPES = 'Input Shapes';

describe('the column of input shapes', () => {
  it('is not in the table of a session that did not ask for shapes', () => {
    const { profile, range } = test();
    const session = profile({ ...BARE, withFlops: true });
    range('work', () => 1, { args: { rows: 3 } });
    session.stop();
    expect(session.table()).not.toContain(SHAPES);
    expect(String(session)).not.toContain(SHAPES);
    expect(session.keyAverages().table()).not.toContain(SHAPES);
    expect(session.finished.functionEvents.table()).not.toContain(SHAPES);
  });

  it('is in the table of one that did, and of averages by shape', () => {
    const { profile, range } = test();
    const [asked, plain] = [profile({ ...BARE, recordShapes: true }), profile(BARE)];
    range('work', () => 1, { args: { rows: 3 } });
    for (const session of [asked, plain]) session.stop();
    expect(asked.table()).toContain(SHAPES);
    expect(plain.table()).not.toContain(SHAPES);
    expect(plain.keyAverages({ groupByInputShape: true }).table()).toContain(SHAPES);
  });
});
