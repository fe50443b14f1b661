import type { ProfileOptions } from './profileOptions';

/**
 * Options by their long names, each value as `%profile config` would read it back; without
 * `outputs`, which belong to one cell.
 */
export function settingTexts(options: ProfileOptions): Readonly<Record<string, string>> {
  return {
    'sort-by': options.sortBy,
    ascending: onOff(options.ascending),
    top: String(options.top),
    format: options.format,
    quiet: onOff(options.quiet),
    cpu: numberOrOff(options.cpuIntervalUs),
    lines: onOff(options.lines),
    memory: numberOrOff(options.memoryPeriodMs),
    operators: onOff(options.operators),
    shapes: onOff(options.shapes),
    stack: onOff(options.stacks),
    flops: onOff(options.flops),
    allocations: numberOrOff(options.allocationBytes),
    async: autoOrSwitch(options.async),
    api: onOff(options.api),
    'node-shares': onOff(options.nodeShares),
    gpu: autoOrSwitch(options.gpu),
    workers: onOff(options.workers),
    'max-events': String(options.maxEvents)
  };
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}

function autoOrSwitch(value: boolean | null): string {
  return value === null ? 'auto' : onOff(value);
}

function numberOrOff(value: number | null): string {
  return value === null ? 'off' : String(value);
}
