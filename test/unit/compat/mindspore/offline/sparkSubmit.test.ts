import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  executorNode,
  findSparkSubmit,
  SparkError,
  submitArguments
} from '../../../../../src/compat/mindspore/offline/sparkDriver';
import { useFolder } from '../../../../support/folders';

const folder = useFolder();

function program(...names: readonly string[]): string {
  const file = path.join(folder, ...names);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

describe('spark-submit', () => {
  const own = program('home', 'bin', 'spark-submit');
  const installed = program('venv', 'bin', 'spark-submit');
  const python = program('venv', 'bin', 'python3');
  const PATH = [path.join(folder, 'nowhere'), path.dirname(installed)].join(path.delimiter);

  it('is that of SPARK_HOME', () => {
    const SPARK_HOME = path.join(folder, 'home');
    expect(findSparkSubmit({ SPARK_HOME, PATH })).toEqual({ program: own, variables: {} });
  });

  it('is the one in PATH, with the Python beside it', () => {
    const found = { program: installed, variables: { PYSPARK_PYTHON: python } };
    expect(findSparkSubmit({ PATH })).toEqual(found);
  });

  it('gets the Python that was named', () => {
    expect(findSparkSubmit({ PATH, PYSPARK_PYTHON: '/opt/python' }).variables).toEqual({});
  });

  it('is missed by name, where it was looked for', () => {
    const SPARK_HOME = path.join(folder, 'nowhere');
    expect(() => findSparkSubmit({ PATH: '' })).toThrow(SparkError);
    expect(() => findSparkSubmit({ PATH: '' })).toThrow(
      /needs spark-submit, and there is none in PATH/
    );
    expect(() => findSparkSubmit({ SPARK_HOME, PATH })).toThrow(
      `none in SPARK_HOME, ${SPARK_HOME}`
    );
  });
});

describe('the arguments of spark-submit', () => {
  const files = { script: 'driver.py', file: 'reader.js', argument: '/tmp/socket' };

  it('run the driver beside this process, without a user interface on a port', () => {
    expect(submitArguments({ master: 'yarn' }, files)).toEqual([
      ...['--master', 'yarn', '--deploy-mode', 'client', '--name', 'kernelscope offline-analyse'],
      ...['--conf', 'spark.ui.enabled=false', '--conf', 'spark.ui.showConsoleProgress=false'],
      ...['--files', 'reader.js', 'driver.py', '/tmp/socket']
    ]);
  });

  it('have the settings that were given, which come before ours', () => {
    const conf = { 'spark.executor.memory': '4g', 'spark.ui.enabled': 'true' };
    const given = submitArguments({ master: 'yarn', conf }, files).filter(one => one.includes('='));
    expect(given).toEqual([
      ...['spark.ui.enabled=true', 'spark.ui.showConsoleProgress=false', 'spark.executor.memory=4g']
    ]);
  });
});

describe('the Node of executors', () => {
  it.each([
    [{ master: 'local[2]' }, process.execPath],
    [{ master: 'spark://host:7077' }, 'node'],
    [{ master: 'local[2]', node: '/opt/node' }, '/opt/node']
  ])('of %j is %s', (options, node) => {
    expect(executorNode(options)).toBe(node);
  });
});
