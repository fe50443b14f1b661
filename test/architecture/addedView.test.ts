import path from 'node:path';
import { mkdirSync, rmSync } from 'node:fs';
import { type EnvironmentReturn, builtinEnvironments } from 'vitest/runtime';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type * as Widgets from '@lumino/widgets';
import type * as Formats from '../../extension/src/shared/content/format';
import type * as Selection from '../../extension/src/shared/content/selection';
import type * as Tabs from '../../extension/src/shell/tabs';
import type * as Views from '../../extension/src/shell/viewTable';
import type * as Icons from '../../vscode/src/renderer/handedToViews';
import { bundleWithAddition } from '../support/bundleWithAddition';
import { eventually } from '../support/eventually';
import { richProfile } from '../support/richProfile';
import { exampleBundle } from '../unit/extension/exampleBundle';

/** Within the repository, so that what is bundled finds its packages. */
const folder = path.join(__dirname, '../../.build/addedView');
let page: EnvironmentReturn;

beforeAll(() => void mkdirSync(folder, { recursive: true }));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await page.teardown(globalThis);
});

it('a view that is added as one module and one line of a table is a tab of each profile', async () => {
  const toy = {
    table: 'extension/src/shell/viewTable.ts',
    before: "  {\n    key: 'timeline',",
    line: '  TOY,',
    name: 'TOY',
    module: 'test/architecture/additions/toyView'
  };
  const code = `
    export { Widget } from '@lumino/widgets';
    export * from './extension/src/shared/content/format';
    export * from './extension/src/shared/content/selection';
    export * from './extension/src/shell/tabs';
    export * from './extension/src/shell/viewTable';
    export * from './vscode/src/renderer/handedToViews';`;
  const load = await bundleWithAddition([toy], code, folder);
  page = await builtinEnvironments.jsdom.setup(globalThis, {});
  vi.stubGlobal('DragEvent', class extends MouseEvent {});
  const product = load() as typeof Widgets &
    typeof Formats &
    typeof Selection &
    typeof Icons &
    typeof Tabs &
    typeof Views;
  const { nullTranslator } = await import('@jupyterlab/translation');
  const tabs = new product.ProfileTabs(product.VIEWS, {
    trans: nullTranslator.load(''),
    icons: product.PLAIN_ICONS,
    formats: product.createNumberFormats('en'),
    store: new product.SelectionStore()
  });
  product.Widget.attach(tabs, document.body);
  const profile = richProfile();
  const content = { bundle: exampleBundle(), profile, isWhole: true, density: null };
  await tabs.setContent({ type: 'ready', content });
  const tab = await eventually(() => {
    const found = [...tabs.node.querySelectorAll<HTMLElement>('[role=tab]')];
    const named = found.find(each => each.textContent === 'Toy');
    if (named === undefined) throw new Error(`no tab among ${found.length}`);
    return named;
  });
  tab.click();
  await eventually(() => expect(tabs.node.textContent).toContain(`Played ${profile.meta.name}`));
  tabs.dispose();
});
