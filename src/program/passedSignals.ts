/** How a program that is recorded and its launcher agree on the signals that go to the launcher: by files beside one file. */

import { appendFileSync } from 'node:fs';
import { NS_PER_MS } from '../base/time';
import { monotonicClock } from '../base/clock';
import { textOf } from '../engine/results/readWithin';

/** Signals of the launcher that are for the program, and end one that does not listen for them. */
export const PASSED_SIGNALS: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR2'
];

/** Time in which a program that does not compute hears of a signal that went to it as well, milliseconds. */
export const HEARING_MS = 300;

/** So much earlier than the launcher a program may have heard of a signal to both, on a machine with much to do, milliseconds. */
const EARLIER_MS = 1000;

/** Has a line for each signal that the launcher has received. */
export function receivedFile(signalsFile: string): string {
  return `${signalsFile}.received`;
}

/** Has a line for each signal that has reached the program, whoever sent it. */
export function heardFile(signalsFile: string): string {
  return `${signalsFile}.heard`;
}

/** A signal, and when it came by the clock that all processes share. */
export interface NotedSignal {
  readonly signal: string;
  readonly atMs: number;
}

/** Adds a signal, which has come now, to one of these files. */
export function noteSignal(file: string, signal: NodeJS.Signals): void {
  appendFileSync(file, `${signal} ${Number(monotonicClock()) / NS_PER_MS}\n`);
}

/** The signals in one of these files, none while there is no file. */
export function notedSignals(file: string): readonly NotedSignal[] {
  const lines = textOf(file).split('\n').slice(0, -1);
  return lines.map(line => {
    const [signal, atMs] = line.split(' ');
    return { signal, atMs: Number(atMs) };
  });
}

/** Whether the program has heard of the signal that the launcher received as the `number`-th, from 1. */
export function isHeard(signalsFile: string, number: number): boolean {
  const received = notedSignals(receivedFile(signalsFile)).slice(0, number);
  return received.length < number || lastIsHeard(received, notedSignals(heardFile(signalsFile)));
}

/**
 * Whether the last of `received` is among `heard`: each signal that was received takes the first one there that is none of
 * an earlier one, and not so old that it must have come by itself.
 */
export function lastIsHeard(
  received: readonly NotedSignal[],
  heard: readonly NotedSignal[]
): boolean {
  const left = [...heard];
  let isFound = false;
  for (const { signal, atMs } of received) {
    const at = left.findIndex(each => each.signal === signal && each.atMs >= atMs - EARLIER_MS);
    isFound = at >= 0;
    if (isFound) left.splice(at, 1);
  }
  return isFound;
}
