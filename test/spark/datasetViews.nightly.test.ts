import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryDataset } from '../../src/compat/mindspore/offline/datasetViews';
import { SQL_VIEWS } from '../../src/model/output/sqlViews';
import type { QueryRow } from '../../src/model/output/queryTable';
import { useFolder } from '../support/folders';
import { writeDatasetProfiles } from '../support/datasetProfiles';
import { DATASET_QUESTIONS } from '../support/datasetQuestions';
import { sparkVariables } from './sparkCluster';

const COMMAND = fileURLToPath(new URL('../../src/bin/kernelscope.cjs', import.meta.url));
const ASK = fileURLToPath(new URL('askSpark.py', import.meta.url));

const folder = useFolder();

interface Answer {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly QueryRow[];
}

/** Runs `kernelscope`, and gives what it printed. */
function kernelscope(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 << 20
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** The answers of Spark to all questions, in one session with the views. */
function askSpark(statements: string, questions: readonly string[]): readonly Answer[] {
  const file = path.join(folder, 'views.sql');
  writeFileSync(file, statements);
  const env = sparkVariables();
  const { status, stdout, stderr } = spawnSync(env.PYSPARK_PYTHON ?? '', [ASK, file], {
    ...{ env, encoding: 'utf8', maxBuffer: 64 << 20 },
    input: JSON.stringify(questions)
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Answer[];
}

/** Sums depend in their last digits on the order in which they are added up. */
function rounded(rows: readonly QueryRow[]): unknown {
  return JSON.parse(JSON.stringify(rows), (_, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value
  );
}

const SPARK_TYPES: Readonly<Record<string, string>> = {
  ...{ VARCHAR: 'string', JSON: 'string', INTEGER: 'int' },
  ...{ BIGINT: 'bigint', DOUBLE: 'double', BOOLEAN: 'boolean' }
};

describe('the views over a dataset in a session of Spark', () => {
  const data = path.join(folder, "da[t]a {1} `it's` größe");
  let answers: readonly Answer[] = [];
  let described: readonly Answer[] = [];

  beforeAll(() => {
    writeDatasetProfiles(data);
    kernelscope('offline-analyse', '--tables-only', data);
    const statements = kernelscope('extract-views', '--spark', data);
    const wholes = SQL_VIEWS.map(({ name }) => `SELECT * FROM ${name}`);
    const all = askSpark(statements, [...DATASET_QUESTIONS, ...wholes]);
    answers = all.slice(0, DATASET_QUESTIONS.length);
    described = all.slice(DATASET_QUESTIONS.length);
  });

  it.each(SQL_VIEWS.map((view, at) => ({ ...view, at })))(
    '$name has the columns and types of the documentation',
    ({ columns, at }) => {
      const places = ['run', 'rank', 'cycle'].map(name => ({ name, type: 'int' }));
      expect(described[at].columns).toEqual([
        { name: 'cycle_id', type: 'string' },
        ...places,
        ...columns.map(({ name, type }) => ({ name, type: SPARK_TYPES[type] }))
      ]);
      expect(described[at].rows.length).toBeGreaterThan(2);
    }
  );

  it.each(DATASET_QUESTIONS.map((question, at) => [question, at] as const))(
    'answer as those of DuckDB: %s',
    async (question, at) => {
      const expected = await queryDataset(data, question);
      expect(expected.length).toBeGreaterThan(2);
      expect(rounded(answers[at].rows)).toEqual(rounded(expected));
    }
  );

  it('have names as they were recorded, and nothing was made of them', () => {
    const names = new Set(answers[1].rows.map(({ name }) => name));
    for (const name of ['', 'größe 大きさ 🚀', 'tab\tnewline\nreturn\r', 'nul \0 in it']) {
      expect(names).toContain(name);
    }
    expect(existsSync(path.join(data, 'rows', 'view=slices'))).toBe(true);
  });
});
