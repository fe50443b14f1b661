// @vitest-environment jsdom
import '../../setupDom';
import { RenderMimeRegistry } from '@jupyterlab/rendermime';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { expect, it } from 'vitest';
import { addFigureRenderer } from '../../../../../extension/src/shell/outputs/figureRenderer';

const MIME_TYPE = 'application/vnd.plotly.v1+json';

const other: IRenderMime.IRendererFactory = {
  safe: false,
  mimeTypes: [MIME_TYPE],
  createRenderer: () => {
    throw new Error('never drawn here');
  }
};

it('draws figures where nothing else does, before their text, and not in untrusted notebooks', () => {
  const registry = new RenderMimeRegistry();
  addFigureRenderer(registry);
  const bundle = { [MIME_TYPE]: { data: [] }, 'text/html': '<p>', 'text/plain': '{}' };
  expect(registry.getFactory(MIME_TYPE)).toBeDefined();
  expect(registry.preferredMimeType(bundle, 'any')).toBe(MIME_TYPE);
  expect(registry.preferredMimeType({ [MIME_TYPE]: {} }, 'ensure')).toBeUndefined();
});

it('leaves figures to another extension, whichever comes first', () => {
  const first = new RenderMimeRegistry();
  first.addFactory(other, 0);
  addFigureRenderer(first);
  expect(first.getFactory(MIME_TYPE)).toBe(other);
  const later = new RenderMimeRegistry();
  addFigureRenderer(later);
  later.addFactory(other, 0);
  expect(later.getFactory(MIME_TYPE)).toBe(other);
});
