// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { PerfettoConsent } from '../../../../../extension/src/shell/export/perfettoConsent';

const ORIGIN = 'https://ui.perfetto.dev';

const brokenStorage = {
  getItem: () => {
    throw new DOMException('denied', 'SecurityError');
  },
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  }
} as unknown as Storage;

describe('PerfettoConsent', () => {
  afterEach(() => window.localStorage.clear());

  it('remembers each site for all views and all pages of this browser', () => {
    const open = new PerfettoConsent();
    new PerfettoConsent().add(ORIGIN);
    new PerfettoConsent().add('http://localhost:10000');
    expect([ORIGIN, 'http://localhost:10000'].map(origin => open.covers(origin))).toEqual([
      true,
      true
    ]);
    expect(open.covers('https://other.example')).toBe(false);
  });

  it('remembers as long as it lives where the browser stores nothing', () => {
    for (const storage of [null, brokenStorage]) {
      const consent = new PerfettoConsent(storage);
      expect(consent.covers(ORIGIN)).toBe(false);
      consent.add(ORIGIN);
      expect(consent.covers(ORIGIN)).toBe(true);
    }
  });

  it('asks again when what is stored makes no sense', () => {
    for (const text of ['{', '{"a":1}', '[1]', 'null']) {
      window.localStorage.setItem('kernelscope:perfetto-origins', text);
      expect(new PerfettoConsent().covers(ORIGIN)).toBe(false);
    }
  });
});
