import { describe, expect, it } from 'vitest';
import { profileFindings } from '../../../../src/analysis';
import { ProfileBuilder } from '../../../../src/model/build/profileBuilder';
import type { Profile } from '../../../../src/model/profile/profile';
import { findingText } from '../../../../src/report/findings/findingSentence';
import { sampleMeta } from '../../../support/drawProfile';
import { stackParts } from '../../../support/stackParts';

/** Workers, one a row, of which each runs where its row has a `#`, ten milliseconds a column; the main thread waits meanwhile. */
function pool(rows: readonly string[], line = 'load:2'): Profile {
  const builder = new ProfileBuilder();
  const parent = builder.addTrack({ name: 'main thread', kind: 'thread' });
  const track = builder.addTrack({ name: 'Waiting', kind: 'waiting', parent });
  const columns = Array.from({ length: rows[0].length }, (_, at) => at);
  const slices = columns.map(at => {
    const times = { start: at * 10e6, duration: 10e6 };
    const args = { 'ended by': 'message' };
    const slice = { name: 'pool.js:2', category: 'waiting', track, ...times, args };
    return { slice: builder.addSlice(slice), stack: line };
  });
  const workers = rows.map((row, at) => {
    return { row, track: builder.addTrack({ name: `worker ${at}`, kind: 'worker' }) };
  });
  const samples = columns.flatMap(at => [
    { stack: '', weight: 10e6, time: at * 10e6, track: parent },
    ...workers.map(({ row, track: own }) => {
      return { stack: row[at] === '#' ? 'work:3' : '', weight: 10e6, time: at * 10e6, track: own };
    })
  ]);
  const parts = stackParts(builder, {
    files: { load: 'pool.js', work: 'worker.js', lib: 'node_modules/lib/a.js' },
    samples,
    slices
  });
  return builder.build(sampleMeta(columns.length * 10e6), {
    ...parts,
    samples: {
      ...parts.samples,
      time: Float64Array.from(samples, each => each.time),
      track: Uint16Array.from(samples, each => each.track)
    }
  });
}

const foundIn = (profile: Profile) =>
  profileFindings(profile).findings.find(({ kind }) => kind === 'oneAtATime');

describe('threads that are used one at a time', () => {
  it('are told with the line that waits for each', () => {
    const found = foundIn(pool(['#..#..#..', '.#..#..#.', '..#..#...']));
    expect(found?.facts).toMatchObject({ threads: 3, timeNs: 80e6, line: 2, waits: 8 });
    expect(found && findingText(found)).toBe(
      '3 other threads or processes ran for 89 % of the time, 80.0 ms, but one at a time: the thread waited ' +
        'for each at pool.js:2, in 8 waits.'
    );
  });

  it.each([
    ['two run at once', ['##.##.##.', '.##.##.##']],
    ['there is one', ['#########']],
    ['one does nearly all', ['########.'.repeat(5), '........#'.padEnd(45, '.')]],
    ['they run for little of the time', ['#'.padEnd(20, '.'), '.#'.padEnd(20, '.')]],
    ['they ran a few times', ['#.#', '.#.']],
    ['one ran after the other, as on a busy machine', ['#####.....', '.....#####']]
  ])('are not told where %s', (_, rows) => {
    expect(foundIn(pool(rows))).toBeUndefined();
  });

  it('are not told where they were asked for at once', () => {
    const rows = ['#.#.#.#.', '.#.#.#.#'];
    const withCode = (code: string): Profile => {
      const sourceTexts = [{ file: 'pool.js', text: `\n  ${code}`, isClipped: false }];
      return { ...pool(rows), sourceTexts };
    };
    expect(foundIn(withCode('sum += await run(task);'))).toBeDefined();
    expect(foundIn(withCode('await Promise.all(tasks.map(run));'))).toBeUndefined();
  });

  it('are not told where it is not known what waits for them', () => {
    expect(foundIn(pool(['#.#.#.#.', '.#.#.#.#'], 'lib:2'))).toBeUndefined();
  });
});
