import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { PromiseDelegate } from '@lumino/coreutils';
import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeBundle } from '../../src/formats/bundle/bundle';
import { encodeKscope } from '../../src/formats/kscope/write';
import type { ProfileBundle } from '../../src/model/output/bundle';
import { comparisonOf, REPEATED } from '../support/comparedProfiles';
import { drawGpuProfile } from '../support/drawGpuProfile';
import { drawProfile } from '../support/drawProfile';
import { richProfile } from '../support/richProfile';
import { sourceProfile } from '../support/sourceProfile';
import { sampleOf, sizeOf } from '../support/tiers';
import { HOSTILE, hostileBundle } from './hostileBundle';
import type { ProfilePage } from './pages/profile';
import { screenshot } from './screenshot';
import { useBrowser } from './useBrowser';
import { type PageTheme, openViewPage } from './viewPage';

declare const profilePage: ProfilePage;

type ShowOptions = Parameters<ProfilePage['show']>[0];

const WIDTHS = [1000, 560] as const;

/** Longest time in which a state has to be on the page, milliseconds; a page that hangs never comes to it. */
const LIMIT_MS = 60_000;

/** More than any profile has. */
const HUGE_ROWS = sizeOf(200_000, 1_000_000);

const deflate = (raw: Uint8Array): Uint8Array => deflateRawSync(raw);
const rich = richProfile(20_000);
const file = Buffer.from(encodeKscope(rich, { deflate }));
const changed = Buffer.from(file.map((byte, at) => (at === 900 ? byte ^ 1 : byte)));
const sidecar = {
  path: 'my book.kscope/3f2a.kscope',
  sha256: createHash('sha256').update(file).digest('hex'),
  sizeBytes: file.length,
  slices: rich.slices.length
};
const partial = encodeBundle(rich, { deflate, maxBytes: 80_000, sidecar });
const small = encodeBundle(richProfile(200), { deflate });
const empty = encodeBundle(richProfile(0), { deflate });
const nothing = encodeBundle(drawProfile(''), { deflate });

const sampled = sourceProfile({
  ...{ cell: null, durationNs: 420e6, sampleCount: 406 },
  functions: [['main', 'a.ts', 400]],
  lines: [1, 2].map(line => ({ file: 'a.ts', line, selfNs: 18e7, totalNs: 18e7 }))
});
const costly = { ...sampled, meta: { ...sampled.meta, overheadNs: 3e8 } };
/** Two lines, and a remark about what takes more of the time than they do. */
const found = encodeBundle(costly, { deflate });

/** With the tab of a comparison besides the others. */
const compared = encodeBundle(drawGpuProfile('main |[a ]\ngpu 0/7 |  [K ]'), {
  deflate,
  comparison: comparisonOf(...REPEATED)
});

const damaged: ProfileBundle = {
  ...partial,
  overview: { ...partial.overview, kscope: 'AAAA' }
};

/** How the server answers when asked for the file beside the notebook. */
type Answer = (route: Route) => Promise<void>;

const send =
  (body: Buffer): Answer =>
  route =>
    route.fulfill({ body, contentType: 'application/octet-stream' });
const refuseWith =
  (status: number): Answer =>
  route =>
    route.fulfill({ status, body: '<h1>no</h1>' });

interface State extends ShowOptions {
  readonly name: string;
  /** A sentence that has to be on the page. */
  readonly says: RegExp;
  /** Given: the whole profile is asked for, and the server answers like this. */
  readonly answer?: Answer;
  /** A tab to open. */
  readonly tab?: string;
}

const NOT_VALID = /This output is not a valid profile/;

/** States of the output itself. */
const OUTPUTS: readonly State[] = [
  { name: 'small', data: small, says: /3 slices were not kept/ },
  { name: 'partial', data: partial, says: /holds the [\d,]+ longest of [\d,]+ slices/ },
  { name: 'nothing-timed', data: nothing, says: /Nothing was timed/ },
  { name: 'nothing-named', data: { ...empty, sections: [] }, says: /größe · Cell/ },
  {
    name: 'hostile',
    data: hostileBundle({ ...small, sidecar }),
    says: /could not record: <img src=x/
  },
  { name: 'oversize', data: small, limit: 1000, says: /larger than 1 kB, so it is not drawn yet/ },
  { name: 'null', data: null, says: NOT_VALID },
  { name: 'list', data: [], says: NOT_VALID },
  { name: 'text', data: HOSTILE, says: NOT_VALID },
  { name: 'empty-object', data: {}, says: NOT_VALID },
  { name: 'newer', data: { ...small, version: 99 }, says: /made by another version/ },
  { name: 'damaged', data: damaged, tab: 'Timeline', says: /slices in this output are damaged/ }
];

