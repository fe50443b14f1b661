import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_LABEL_CATEGORY } from '../../src/facts/sampleLabels';
import { encodeBundle } from '../../src/formats/bundle/bundle';
import { encodeKscope } from '../../src/formats/kscope/write';
import { ProfileBuilder } from '../../src/model/build/profileBuilder';
import { FrameKind, type Profile } from '../../src/model/profile/profile';
import { sampleMeta } from '../support/drawProfile';
import { sampleOf } from '../support/tiers';
import type { ProfilePage } from './pages/profile';
import { screenshot } from './screenshot';
import { useViewPages } from './useViewPages';
import type { PageTheme } from './viewPage';

declare const profilePage: ProfilePage;

const MS = 1e6;

/** A stretch of code: how long it ran, with which route, in which function. */
type Stretch = readonly [ms: number, route: string | null, name: string];

/** Code after code in one thread: each stretch is a range, has its label, and is sampled each millisecond. */
function labelledProfile(stretches: readonly Stretch[]): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main thread', kind: 'thread' });
  const labels = builder.addTrack({ name: 'Labels', kind: 'asyncLane', parent: track });
  const stackOf: number[] = [];
  let start = 0;
  stretches.forEach(([ms, route, name], at) => {
    const times = { start, duration: ms * MS };
    builder.addSlice({ name: `range ${name}`, category: 'range', track, ...times });
    if (route !== null) {
      const category = SAMPLE_LABEL_CATEGORY;
      const args = { route };
      builder.addSlice({ name: `route=${route}`, category, track: labels, ...times, args });
    }
    for (let each = 0; each < ms; each++) stackOf.push(at);
    start += ms * MS;
  });
  const { length } = stretches;
  const file = builder.strings.intern('file:///app/server.ts');
  const names = stretches.map(([, , name]) => builder.strings.intern(name));
  return builder.build(sampleMeta(start), {
    frames: {
      ...{ length, name: Uint32Array.from(names), file: new Uint32Array(length).fill(file) },
      ...{ line: Uint32Array.from(names, (_, at) => at + 1), column: new Uint32Array(length) },
      kind: new Uint8Array(length).fill(FrameKind.user)
    },
    stacks: {
      ...{ length, frame: Uint32Array.from(names, (_, at) => at) },
      ...{ line: new Uint32Array(length), prefix: new Int32Array(length).fill(-1) },
      isAwaited: new Uint8Array(length)
    },
    samples: {
      ...{ length: stackOf.length, stack: Int32Array.from(stackOf) },
      time: Float64Array.from(stackOf, (_, at) => at * MS),
      weight: new Float64Array(stackOf.length).fill(MS),
      track: new Uint16Array(stackOf.length).fill(track)
    },
    sources: [{ source: 'cpuSampler', status: 'ok', message: '', records: stackOf.length }]
  });
}

const FEW = labelledProfile([
  [300, '/orders', 'rankOrders'],
  [90, '/items', 'listItems'],
  [110, null, 'idleWork']
]);
const MANY = labelledProfile(
  Array.from({ length: 400 }, (_, at) => [2, `/users/${at}`, `serve${at}`] as const)
);
const data = (profile: Profile): unknown =>
  encodeBundle(profile, { deflate: raw => deflateRawSync(raw) });

