import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { programPath } from '../labServer';

const ENCODER = fileURLToPath(new URL('../../../scripts/python/animate.py', import.meta.url));

interface Frame {
  readonly path: string;
  readonly durationMs: number;
}

/** Puts a line at the bottom of the page, and a ring where the pointer is. */
interface Overlay {
  readonly caption: string;
  readonly pointer: { readonly x: number; readonly y: number } | null;
}

/** Draws the overlay, or takes it away; runs in the page. */
function drawOverlay(overlay: Overlay | null): void {
  document.querySelectorAll('.film-overlay').forEach(node => node.remove());
  if (overlay === null) return;
  const add = (text: string, style: string): void => {
    const node = document.createElement('div');
    node.className = 'film-overlay';
    node.textContent = text;
    node.style.cssText = `position:fixed;z-index:100000;pointer-events:none;${style}`;
    document.body.append(node);
  };
  add(
    overlay.caption,
    'left:0;right:0;bottom:0;padding:11px 16px;background:#1b2a41;color:#fff;' +
      'font:600 17px/1.3 system-ui,sans-serif;text-align:center'
  );
  if (overlay.pointer === null) return;
  const { x, y } = overlay.pointer;
  add(
    '',
    `left:${x - 15}px;top:${y - 15}px;width:24px;height:24px;border-radius:50%;` +
      'border:3px solid #d4380d;background:#d4380d33'
  );
}

/** Pictures of a page one after the other, with a caption for each scene. */
export class Film {
  readonly #frames: Frame[] = [];
  #overlay: Overlay = { caption: '', pointer: null };

  /** Frames are kept in `folder`. */
  constructor(
    private readonly page: Page,
    private readonly folder: string
  ) {
    mkdirSync(folder, { recursive: true });
  }

  get durationMs(): number {
    return this.#frames.reduce((sum, { durationMs }) => sum + durationMs, 0);
  }

  /** Begins a scene. */
  caption(caption: string): void {
    this.#overlay = { caption, pointer: null };
  }

  /** Takes a picture, which is shown for so long. */
  async show(durationMs: number): Promise<void> {
    await this.page.evaluate(drawOverlay, this.#overlay);
    const path = join(this.folder, `${String(this.#frames.length).padStart(3, '0')}.png`);
    await this.page.screenshot({ path });
    await this.page.evaluate(drawOverlay, null);
    this.#frames.push({ path, durationMs });
  }

  /** Shows the pointer at the middle of a part of the page, and clicks there. */
  async click(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error('Cannot click on what is not on the page');
    const pointer = { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
    this.#overlay = { ...this.#overlay, pointer };
    await this.show(700);
    this.#overlay = { ...this.#overlay, pointer: null };
    await target.click({ position: { x: pointer.x - box.x, y: box.height / 2 } });
  }

  /** Writes the film as an animated WebP. */
  save(path: string): void {
    const frames = this.#frames.map(({ path: frame, durationMs }) => `${frame}:${durationMs}`);
    execFileSync(programPath('python'), [ENCODER, path, ...frames]);
  }
}
