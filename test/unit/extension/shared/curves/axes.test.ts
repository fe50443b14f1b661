import { describe, expect, it } from 'vitest';
import {
  timeMarks,
  timeUnitOf,
  valueMarks,
  valueRange
} from '../../../../../extension/src/shared/curves/axes';
import { plotText } from '../../../../../extension/src/shared/curves/figure';
import {
  partOf,
  steppedWindow,
  stepOfKey
} from '../../../../../extension/src/shared/curves/windowSteps';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';

const formats = createNumberFormats('en');

describe('the time axis', () => {
  it('counts in the largest unit of which the window has one', () => {
    const symbols = [5e9, 1e9, 999e6, 2e3, 5].map(toNs => timeUnitOf({ fromNs: 0, toNs }).symbol);
    expect(symbols).toEqual(['s', 's', 'ms', 'µs', 'µs']);
  });

  it('has the marks of the timeline, in its own unit', () => {
    const window = { fromNs: 0, toNs: 40e6 };
    const { tickvals, ticktext } = timeMarks(window, timeUnitOf(window), 400);
    expect(tickvals.map(each => each + 0)).toEqual([0, 10, 20, 30, 40]);
    expect(ticktext).toEqual(['0 ms', '10 ms', '20 ms', '30 ms', '40 ms']);
  });
});

describe('the value axis', () => {
  it('starts at nothing and leaves room above the highest value', () => {
    expect(valueRange([Float64Array.of(50, 100), Float64Array.of(20)])).toEqual([0, 106]);
  });

  it('goes below nothing only for values that do', () => {
    const [low, high] = valueRange([Float64Array.of(-10, 10)]);
    expect(low).toBeCloseTo(-11.2);
    expect(high).toBeCloseTo(11.2);
  });

  it('has a range even for a curve of zeros and for no curve', () => {
    expect(valueRange([Float64Array.of(0)])[1]).toBeGreaterThan(0);
    expect(valueRange([])[1]).toBeGreaterThan(0);
  });

  it('has round marks with decimal symbols', () => {
    const { ticktext } = valueMarks([0, 2.4e8], 'bytes', formats, 200);
    expect(ticktext).toEqual(['0 B', '100 MB', '200 MB']);
  });
});

describe('plotText', () => {
  it('disarms what plotly reads as markup, template or formula', () => {
    const text = plotText('<a href="x">%{y} $x$ &amp;</a>');
    expect(text).not.toMatch(/[<>$%{}]|&amp;/);
    expect(text).toContain('&#60;a href="x"&#62;');
  });
});

describe('steps through time', () => {
  const extent = { fromNs: 0, toNs: 1000 };

  it('zooms about the anchor and back to everything', () => {
    expect(steppedWindow(extent, 'zoomIn', extent)).toEqual({ fromNs: 250, toNs: 750 });
    expect(steppedWindow(extent, 'zoomIn', extent, 0)).toEqual({ fromNs: 0, toNs: 500 });
    expect(steppedWindow({ fromNs: 250, toNs: 750 }, 'zoomOut', extent)).toBeNull();
    expect(steppedWindow({ fromNs: 1, toNs: 2 }, 'everything', extent)).toBeNull();
  });

  it('moves by a fifth of the window and stops at the ends', () => {
    const window = { fromNs: 400, toNs: 600 };
    expect(steppedWindow(window, 'later', extent)).toEqual({ fromNs: 440, toNs: 640 });
    expect(steppedWindow({ fromNs: 10, toNs: 210 }, 'earlier', extent)).toEqual({
      fromNs: 0,
      toNs: 200
    });
  });

  it('cuts a window to the run, and takes all of it or nothing for everything', () => {
    expect(partOf({ fromNs: -50, toNs: 100 }, extent)).toEqual({ fromNs: 0, toNs: 100 });
    expect(partOf({ fromNs: -50, toNs: 2000 }, extent)).toBeNull();
    expect(partOf({ fromNs: 500, toNs: 500 }, extent)).toBeNull();
  });

  it('knows its keys and leaves the others alone', () => {
    expect(['+', '=', '-', 'ArrowLeft', 'ArrowRight', '0'].map(stepOfKey)).toEqual([
      'zoomIn',
      'zoomIn',
      'zoomOut',
      'earlier',
      'later',
      'everything'
    ]);
    expect(stepOfKey('a')).toBeNull();
  });
});
