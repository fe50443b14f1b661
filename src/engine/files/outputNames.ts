import path from 'node:path';

/**
 * The names of files that objects of this process write to, so that no two write to one: the first in a
 * folder has `<pid>`, the next `<pid>-2`, and so on. In a worker thread the number of the thread
 * follows that of the process.
 */
export class OutputNames {
  private readonly taken = new Map<string, number>();

  constructor(
    private readonly pid: number,
    private readonly threadId: number
  ) {}

  /** The beginning of the paths of files in `folder` that nobody has taken; it is taken now. */
  take(folder: string): string {
    const place = path.resolve(folder);
    const number = 1 + (this.taken.get(place) ?? 0);
    this.taken.set(place, number);
    const own = this.threadId === 0 ? `${this.pid}` : `${this.pid}-thread${this.threadId}`;
    return path.join(place, number === 1 ? own : `${own}-${number}`);
  }
}