describe('the label to which views are narrowed', () => {
  const open = useViewPages({ page: 'profile', width: 1000 });
  let page: Page;

  const show = (profile: Profile): Promise<void> =>
    page.evaluate(given => profilePage.show({ data: given }), data(profile));
  const button = (): Locator => page.getByRole('button', { name: 'Label', exact: true });
  const chip = (): Locator => page.getByRole('button', { name: /^Only what ran with/ });
  const options = (): Locator => page.getByRole('listbox').getByRole('option');
  const tab = (name: string): Promise<void> => page.getByRole('tab', { name }).click();
  const note = (): Locator => page.getByText(/^Only what ran with .* is shown:/);
  const pick = async (name: string): Promise<void> => {
    await button().click();
    await page.getByRole('option', { name }).click();
  };
  const names = (grid: string): Promise<string[]> =>
    page.getByRole('grid', { name: grid }).getByRole('rowheader').allInnerTexts();

  beforeEach(async () => {
    page = await open();
    await show(FEW);
    await button().waitFor();
  });

  it('is offered with its time, the longest first', async () => {
    await button().click();
    expect(await options().allInnerTexts()).toEqual([
      expect.stringMatching(/^route=\/orders\s+300 ms$/),
      expect.stringMatching(/^route=\/items\s+90 ms$/)
    ]);
    expect(await page.getByRole('combobox', { name: 'Find a label' }).count()).toBe(0);
  });

  it('narrows every view, says so, and is cleared by one click', async () => {
    await pick('/items');
    expect(await note().innerText()).toBe(
      'Only what ran with route=/items is shown: 90 ms of 500 ms. Shares are of these 90 ms, and what ran between is cut out of the time.'
    );
    const text = (): Promise<string> => page.getByRole('tabpanel').innerText();
    await tab('Table');
    await expect
      .poll(() => names('Times by name'))
      .toEqual(expect.arrayContaining([expect.stringContaining('range listItems')]));
    expect((await names('Times by name')).join()).not.toMatch(/rankOrders|idleWork/);
    const row = page.getByRole('row', { name: /range listItems/ });
    expect(await row.innerText()).toMatch(/100\.0\s%/);
    await tab('Source');
    const functions = page.getByRole('grid', { name: 'Hottest functions' });
    await expect.poll(() => functions.innerText()).toContain('listItems');
    expect(await functions.innerText()).not.toMatch(/rankOrders|idleWork/);
    expect(await text()).toContain('Times of lines are not known of what ran with a label');
    await tab('Flame');
    await page.getByRole('treegrid').waitFor();
    expect(await page.getByRole('treegrid').innerText()).toMatch(/listItems/);
    expect(await page.getByRole('treegrid').innerText()).not.toMatch(/rankOrders|idleWork/);
    await tab('Timeline');
    const search = page.getByRole('searchbox', { name: 'Find slices by name' });
    await search.fill('rankOrders');
    await page.getByText('No match').waitFor();
    await chip().click();
    expect(await note().count()).toBe(0);
    await search.fill('');
    await search.fill('rankOrders');
    await page.getByText(/^\d+ match(es)?$/).waitFor();
    await tab('Table');
    await expect.poll(async () => (await names('Times by name')).join()).toMatch(/rankOrders/);
    expect(await chip().count()).toBe(0);
  });

  it('is picked and cleared with the keys alone', async () => {
    await tab('Table');
    await button().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await note().waitFor();
    expect(await note().innerText()).toContain('route=/items');
    expect(await page.locator(':focus').innerText()).toBe('Label');
    await page.keyboard.press('Escape');
    await expect.poll(() => note().count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    expect(await options().count()).toBe(0);
    expect(await note().count()).toBe(0);
    expect(await page.locator(':focus').innerText()).toBe('Label');
  });

  it('is searched for among many, of which a part is drawn', async () => {
    await show(MANY);
    await button().click();
    expect(await options().count()).toBe(100);
    expect(await page.getByText('300 more: type to find them.').count()).toBe(1);
    const search = page.getByRole('combobox', { name: 'Find a label' });
    await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
    await page.keyboard.type('/users/39');
    await expect.poll(() => options().count()).toBe(11);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await note().innerText()).toContain('route=/users/390 ');
    await button().click();
    await page.keyboard.type('nobody');
    await page.getByText('No label has this text.').waitFor();
  });

  it('has the whole profile loaded where the output holds a part, and says what it lacks if that fails', async () => {
    const profile = labelledProfile(
      Array.from({ length: 9000 }, (_, at) => [1 + (at % 3), `/users/${at % 9}`, `serve${at}`])
    );
    const file = Buffer.from(encodeKscope(profile, { deflate: raw => deflateRawSync(raw) }));
    const sidecar = {
      path: 'book.kscope/whole.kscope',
      sha256: createHash('sha256').update(file).digest('hex'),
      sizeBytes: file.length,
      slices: profile.slices.length
    };
    const maxBytes = 60_000;
    const partial = encodeBundle(profile, {
      deflate: raw => deflateRawSync(raw),
      maxBytes,
      sidecar
    });
    expect(partial.overview.partial).toBe(true);
    let isThere = false;
    await page.route('**/files/**', route =>
      isThere ? route.fulfill({ body: file }) : route.fulfill({ status: 404 })
    );
    await page.evaluate(given => profilePage.show({ data: given }), partial);
    await button().click();
    await page.getByText('The whole profile may have others.').waitFor();
    await page.keyboard.press('Escape');
    await pick('/users/5');
    await page.getByText(/is no longer beside the notebook/).waitFor();
    expect(await note().innerText()).toContain('The slices are those that this output holds.');
    await chip().click();
    isThere = true;
    await pick('/users/5');
    await page.getByText(/The whole profile is shown/).waitFor();
    // a ninth of 9,000 stretches, of 3 ms each
    await expect.poll(() => note().innerText()).toContain('3 s of 18 s');
    expect(await note().innerText()).not.toContain('this output holds');
  });

  it('is not offered without labels, and does not stay for another profile', async () => {
    await pick('/items');
    await page.evaluate(
      given => profilePage.update(given),
      data(labelledProfile([[9, null, 'f']]))
    );
    await expect.poll(() => button().isVisible()).toBe(false);
    expect(await note().count()).toBe(0);
  });
});

const LOOKS = (['light', 'dark'] as const).flatMap(theme =>
  [1400, 900].map(width => ({ theme, width }))
);

describe.each(sampleOf(LOOKS, 4))('the label on a $theme page of $width px', ({ theme, width }) => {
  const open = useViewPages({
    page: 'profile',
    theme: theme satisfies PageTheme,
    width,
    height: 800
  });

  it('fits, and is left as a picture', async () => {
    const page = await open();
    const shown = async (profile: Profile, name: string): Promise<void> => {
      await page.evaluate(given => profilePage.show({ data: given }), data(profile));
      await page.getByRole('button', { name: 'Label', exact: true }).click();
      await screenshot(page, `labels-${name}-${width}-${theme}`);
      await page.getByRole('listbox').getByRole('option').nth(1).click();
      await page.getByText(/^Only what ran with .* is shown:/).waitFor();
      await screenshot(page, `labels-${name}-picked-${width}-${theme}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      );
      expect(overflow).toBeLessThanOrEqual(0);
    };
    await shown(FEW, 'few');
    await shown(MANY, 'many');
    const long = 'a'.repeat(200);
    await shown(
      labelledProfile([
        [20, '/b', 'f'],
        [10, `/${long}`, 'g']
      ]),
      'long'
    );
  });
});
