import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodePerfetto } from '../../src/formats';
import { trainingProfile } from '../support/trainingProfile';
import { BarPage, type BarPageOptions } from './barPage';
import { PATIENCE_MS } from './labPage';
import { testHandoffs } from './perfettoHandoff';
import { PerfettoPage } from './perfettoPage';
import { PerfettoServer, type PerfettoServerOptions } from './perfettoServer';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';

const TITLE = 'train mnist - mnist.ipynb';
const TRACE_NAME = 'train-mnist.perfetto-trace';
const INSTEAD = 'Download the trace instead';

const SLICES_BY_NAME = `
  select slice.name as name, count(*) as count, sum(slice.dur) as dur
  from slice where slice.dur > 0 group by slice.name order by slice.name`;

testHandoffs('eager');

describe('the hand-off to Perfetto', () => {
  const used = useBrowser();
  let perfetto: PerfettoServer;
  let bar: BarPage;
  const servers: PerfettoServer[] = [];

  beforeAll(async () => {
    perfetto = await serve();
  });
  afterEach(async () => {
    await bar.leave();
  });
  afterAll(async () => {
    for (const server of servers) await server.dispose();
  });

  /** The real Perfetto, which takes its time to load on a busy machine. */
  const real = (): BarPageOptions => ({
    perfettoUrl: perfetto.address,
    silenceLimitMs: PATIENCE_MS
  });

  async function serve(options?: PerfettoServerOptions): Promise<PerfettoServer> {
    const server = await PerfettoServer.start(options);
    servers.push(server);
    return server;
  }

  async function expectTraceToSave(): Promise<void> {
    const { name, content } = await bar.saved(() => bar.button(INSTEAD).click());
    expect(name).toBe(TRACE_NAME);
    expect(new Uint8Array(content)).toEqual(encodePerfetto(trainingProfile('train mnist')));
  }

  it(
    'shows our tracks and slices in the real Perfetto, which gets nothing over the network',
    { tags: 'night' },
    async () => {
      bar = await BarPage.open(used.browser, real());
      const opened = new PerfettoPage(await bar.openPerfetto());
      await opened.page.setViewportSize({ width: 1400, height: 900 });
      await bar.waitForText('has the trace');
      await opened.waitForForeignTrace(TITLE);

      expect(await opened.query(SLICES_BY_NAME, ['name', 'count', 'dur'])).toEqual([
        ['conv2d', '4', '32000000'],
        ['fetch batch', '4', '24000000'],
        ['relu', '4', '12000000'],
        ['train step', '4', '52000000']
      ]);
      const tracks = await opened.openGroup('TypeScript notebook');
      expect(tracks).toEqual(expect.arrayContaining(['async downloads', 'heap used']));
      expect(tracks.filter(name => name.startsWith('main thread'))).not.toEqual([]);
      await screenshot(opened.page, 'perfetto');
      expect(bar.requestsAbroad.filter(request => request.method() !== 'GET')).toEqual([]);
      expect(bar.errors).toEqual([]);
    }
  );

  it('says that the browser blocked the tab, and saves the trace instead', async () => {
    bar = await BarPage.open(used.browser, real());
    await bar.page.evaluate(() => (window.open = () => null));
    await bar.button('Open in Perfetto').click();
    await bar.button('Open').click();
    expect(await bar.text()).toContain('The browser blocked the new tab. Allow pop-ups');
    await expectTraceToSave();
  });

  it('says that a page does not answer, and saves the trace instead', async () => {
    const { address } = await serve({ page: 'deaf' });
    bar = await BarPage.open(used.browser, { perfettoUrl: address, silenceLimitMs: 800 });
    await bar.openPerfetto();
    await bar.waitForText('did not answer in time');
    await expectTraceToSave();
  });

  it(
    'says that a page cut itself off, and saves the trace instead',
    { tags: 'night' },
    async () => {
      const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' };
      const { address } = await serve({ page: 'eager', headers });
      bar = await BarPage.open(used.browser, { perfettoUrl: address });
      await bar.openPerfetto();
      await bar.waitForText('or its server does not let this page reach it');
      await expectTraceToSave();
    }
  );

  it('says that the tab was closed before it had the trace', { tags: 'night' }, async () => {
    const { address } = await serve({ page: 'deaf' });
    bar = await BarPage.open(used.browser, { perfettoUrl: address });
    await (await bar.openPerfetto()).close();
    await bar.waitForText('was closed before it had the trace');
  });

  it('gives the trace to no other origin, whatever that says', async () => {
    const stranger = await serve({ page: 'eager' });
    const { address } = await serve({ redirect: stranger.address });
    bar = await BarPage.open(used.browser, { perfettoUrl: address, silenceLimitMs: 1500 });
    const opened = await bar.openPerfetto();
    await bar.waitForText('did not answer in time');
    const received = await opened.evaluate(
      () => (globalThis as unknown as { received: unknown[] }).received
    );
    expect(new Set(received)).toEqual(new Set(['PING']));
  });

  it('does not even open a tab while the browser is offline', async () => {
    bar = await BarPage.open(used.browser, { perfettoUrl: 'https://ui.perfetto.dev' });
    await bar.page.context().setOffline(true);
    await bar.button('Open in Perfetto').click();
    await bar.button('Open').click();
    expect(await bar.text()).toBe('This browser is offline, so ui.perfetto.dev cannot be opened.');
    expect(bar.page.context().pages()).toHaveLength(1);
    await expectTraceToSave();
  });
});
