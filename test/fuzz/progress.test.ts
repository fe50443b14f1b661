// @vitest-environment jsdom
import '../unit/extension/setupDom';
import { nullTranslator } from '@jupyterlab/translation';
import { describe, expect, it, vi } from 'vitest';
import { type KernelMessage, progressOf } from '../../extension/src/shell/notebook/progressMessage';
import { ProgressStrip } from '../../extension/src/shell/notebook/progressStrip';
import { createNumberFormats } from '../../extension/src/shared/content/format';
import { PROGRESS_MIME_TYPE } from '../../src/model/output/progress';
import type { Random } from '../support/random';
import { seeds } from './inputs';

vi.mock('@jupyterlab/apputils', () => ({ Notification: { error: vi.fn() } }));

/** The longest text that a line shows, UTF-16 units: that of a name and its figures. */
const MAX_SHOWN = 600;

const MARKUP = '<img src=x onerror="alert(1)"><script>alert(1)</script>';

const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)];

function hostileNumber(random: Random): unknown {
  const numbers = [0, -1, -0, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 53, 1e21, 5e-324, 12_345.678];
  return pick<unknown>(random, [
    ...numbers,
    ...[NaN, Infinity, -Infinity, null, undefined, '7', MARKUP, {}, [1], true],
    { valueOf: 1, toString: null },
    (random() - 0.5) * 10 ** (600 * random() - 300)
  ]);
}

function hostileText(random: Random): unknown {
  const texts = ['', 'cell', MARKUP, '%1 %2', '\u202e\u0000\u001b[31m', '\ud800', '__proto__'];
  return pick<unknown>(random, [
    ...texts,
    ...['x'.repeat(1000), MARKUP.repeat(18), 'y'.repeat(1e6), null, 5, {}, ['a'], undefined]
  ]);
}

function hostileProgress(random: Random): unknown {
  const shapes = [null, 7, 'recording', [], [[]], Object.create(null) as unknown, MARKUP];
  if (random() < 0.1) return pick(random, shapes);
  return {
    phase: pick<unknown>(random, ['recording', 'recording', 'preparing', 'ended', MARKUP, {}]),
    name: hostileText(random),
    cellId: random() < 0.8 ? 'cell' : hostileText(random),
    elapsedMs: random() < 0.5 ? 1500 : hostileNumber(random),
    rssBytes: random() < 0.5 ? 5e8 : hostileNumber(random),
    slices: random() < 0.5 ? 3 : hostileNumber(random),
    [pick(random, ['extra', '__proto__', 'constructor'])]: hostileText(random)
  };
}

function hostileMessage(random: Random): KernelMessage {
  const header = { msg_type: 'update_display_data' };
  const data = { [PROGRESS_MIME_TYPE]: hostileProgress(random) };
  if (random() < 0.9) return { header, content: { data } };
  return { header, content: pick<unknown>(random, [null, undefined, 3, 'a', [], { data: null }]) };
}

const newStrip = (): ProgressStrip =>
  new ProgressStrip({
    trans: nullTranslator.load(''),
    formats: createNumberFormats('en'),
    onStop: () => undefined
  });

/** The names of all nodes of a line. */
const nodesOf = ({ node }: ProgressStrip): string[] =>
  [...node.querySelectorAll('*')].map(
    ({ tagName, className }) => `${tagName} ${String(className)}`
  );

/** Shows what a message tells; false where that is nothing. @throws AssertionError for a defect */
function show(message: KernelMessage): boolean {
  const progress = progressOf(message);
  if (progress === null) return false;
  const strip = newStrip();
  const empty = nodesOf(strip);
  strip.setProgress(progress);
  expect(nodesOf(strip)).toEqual(empty);
  expect(strip.node.textContent.length).toBeLessThanOrEqual(MAX_SHOWN);
  expect(strip.node.textContent).not.toMatch(/NaN|Infinity|undefined|∞/);
  return true;
}

/** The defect that a message brings to light, or whether it is shown. */
function outcomeOf(message: KernelMessage): string | boolean {
  try {
    return show(message);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('the progress of a recording, whatever a kernel sends', () => {
  it('is ignored or shown as short text, without an error and without markup', () => {
    const outcomes = Array.from(seeds(), ({ seed, random }) => ({
      seed,
      outcome: outcomeOf(hostileMessage(random))
    }));
    const defects = outcomes.filter(({ outcome }) => typeof outcome === 'string');
    expect(defects.slice(0, 3), `${defects.length} defects`).toEqual([]);
    expect(outcomes.some(({ outcome }) => outcome === true)).toBe(true);
  });
});