/** States of views. */
const VIEW_STATES: readonly State[] = [
  { name: 'timeline', data: small, tab: 'Timeline', says: /3 slices were not kept/ },
  { name: 'memory', data: small, tab: 'Memory', says: /3 slices were not kept/ },
  { name: 'source', data: small, tab: 'Source', says: /3 slices were not kept/ },
  { name: 'unloadable', tab: 'Unloadable', says: /404 for chunk/ },
  { name: 'throwing', tab: 'Throwing', says: /has no columns/ }
].map(state => ({ data: small, withBrokenViews: !('data' in state), ...state }));

/** What becomes of loading the whole profile. */
const LOADS: readonly State[] = [
  { name: 'loaded', answer: send(file), says: /The whole profile is shown: all/ },
  {
    name: 'no-notebook',
    answer: send(file),
    hasNotebook: false,
    says: /where its notebook is open/
  },
  { name: 'missing', answer: refuseWith(404), says: /is no longer beside the notebook/ },
  { name: 'refused', answer: refuseWith(403), says: /denies access to/ },
  { name: 'server-error', answer: refuseWith(502), says: /answered 502 when asked/ },
  { name: 'unreachable', answer: (route: Route) => route.abort(), says: /cannot be reached/ },
  { name: 'changed', answer: send(changed), says: /was changed after this output/ },
  { name: 'truncated', answer: send(file.subarray(0, 5000)), says: /is cut off after 5 kB/ },
  { name: 'longer', answer: send(Buffer.concat([file, file])), says: /was changed after/ }
].map(state => ({ data: partial, ...state }));

