import { JobThread, type JobThreadOptions } from './jobThread';

export interface JobPoolOptions<Job, Reply> extends JobThreadOptions {
  /** Threads at work at the same time, 1 or more. */
  readonly threads: number;
  /** Called before each job, which fails if this rejects. */
  readonly onStart: (job: Job) => Promise<void>;
  /** Called once for each job, in the order in which they end; the thread's next job waits for it. */
  readonly onReply: (job: Job, reply: Reply) => Promise<void> | void;
  /** Called in its place for a job whose thread ended; the others go on. */
  readonly onFailure: (job: Job, error: unknown) => void;
}

/** Does all jobs, each in one of a few worker threads, which are gone afterwards. */
export async function performJobs<Job, Reply>(
  jobs: readonly Job[],
  options: JobPoolOptions<Job, Reply>
): Promise<void> {
  const waiting = jobs.values();
  const lane = async (): Promise<void> => {
    const thread = new JobThread<Job, Reply>(options);
    try {
      for (const job of waiting) await performOne(thread, job, options);
    } finally {
      thread.dispose();
    }
  };
  const threads = Math.min(options.threads, jobs.length);
  await Promise.all(Array.from({ length: threads }, lane));
}

async function performOne<Job, Reply>(
  thread: JobThread<Job, Reply>,
  job: Job,
  { onStart, onReply, onFailure }: JobPoolOptions<Job, Reply>
): Promise<void> {
  let reply: Reply;
  try {
    await onStart(job);
    reply = await thread.perform(job);
  } catch (error) {
    onFailure(job, error);
    return;
  }
  await onReply(job, reply);
}
