import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const TRACE_LIMIT_MS = 120_000;

/** How often the page is looked at for its question. */
const ASK_MS = 100;

/** A tab with the Perfetto UI. */
export class PerfettoPage {
  constructor(readonly page: Page) {}

  /**
   * Waits for a trace of a page that is not on the reader's machine, and says yes when Perfetto asks about it:
   * while Perfetto starts, it may take the question back and ask again.
   */
  async waitForForeignTrace(title: string): Promise<void> {
    const isHere = this.waitForTrace(title).then(() => true);
    while (!(await Promise.race([isHere, sleep(ASK_MS, false)]))) {
      const yes = this.page.getByRole('button', { name: 'Yes' });
      await yes.evaluateAll((buttons: HTMLElement[]) => buttons.forEach(each => each.click()));
    }
  }

  /** Waits until a trace is on show; it is part of the page's title. */
  async waitForTrace(title: string): Promise<void> {
    const isOnShow = (wanted: string): boolean => document.title.startsWith(wanted);
    await this.page.waitForFunction(isOnShow, title, { timeout: TRACE_LIMIT_MS });
    await this.page.locator('.pf-track').first().waitFor({ timeout: TRACE_LIMIT_MS });
  }

  /** Opens a group of tracks and returns the names of all tracks on show. */
  async openGroup(name: string): Promise<string[]> {
    const titles = this.page.locator('.pf-track__title-popup');
    const group = this.page.locator('.pf-track__header', { has: titles.getByText(name) }).first();
    await group.click({ position: { x: 60, y: 9 } });
    await this.page.locator('.pf-track__header .pf-icon', { hasText: 'expand_less' }).waitFor();
    return titles.allInnerTexts();
  }

  /** The rows of a query to the engine behind the page, each as text by column. */
  async query(sql: string, columns: readonly string[]): Promise<string[][]> {
    return this.page.evaluate(
      async request => {
        const { app } = globalThis as unknown as { app: PerfettoApplication };
        const rows: string[][] = [];
        const row = (await app.trace.engine.query(request.sql)).iter({});
        for (; row.valid(); row.next()) {
          rows.push(request.columns.map(column => String(row.get(column))));
        }
        return rows;
      },
      { sql, columns }
    );
  }
}

/** What the page has in its global `app`, as far as tests use it. */
interface PerfettoApplication {
  readonly trace: { readonly engine: { query(sql: string): Promise<QueryResult> } };
}

interface QueryResult {
  iter(spec: object): { valid(): boolean; next(): void; get(column: string): unknown };
}
