import type { RecordingOptions } from '../../src/engine/arguments/recordingOptions';
import type { Figure } from './figure';
import { costsOfCases } from './recordedSteps';
import { cpuFigure, extraPercent } from './stepCost';

/** The presets that are measured. */
type PresetName = 'preset.light' | 'preset.default';

const ROUNDS = 15;

/** Measured steps in each round. */
const STEPS = 20;

/** By how many percent recording with `options` makes a training step more expensive. */
export async function measurePreset(
  name: PresetName,
  options: Partial<RecordingOptions>
): Promise<readonly Figure[]> {
  const cases = { bare: { options: null }, recorded: { options } };
  const { costs, floorNs } = await costsOfCases(cases, { rounds: ROUNDS, steps: STEPS });
  const { bare, recorded } = costs;
  return [
    { name, value: extraPercent(recorded, bare, 'wallNs'), floorNs },
    cpuFigure(`${name}Main`, extraPercent(recorded, bare, 'mainNs'), floorNs),
    cpuFigure(`${name}Process`, extraPercent(recorded, bare, 'processNs'), floorNs)
  ];
}
