import { describe, expect, it } from 'vitest';
import { hostMessage, rendererMessage } from '../../../vscode/src/messages/messages';

const NONE = [null, undefined, 'read', 3, [], {}, { type: 'read' }, { type: 'part', id: '1' }];

describe('messages between the renderer and the extension host', () => {
  it.each(NONE)('are nothing where they are %j', message => {
    expect(hostMessage(message)).toBeNull();
    expect(rendererMessage(message)).toBeNull();
  });

  it('have their fields and no others', () => {
    const more = { id: 2, path: 'a.kscope', base64: 'AA==', refusal: 'missing', extra: 1 };
    expect(hostMessage({ type: 'read', ...more })).toEqual({
      ...{ type: 'read', id: 2, path: 'a.kscope' }
    });
    expect(hostMessage({ type: 'stop', ...more })).toEqual({ type: 'stop', id: 2 });
    expect(rendererMessage({ type: 'part', ...more })).toEqual({
      ...{ type: 'part', id: 2, base64: 'AA==' }
    });
    expect(rendererMessage({ type: 'end', ...more })).toEqual({ type: 'end', id: 2 });
    expect(rendererMessage({ type: 'refused', ...more })).toEqual({
      ...{ type: 'refused', id: 2, refusal: 'missing' }
    });
  });

  it('have a path that is a text, and a refusal that is known', () => {
    expect(hostMessage({ type: 'read', id: 1, path: 3 })).toBeNull();
    expect(rendererMessage({ type: 'refused', id: 1, refusal: 'why' })).toBeNull();
  });
});