/** The tests of what a profile says in each of its states, in a theme. */
export function testStates(theme: PageTheme): void {
  describe(`a profile on a ${theme} page`, () => {
    const used = useBrowser();
    let page: Page;
    let answer: Answer = refuseWith(404);
    const asked: string[] = [];
    const scriptErrors: string[] = [];

    beforeAll(async () => {
      page = await openViewPage(used.browser, { page: 'profile', theme });
      page.on('pageerror', error => scriptErrors.push(String(error)));
      await page.route('**/files/**', route => {
        asked.push(route.request().headers().authorization ?? 'nobody');
        return answer(route);
      });
    });

    const show = (options: ShowOptions): Promise<void> =>
      page.evaluate(given => profilePage.show(given), options);
    const load = (): Promise<void> =>
      page
        .getByRole('button', { name: /Load whole profile|Try again/ })
        .first()
        .click();

    async function expectFit(width: number): Promise<void> {
      await page.setViewportSize({ width, height: 700 });
      await page.evaluate(
        () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      );
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      );
      expect(overflow, `what does not fit ${width} px`).toBeLessThanOrEqual(0);
    }

    async function picture(name: string): Promise<void> {
      for (const width of WIDTHS) {
        await expectFit(width);
        await screenshot(page, `state-${name}-${width}-${theme}`);
      }
    }

    it.each([...OUTPUTS, ...VIEW_STATES, ...LOADS])('says what is going on: $name', async state => {
      const { name, says, tab, answer: given, ...options } = state;
      answer = given ?? refuseWith(404);
      await show(options);
      if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
      if (given) await load();
      await page.getByText(says).first().waitFor({ timeout: LIMIT_MS });
      await picture(name);
      expect(await page.locator('.jp-Kernelscope img, .jp-Kernelscope script').count()).toBe(0);
      expect(await page.title()).toBe('Kernelscope');
      expect(scriptErrors).toEqual([]);
    });

    it('tells how far the whole profile has come, and stops when told to', async () => {
      const slow = new PromiseDelegate<void>();
      answer = async route => {
        await slow.promise;
        await route.abort().catch(() => undefined);
      };
      await show({ data: partial });
      await load();
      const bar = page.getByRole('progressbar');
      await bar.waitFor({ timeout: LIMIT_MS });
      expect(await bar.getAttribute('aria-valuetext')).toMatch(/^0 B of .+B$/);
      expect(await page.locator(':focus').innerText()).toBe('Cancel');
      await picture('loading');
      await page.keyboard.press('Enter');
      await page.getByText(/Loading was cancelled\./).waitFor({ timeout: LIMIT_MS });
      slow.resolve();
      answer = send(file);
      await load();
      await page.getByText(/The whole profile is shown/).waitFor({ timeout: LIMIT_MS });
    });

    it.each(sampleOf(['Table', 'Timeline', 'Memory', 'Source'], 2))(
      'fits outputs of any width: %s',
      async tab => {
        await show({ data: partial });
        await page.getByRole('tab', { name: tab }).click();
        for (const width of sampleOf([480, 800, 2000, 1400], 2)) await expectFit(width);
      }
    );

    it.each(sampleOf([480, 900, 1400], 2))(
      'has the first sentence above all figures at %i px',
      async width => {
        await page.setViewportSize({ width, height: 700 });
        await show({ data: found });
        const findings = page.getByRole('region', { name: 'Findings' });
        const top = async (node: Locator): Promise<number> => (await node.boundingBox())!.y;
        const sentence = await top(findings.getByRole('button').first());
        const below = [
          findings.getByRole('img'),
          findings.getByRole('button', { name: /^Recording took/ }),
          page.getByLabel('Summary of the profile'),
          page.getByRole('tablist')
        ];
        for (const node of below) expect(await top(node)).toBeGreaterThan(sentence);
        expect(await findings.locator('ol > li').count()).toBe(found.findings.length - 1);
        expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Source');
      }
    );

    it.each(sampleOf([480, 900], 2))(
      'has the tabs in one row at %i px, each within reach',
      async width => {
        await page.setViewportSize({ width, height: 700 });
        await show({ data: compared });
        await page.getByRole('tab', { name: 'Compare' }).waitFor();
        const tops = await page
          .getByRole('tab')
          .evaluateAll(tabs => tabs.map(tab => tab.getBoundingClientRect().top));
        expect(tops.length).toBeGreaterThan(5);
        expect(new Set(tops).size).toBe(1);
        await page.getByRole('tab').last().click();
        expect(await page.getByRole('tab').last().getAttribute('aria-selected')).toBe('true');
      }
    );

    it('asks the server with its token', async () => {
      expect(new Set(asked)).toEqual(new Set(['token secret']));
    });

    it('refuses huge data, and looks at each of its rows once at most', async () => {
      const reads = await page.evaluate(
        ([data, rows]) => {
          const huge = profilePage.hugeRows(data, rows);
          profilePage.show({ data: huge.data });
          return huge.reads();
        },
        [small, HUGE_ROWS] as const
      );
      await page.getByText(NOT_VALID).waitFor({ timeout: LIMIT_MS });
      expect(reads).toBeLessThan(HUGE_ROWS + 100);
      expect(await page.locator('.jp-Kernelscope *').count()).toBeLessThan(500);
    });

    it('keeps the open tab when the output is updated', async () => {
      await show({ data: small });
      await page.getByRole('tab', { name: 'Memory' }).click();
      await page.evaluate(data => profilePage.update(data), partial);
      await page.getByText(/longest of/).waitFor({ timeout: LIMIT_MS });
      const selected = page.getByRole('tab', { selected: true });
      expect(await selected.innerText()).toBe('Memory');
    });

    it('is entered by the Tab key at the open tab, whichever had the focus last', async () => {
      await show({ data: small });
      const stops = page.locator('.jp-Kernelscope-tabBar [role=tab][tabindex="0"]');
      for (const tab of ['Memory', 'Table']) {
        await page.getByRole('tab', { name: tab }).click();
        await expect.poll(() => stops.allInnerTexts()).toEqual([tab]);
      }
      await page.getByRole('tab', { name: 'Table' }).focus();
      await page.keyboard.press('ArrowRight');
      expect(await page.locator(':focus').innerText()).toBe('Timeline');
      await page.keyboard.press('Tab');
      await expect.poll(() => stops.allInnerTexts()).toEqual(['Table']);
    });

    it('names the time window beside the tabs, until Escape', async () => {
      await show({ data: partial });
      await page.getByRole('tab', { name: 'Timeline' }).click();
      const canvas = page.locator('.jp-Kernelscope [role=tabpanel] canvas[tabindex]').first();
      await canvas.focus();
      for (let step = 0; step < 4; step++) await page.keyboard.press('w');
      const chip = page.getByRole('button', { name: /^Only .+ is shown/ });
      await chip.waitFor({ timeout: LIMIT_MS });
      await picture('window');
      await page.getByRole('tab', { name: 'Table' }).focus();
      await page.keyboard.press('Escape');
      await chip.waitFor({ state: 'hidden', timeout: LIMIT_MS });
    });
  });
}
