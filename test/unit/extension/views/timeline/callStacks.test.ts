// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../../../extension/src/shared/content/selection';
import { createTimelineModel } from '../../../../../extension/src/views/timeline/model';
import { TimelineView } from '../../../../../extension/src/views/timeline/view';
import { SLICE_COLORS } from '../../../../../src/formats';
import { drawProfile } from '../../../../support/drawProfile';
import { flameProfile } from '../../../../support/flameProfile';
import { wholeContent } from '../../shared/content/content';

const profile = flameProfile();

/** The same without slices: nothing was named, but the CPU was sampled. */
const unnamed = { ...profile, slices: drawProfile('').slices };

describe('call stacks in a timeline', () => {
  let store: SelectionStore;
  let view: TimelineView;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    store = new SelectionStore();
    const trans = nullTranslator.load('kernelscope');
    view = new TimelineView({ trans, formats: createNumberFormats('en'), store });
    Widget.attach(view, document.body);
    view.setContent(wholeContent(profile));
  });
  afterEach(() => {
    view.dispose();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const find = <E extends Element = HTMLElement>(selector: string): E =>
    view.node.querySelector<E>(selector)!;
  const step = (text: string): void => {
    const input = find<HTMLInputElement>('input');
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    vi.advanceTimersByTime(1000);
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  };
  const title = (): string | undefined =>
    view.node.querySelector('.jp-Kernelscope-timelineDetailsTitle')?.textContent;

  it('are on a track below each sampled thread', () => {
    const { profile: shown, index, frameOfLabel } = createTimelineModel(wholeContent(profile));
    expect(shown.tracks.map(({ name }) => name)).toEqual([
      ...['main', 'Call stack', 'worker 1', 'Call stack']
    ]);
    const lanes = index.trackLane[2] - index.trackLane[1];
    expect(lanes).toBeGreaterThan(5);
    const added = shown.slices.label.subarray(profile.slices.length);
    expect(added.every(label => frameOfLabel[label] >= 0)).toBe(true);
  });

  it('show libraries and native code in a colour of their own', () => {
    const { profile: shown, frameOfLabel, colors } = createTimelineModel(wholeContent(profile));
    const colorOfFunction = (name: string): number => {
      const { frames, strings } = shown;
      return colors[frameOfLabel.findIndex(at => at >= 0 && strings[frames.name[at]] === name)];
    };
    expect(colorOfFunction('forward')).toBeLessThan(SLICE_COLORS.length);
    expect(colorOfFunction('runKernel')).toBe(SLICE_COLORS.length);
    expect(colorOfFunction('(garbage collector)')).toBe(SLICE_COLORS.length + 1);
  });

  it('are selected as functions, which the other views know by their line', () => {
    step('forward');
    expect(store.state.selection).toEqual({
      ...{ type: 'line', file: 'Cell [1]', line: 2, costs: 'cpu' }
    });
    expect(title()).toBe('forward (Cell [1]:2)');
    step('garbage');
    expect(store.state.selection).toEqual({ type: 'none' });
    expect(title()).toBe('(garbage collector)');
    store.select({ type: 'label', category: 'op', name: 'conv2d' });
    expect(title()).toBeUndefined();
  });

  it('are one slice where functions in one another are not the own, unless switched off', () => {
    const names = (isFolded: boolean): string[] => {
      const { profile: shown } = createTimelineModel(wholeContent(profile), { isFolded });
      const added = shown.slices.label.subarray(profile.slices.length);
      return Array.from(added, label => shown.strings[shown.labels.name[label]]);
    };
    expect(names(false).filter(name => name.startsWith('runKernel'))).not.toEqual([]);
    const folded = names(true);
    expect(folded.filter(name => name.startsWith('runKernel'))).toEqual([]);
    expect(folded).toContain('library · 2 frames');
    expect(folded).toContain('forward (Cell [1]:2)');
    expect(folded).toContain('(garbage collector)');

    const fold = find<HTMLInputElement>('.jp-Kernelscope-foldSwitch input');
    expect(fold.checked).toBe(true);
    step('library');
    expect(title()).toBe('library · 2 frames');
    fold.click();
    step('runKernel');
    expect(title()).toContain('runKernel');
    fold.click();
  });

  it('have no legend where the CPU was not sampled', () => {
    view.setContent(wholeContent(drawProfile('main |[a ]')));
    expect(find('.jp-Kernelscope-timelineLegend').hidden).toBe(true);
  });

  it('are the timeline where nothing else was recorded', () => {
    view.setContent(wholeContent(unnamed));
    expect(find('.jp-Kernelscope-empty').hidden).toBe(true);
    expect(find('.jp-Kernelscope-timelineLegend').hidden).toBe(false);
    expect(find('.jp-Kernelscope-timelineCanvas').getAttribute('aria-label')).toContain('0 slices');
  });
});
