import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SelectionStore } from '../../../../../extension/src/shared/content/selection';
import { StoreLink } from '../../../../../extension/src/shared/elements/storeLink';

const window = { fromNs: 10, toNs: 20 };
const label = { type: 'label', category: 'op', name: 'conv' } as const;

describe('StoreLink', () => {
  const store = new SelectionStore();
  const intents = { zoomed: vi.fn(), selected: vi.fn(), rested: vi.fn() };
  let link: StoreLink;
  beforeEach(() => {
    vi.useFakeTimers();
    store.reset();
    vi.clearAllMocks();
    link = new StoreLink(store, intents);
  });
  afterEach(() => {
    link.dispose();
    vi.useRealTimers();
  });

  it('sends only the window at which it came to rest, and does not hear it back', () => {
    link.sendWindow({ fromNs: 0, toNs: 30 });
    vi.advanceTimersByTime(100);
    link.sendWindow(window);
    vi.advanceTimersByTime(150);
    expect(store.state.window).toBeNull();
    vi.advanceTimersByTime(100);
    expect(store.state.window).toEqual(window);
    expect(intents.rested).toHaveBeenCalledOnce();
    expect(intents.zoomed).not.toHaveBeenCalled();
  });

  it('hears what other views choose, and then forgets what it had to send', () => {
    link.sendWindow({ fromNs: 0, toNs: 30 });
    store.zoom(window);
    store.select(label);
    expect(intents.zoomed).toHaveBeenCalledExactlyOnceWith(window);
    expect(intents.selected).toHaveBeenCalledExactlyOnceWith(label);
    vi.advanceTimersByTime(1000);
    expect(store.state.window).toEqual(window);
  });

  it('does not hear its own selection back', () => {
    link.sendSelection(label);
    expect(store.state.selection).toEqual(label);
    expect(intents.selected).not.toHaveBeenCalled();
  });

  it('is silent once disposed', () => {
    link.sendWindow(window);
    link.dispose();
    store.select(label);
    vi.advanceTimersByTime(1000);
    expect(store.state.window).toBeNull();
    expect(intents.selected).not.toHaveBeenCalled();
  });
});
