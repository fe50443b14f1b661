import { describe, expect, it } from 'vitest';
import { hoverTextsOfPackage } from '../../support/hoverTexts';

const texts = hoverTextsOfPackage();
const names = new Set(texts.map(({ name }) => name));

describe('the texts that editors show over public names', () => {
  it('are there for every export, every member and every signature of several', () => {
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  });

  it('say something themselves instead of where it is said', () => {
    const elsewhere = texts.filter(({ text }) => /^see\b/i.test(text));
    expect(elsewhere.map(({ name }) => name)).toEqual([]);
  });

  it('link to public names alone', () => {
    const strange = texts.flatMap(({ name, text }) => {
      const [owner] = name.split('.');
      const linked = Array.from(text.matchAll(/\{@link ([\w.]+)/g), ([, link]) => link);
      return linked.filter(link => !names.has(link) && !names.has(`${owner}.${link}`));
    });
    expect(strange).toEqual([]);
  });
});
