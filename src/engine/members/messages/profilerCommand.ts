/**
 * A command for the profiler of an attached thread or process. The engine passes it on by its name; the
 * rest belongs to the upstream API that sends and carries it out.
 */
export interface ProfilerCommand {
  readonly command: string;
}
