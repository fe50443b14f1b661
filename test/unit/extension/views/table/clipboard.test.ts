// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from '../../../../../extension/src/views/table/rowText';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
});

/** A browser whose newer interface does as `writeText` says. */
function stubClipboard(writeText: (text: string) => Promise<void>): void {
  vi.stubGlobal('navigator', { clipboard: { writeText } });
}

/** A browser whose older interface asks the page what to copy; returns what it got. */
function stubCommand(): string[] {
  const copied: string[] = [];
  const execCommand = (): boolean => {
    const event = new Event('copy', { bubbles: true, cancelable: true });
    const clipboardData = { setData: (_: string, text: string) => copied.push(text) };
    document.body.dispatchEvent(Object.assign(event, { clipboardData }));
    return true;
  };
  Object.assign(document, { execCommand });
  return copied;
}

describe('copyText', () => {
  it('uses the clipboard of the browser', async () => {
    const written: string[] = [];
    const commanded = stubCommand();
    stubClipboard(async text => void written.push(text));
    expect(await copyText('a\tb')).toBe(true);
    expect([written, commanded]).toEqual([['a\tb'], []]);
  });

  it('copies by command where the clipboard is missing or refused', async () => {
    const commanded = stubCommand();
    vi.stubGlobal('navigator', {});
    expect(await copyText('first')).toBe(true);
    stubClipboard(async () => Promise.reject(new DOMException('refused', 'NotAllowedError')));
    expect(await copyText('second')).toBe(true);
    expect(commanded).toEqual(['first', 'second']);
  });

  it('says when nothing was copied', async () => {
    vi.stubGlobal('navigator', {});
    expect(await copyText('text')).toBe(false);
    Object.assign(document, { execCommand: () => true });
    expect(await copyText('text')).toBe(false);
  });

  it('leaves later copies of the person alone', async () => {
    vi.stubGlobal('navigator', {});
    const commanded = stubCommand();
    await copyText('ours');
    document.execCommand('copy');
    expect(commanded).toEqual(['ours']);
  });
});
