import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { SnippetSetup, Treatment } from './pageSetup';
import { type Language, ROOT, type Snippet } from './readPages';
import type { Outcome, Reader } from './reader';
import { PYTHON } from './python';
import { isAsShown } from './samples';

/** Commands that check the syntax of their input. */
const SYNTAX_CHECKS: Readonly<Partial<Record<Language, readonly [string, ...string[]]>>> = {
  sh: ['sh', '-n'],
  python: [PYTHON, '-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
  json: [PYTHON, '-c', 'import json, sys; json.load(sys.stdin)'],
  yaml: [PYTHON, '-c', 'import sys, yaml; yaml.safe_load(sys.stdin)']
};

/** How a snippet is tested by its language alone. */
type Usual = { readonly as: 'cell' } | { readonly as: 'commands' };

const USUAL: Readonly<Partial<Record<Language, Usual>>> = {
  ts: { as: 'cell' },
  sh: { as: 'commands' }
};

/**
 * How a snippet is tested.
 *
 * @throws Error if neither its language nor its setup says so
 */
export function treatmentOf({ language }: Snippet, setup: SnippetSetup): Treatment | Usual {
  const treatment = setup.treatment ?? USUAL[language];
  if (treatment !== undefined) return treatment;
  throw new Error(`What is ${language} needs a treatment in pageSetups.ts`);
}

/** The parts of a cycle directory's name that vary: host, process and time. */
const CYCLE = /^\w+_\d+_\d{17}_/;

/** The paths in a tree whose levels are indented by two, with a description after each name. */
function pathsInTree(tree: string): readonly string[] {
  const above: string[] = [];
  return tree
    .trimEnd()
    .split('\n')
    .map(line => {
      const [, indent, name] = /^( *)([^ /]+)/.exec(line)!;
      above.length = indent.length / 2;
      above.push(name.replace(CYCLE, ''));
      return above.join('/');
    });
}

/** The paths in a folder, and its own. */
function pathsIn(parent: string, folder: string): readonly string[] {
  const paths = readdirSync(path.join(parent, folder), { recursive: true });
  const full = paths.map(name => [folder, ...String(name).split(path.sep)]);
  return [folder, ...full.map(parts => parts.map(part => part.replace(CYCLE, '')).join('/'))];
}

/** The content of a file of the repository. */
const contentOf = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

function expectSyntax({ language, code }: Snippet): void {
  const [command, ...args] = SYNTAX_CHECKS[language]!;
  const { status, stderr } = spawnSync(command, args, { input: code, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

function expectSample(printed: string, sample: string, { varies }: SnippetSetup): void {
  const message = `This was printed:\n${printed}\nThe page shows:\n${sample}`;
  expect(isAsShown(printed, sample, varies), message).toBe(true);
}

/** The expected outcome of a snippet: how it ends, its output and its files. */
function expectOutcome(reader: Reader, snippet: Snippet, setup: SnippetSetup, got: Outcome): void {
  expect(got.isOk, got.text).toBe(setup.fails !== true);
  expect(/\bKernelscopeWarning\b/.test(got.text), got.text).toBe(setup.warns === true);
  if (snippet.sample !== null) expectSample(got.text, snippet.sample, setup);
  for (const name of setup.writes ?? []) {
    expect(existsSync(path.join(reader.folder, name)), name).toBe(true);
  }
}

/** Runs a snippet in a cell, and then as a program, which writes its files anew. */
async function runBoth(
  reader: Reader,
  snippet: Snippet,
  setup: SnippetSetup,
  file: string
): Promise<Outcome> {
  expectOutcome(reader, { ...snippet, sample: null }, setup, await reader.runCell(snippet.code));
  for (const name of setup.writes ?? []) rmSync(path.join(reader.folder, name));
  return reader.runProgram(file, snippet.code);
}

/** Tests a snippet as its language or its setup says. */
export async function trySnippet(
  reader: Reader,
  snippet: Snippet,
  setup: SnippetSetup
): Promise<void> {
  const { title, code } = snippet;
  const treatment = treatmentOf(snippet, setup);
  const finish = (outcome: Outcome): void => {
    reader.printed.set(title, outcome.text);
    expectOutcome(reader, snippet, setup, outcome);
  };
  switch (treatment.as) {
    case 'cell':
      return finish(await reader.runCell(code, 'answers' in treatment ? treatment.answers : []));
    case 'commands':
      return finish(await reader.runShell(code));
    case 'program':
      return finish(await runBoth(reader, snippet, setup, treatment.file));
    case 'python':
      return finish(await reader.runPython(contentOf(treatment.after) + code));
    case 'output':
      return expectSample(reader.printed.get(treatment.of)!, code, setup);
    case 'tree':
      return expect([...pathsInTree(code)].sort()).toEqual(
        [...pathsIn(reader.folder, treatment.folder)].sort()
      );
    case 'run elsewhere':
      return expect(existsSync(path.join(ROOT, treatment.by)), treatment.by).toBe(true);
    case 'not run':
      return expectSyntax(snippet);
  }
}
