// @vitest-environment jsdom
import '../../setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { Widget } from '@lumino/widgets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNumberFormats } from '../../../../../extension/src/shared/content/format';
import { SelectionStore } from '../../../../../extension/src/shared/content/selection';
import { TimelineView } from '../../../../../extension/src/views/timeline/view';
import type { Profile } from '../../../../../src/model/profile/profile';
import { drawProfile } from '../../../../support/drawProfile';
import { wholeContent } from '../../shared/content/content';

const profile = drawProfile(
  `
  main   |[outer      ][next]
         | [a ][ b   ]
  lane 1 |    [async]`,
  { nsPerColumn: 1000 }
);

describe('TimelineView', () => {
  let store: SelectionStore;
  let view: TimelineView;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    store = new SelectionStore();
    view = new TimelineView({
      trans: nullTranslator.load('kernelscope'),
      formats: createNumberFormats('en'),
      store
    });
    Widget.attach(view, document.body);
  });
  afterEach(() => {
    view.dispose();
    view.dispose();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const show = (shown: Profile = profile): void => view.setContent(wholeContent(shown));
  const find = <E extends Element = HTMLElement>(selector: string): E =>
    view.node.querySelector<E>(selector)!;
  const press = (key: string, options: KeyboardEventInit = {}): KeyboardEvent => {
    const event = new KeyboardEvent('keydown', {
      key,
      bubbles: true,
      cancelable: true,
      ...options
    });
    find('.jp-Kernelscope-timelineCanvas').dispatchEvent(event);
    return event;
  };
  const selectedName = (): string => {
    const { selection } = store.state;
    return 'name' in selection ? selection.name : selection.type;
  };
  const search = (text: string): void => {
    const input = find<HTMLInputElement>('input');
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    vi.advanceTimersByTime(200);
  };

  it('says what the canvas shows, and that nothing was timed where that is so', () => {
    show();
    const canvas = find('.jp-Kernelscope-timelineCanvas');
    expect(canvas.getAttribute('aria-label')).toBe(
      'Timeline of drawn: 5 slices on 2 tracks in 19 µs'
    );
    expect(find('.jp-Kernelscope-empty').hidden).toBe(true);
    show(drawProfile(''));
    expect(find('.jp-Kernelscope-timelineBody').hidden).toBe(true);
    expect(find('.jp-Kernelscope-empty').textContent).toContain('Nothing was timed');
  });

  it('walks from slice to slice by key, tells each and sends it on', () => {
    show();
    store.select({ type: 'slice', slice: 0, category: 'range', name: 'outer' });
    press('ArrowDown', { shiftKey: true });
    expect(selectedName()).toBe('a');
    press(']');
    expect(selectedName()).toBe('b');
    expect(find('[aria-live]').textContent).toBe('b, 7 µs, at 5 µs, main');
    expect(find('.jp-Kernelscope-timelineDetails').textContent).toContain('Duration7 µs');
    press('ArrowUp', { shiftKey: true });
    expect(selectedName()).toBe('outer');
    press('Escape');
    expect(selectedName()).toBe('none');
    expect(find('.jp-Kernelscope-timelineDetails').hidden).toBe(true);
  });

  it('zooms by key, and tells the store once the window rests', () => {
    vi.spyOn(view, 'isVisible', 'get').mockReturnValue(false);
    view.hide();
    show();
    expect(press('w').defaultPrevented).toBe(true);
    expect(store.state.window).toBeNull();
    vi.advanceTimersByTime(300);
    const { window } = store.state;
    expect(window!.toNs - window!.fromNs).toBeCloseTo(0.7 * 19_000);
    press('0');
    vi.advanceTimersByTime(300);
    expect(store.state.window).toBeNull();
    expect(press('q').defaultPrevented).toBe(false);
  });

  it('follows the window of other views', () => {
    view.hide();
    show();
    store.zoom({ fromNs: 2000, toNs: 4000 });
    press('Shift');
    press('d');
    vi.advanceTimersByTime(300);
    expect(store.state.window).toEqual({ fromNs: 2300, toNs: 4300 });
  });

  it('gets where it was going, when it is hidden on the way', () => {
    show();
    press('w');
    vi.advanceTimersByTime(1000);
    expect(store.state.window).not.toBeNull();
    store.zoom(null);
    vi.advanceTimersByTime(50);
    view.hide();
    vi.advanceTimersByTime(1000);
    expect(store.state.window).toBeNull();
  });

  it('counts what a search finds and steps through it', () => {
    show();
    search('a');
    expect(find('.jp-Kernelscope-searchMatches').textContent).toBe('2 matches');
    const input = find<HTMLInputElement>('input');
    const enter = (shiftKey: boolean): void => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey, bubbles: true }));
    };
    enter(false);
    expect(selectedName()).toBe('a');
    expect(find('.jp-Kernelscope-searchMatches').textContent).toBe('1 of 2');
    enter(false);
    expect(selectedName()).toBe('async');
    expect(find('.jp-Kernelscope-searchMatches').textContent).toBe('2 of 2');
    enter(true);
    expect(selectedName()).toBe('a');
    search('zzz');
    expect(find('.jp-Kernelscope-searchMatches').textContent).toBe('No match');
  });

  it('tells the same as a list, walked by key', () => {
    show();
    const list = find<HTMLDetailsElement>('details.jp-Kernelscope-timelineOutline');
    expect(list.querySelectorAll('[role=row]')).toHaveLength(0);
    list.open = true;
    list.dispatchEvent(new Event('toggle'));
    const rows = (): string[] =>
      [...list.querySelectorAll('[role=rowheader]')].map(node => node.textContent ?? '');
    const key = (name: string): void => {
      const target = list.querySelector('[tabindex="0"]')!;
      target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    };
    expect(rows()).toEqual(['▸main', '▸lane 1']);
    ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter'].forEach(key);
    expect(rows()).toEqual(['▾main', '▾outer', 'a', 'b', 'next', '▸lane 1']);
    expect(selectedName()).toBe('a');
    ['ArrowLeft', 'ArrowLeft'].forEach(key);
    expect(rows()).toEqual(['▾main', '▸outer', 'next', '▸lane 1']);
    expect(document.activeElement?.getAttribute('aria-level')).toBe('2');
  });

  it('lights nothing for a row that is another slice now', () => {
    show();
    store.select({ type: 'slice', slice: 0, category: 'range', name: 'of another profile' });
    expect(find('.jp-Kernelscope-timelineDetails').hidden).toBe(true);
  });

  it('keeps the page from taking its keys for shortcuts', () => {
    expect(view.node.dataset.lmSuppressShortcuts).toBe('true');
  });

  it('shows names from a profile as text', () => {
    const builder = drawProfile('main |[<img>]');
    show(builder);
    store.select({ type: 'slice', slice: 0, category: 'range', name: '<img>' });
    expect(view.node.querySelector('img')).toBeNull();
    expect(find('.jp-Kernelscope-timelineDetailsTitle').textContent).toBe('<img>');
  });
});
