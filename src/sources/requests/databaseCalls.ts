import { isReference } from '../../base/isObject';
import { DATABASE_CATEGORY } from '../../facts/requests';
import type { ChannelHandlers } from './channels';
import { errorType } from './errorType';
import { fieldOf, textOf } from './fieldOf';
import { OTHER } from './requestName';
import type { RequestSpans } from './requestSpans';

/** Commands of Redis have this form; what is sent with them is elsewhere. */
const COMMAND = /^[A-Za-z][A-Za-z0-9._-]{0,31}$/;

/**
 * The tracing channels of drivers, with the names of their calls. Not those of mysql2 and ioredis: with
 * a subscriber, these drivers handle errors that the program does not.
 */
const DRIVERS: Readonly<Record<string, (context: unknown) => string>> = {
  'node-redis:command': context => `redis ${command(textOf(context, 'command'))}`
};

/**
 * Calls of drivers that publish them by tracing channels of Node, from the call until its callback or
 * its promise. Of a command only its name is read.
 */
export function databaseCalls(spans: RequestSpans): ChannelHandlers {
  const handlers = Object.entries(DRIVERS).flatMap(([driver, nameOf]) => {
    const on = (event: string, handle: (context: object) => void) =>
      [
        `tracing:${driver}:${event}`,
        (context: unknown) => {
          if (isReference(context)) handle(context);
        }
      ] as const;
    const errorIn = (context: object): string | null =>
      'error' in context ? errorType(fieldOf(context, 'error')) : null;
    return [
      on('start', context => {
        spans.begin(context, DATABASE_CATEGORY, nameOf(context));
      }),
      // A call that throws has its error by now, and no other end.
      on('end', context => {
        const error = errorIn(context);
        if (error !== null) spans.end(context, error);
      }),
      on('asyncStart', context => {
        spans.end(context, errorIn(context));
      })
    ];
  });
  return Object.fromEntries(handlers);
}

function command(text = ''): string {
  return COMMAND.test(text) ? text.toUpperCase() : OTHER;
}
