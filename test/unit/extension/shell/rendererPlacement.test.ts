// @vitest-environment jsdom
import '../setupDom';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { nullTranslator } from '@jupyterlab/translation';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { expect, it } from 'vitest';
import { createRendererFactory } from '../../../../extension/src/shell/mime';
import { SettingsSource } from '../../../../extension/src/shell/application/settings';
import { PROFILE_MIME_TYPE } from '../../../../src/model/output/bundle';
import { exampleBundle } from '../exampleBundle';
import { eventually } from '../../../support/eventually';

/** As notebooks do it that show cells as they scroll into view: with a pause in the middle. */
async function attachAround(widget: Widget, meanwhile: () => Promise<void>): Promise<void> {
  MessageLoop.sendMessage(widget, Widget.Msg.BeforeAttach);
  await meanwhile();
  document.body.append(widget.node);
  MessageLoop.sendMessage(widget, Widget.Msg.AfterAttach);
}

it('has tabs that answer, also when its profile came while it was being attached', async () => {
  const request = () => Promise.reject(new Error('nothing is to be fetched'));
  const factory = createRendererFactory({ settings: new SettingsSource(), request });
  const options = { mimeType: PROFILE_MIME_TYPE, resolver: null, translator: nullTranslator };
  const renderer = factory.createRenderer(options as unknown as IRenderMime.IRendererOptions);
  const data = { [PROFILE_MIME_TYPE]: exampleBundle() };
  const model = { data, trusted: false } as unknown as IRenderMime.IMimeModel;
  await attachAround(renderer, () => renderer.renderModel(model));

  const tabs = () => [...renderer.node.querySelectorAll<HTMLElement>('[role=tab]')];
  tabs()[1].click();
  await eventually(() => expect(tabs()[1].getAttribute('aria-selected')).toBe('true'));
  Widget.detach(renderer);
  renderer.dispose();
});
