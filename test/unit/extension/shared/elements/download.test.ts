import { describe, expect, it } from 'vitest';
import { fileStem } from '../../../../../extension/src/shared/elements/download';

describe('fileStem', () => {
  it('keeps letters of any language, digits, dots and dashes', () => {
    expect(fileStem('Zug 3.1 – größer')).toBe('Zug-3.1-größer');
  });

  it('leaves no way out of the download folder', () => {
    expect(fileStem('../../etc/passwd')).toBe('etc-passwd');
    expect(fileStem('C:\\x')).toBe('C-x');
  });

  it('has a name for what has none', () => {
    expect(fileStem('///')).toBe('profile');
  });
});
