import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';

/** The folder of the environment that has PySpark, which `npm test` installs. */
const ENVIRONMENT = process.env.KERNELSCOPE_SPARK ?? '';

/** Settings that leave the few cores of a test machine to the work: Java compiles quickly and collects simply. */
const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** Seconds after which a worker that is silent is lost, for the master and the workers alike. */
const WORKER_TIMEOUT = 20;

const HOST = '127.0.0.1';

/** One worker of a cluster, with one core. */
export interface SparkWorker {
  readonly process: ChildProcess;
  /** Kills the worker and its executors as if their machine was switched off. */
  kill(): void;
}

/** A real Spark cluster on this machine: a master and workers, each a process. */
export interface SparkCluster {
  /** `spark://…` */
  readonly master: string;
  readonly workers: readonly SparkWorker[];
  /** Starts one worker more. */
  addWorker(): Promise<SparkWorker>;
}

/** Variables with which programs find Spark. */
export function sparkVariables(): NodeJS.ProcessEnv {
  const python = path.join(ENVIRONMENT, 'bin', 'python');
  return {
    ...process.env,
    SPARK_HOME: sparkHome(),
    SPARK_LOCAL_IP: HOST,
    PYSPARK_PYTHON: python,
    SPARK_DAEMON_MEMORY: '256m',
    SPARK_DAEMON_JAVA_OPTS: JAVA_OPTIONS
  };
}

/** Settings of an analysis on such a cluster. */
export const CLUSTER_CONF: Readonly<Record<string, string>> = {
  'spark.driver.host': HOST,
  'spark.driver.bindAddress': HOST,
  'spark.driver.memory': '700m',
  'spark.executor.memory': '700m',
  'spark.driver.extraJavaOptions': JAVA_OPTIONS,
  'spark.executor.extraJavaOptions': JAVA_OPTIONS
};

/** Gives the tests of a file a cluster of two workers, which ends with them. */
export function useSparkCluster(folder: () => string): () => SparkCluster {
  let cluster: SparkCluster | null = null;
  const processes: ChildProcess[] = [];
  beforeAll(async () => {
    cluster = await startCluster(folder(), processes);
  }, 180_000);
  afterAll(async () => {
    for (const one of processes) {
      if (one.exitCode !== null || one.signalCode !== null) continue;
      one.kill();
      await once(one, 'exit');
    }
  });
  return () => {
    if (cluster === null) throw new Error('the cluster has not started');
    return cluster;
  };
}

async function startCluster(folder: string, processes: ChildProcess[]): Promise<SparkCluster> {
  const start = async (name: string, args: readonly string[], sign: RegExp): Promise<Started> => {
    const started = await startDaemon(name, args, sign);
    processes.push(started.process);
    return started;
  };
  const address = ['--host', HOST, '--port', '0', '--webui-port', '0'];
  const { found: master } = await start('master.Master', address, /Starting Spark master at (\S+)/);
  const workers: SparkWorker[] = [];
  const addWorker = async (): Promise<SparkWorker> => {
    const place = path.join(folder, `worker-${workers.length}`);
    mkdirSync(place, { recursive: true });
    const limits = ['-c', '1', '-m', '1g', '--work-dir', place];
    const registered = /Successfully registered with master (\S+)/;
    const started = await start('worker.Worker', [...address, ...limits, master], registered);
    const worker = { process: started.process, kill: () => killTree(started.process.pid ?? 0) };
    workers.push(worker);
    return worker;
  };
  await addWorker();
  await addWorker();
  return { master, workers, addWorker };
}

interface Started {
  readonly process: ChildProcess;
  /** The first group of the sign. */
  readonly found: string;
}

/** Starts a daemon of Spark, and waits for a sign in its log. */
async function startDaemon(name: string, args: readonly string[], sign: RegExp): Promise<Started> {
  const program = path.join(sparkHome(), 'bin', 'spark-class');
  const timeout = `-Dspark.worker.timeout=${WORKER_TIMEOUT}`;
  const child = spawn(program, [`org.apache.spark.deploy.${name}`, ...args], {
    env: {
      ...sparkVariables(),
      ...{ SPARK_MASTER_OPTS: timeout, SPARK_WORKER_OPTS: timeout, SPARK_NO_DAEMONIZE: '1' }
    },
    stdio: ['ignore', 'ignore', 'pipe']
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    const [, found] = sign.exec(line) ?? [];
    if (found === undefined) continue;
    child.stderr.resume();
    return { process: child, found };
  }
  throw new Error(`${name} has ended:\n${lines.slice(-20).join('\n')}`);
}

/** Kills a process and all below it, or only those. */
export function killTree(pid: number, { spareRoot = false } = {}): void {
  const children = readdirSync('/proc').filter(
    name => /^\d+$/.test(name) && parentOf(name) === pid
  );
  if (!spareRoot) process.kill(pid, 'SIGKILL');
  children.forEach(child => killTree(Number(child)));
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(path.join('/proc', pid, 'stat'), 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function sparkHome(): string {
  const lib = path.join(ENVIRONMENT, 'lib');
  const [python] = readdirSync(lib).filter(name => name.startsWith('python'));
  return path.join(lib, python, 'site-packages', 'pyspark');
}
