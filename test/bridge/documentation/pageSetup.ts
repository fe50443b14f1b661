/** How a snippet is tested that is not tested as its language says. */
export type Treatment =
  /** It runs in a cell like the others, and asks its reader, who gives these answers. */
  | { readonly as: 'cell'; readonly answers: readonly string[] }
  /** It runs in a cell like the others, and then by itself: `kernelscope run` runs the program of this name. */
  | { readonly as: 'program'; readonly file: string }
  /** Python runs it after this file of the repository, which stands in for a program that it needs. */
  | { readonly as: 'python'; readonly after: string }
  /** It is what the snippet of this title printed. */
  | { readonly as: 'output'; readonly of: string }
  /** It is a tree of the files in this folder, with a description of each. */
  | { readonly as: 'tree'; readonly folder: string }
  /** This file of the repository runs its commands. */
  | { readonly as: 'run elsewhere'; readonly by: string }
  /** The machines of the tests lack what it needs: only its syntax is checked. */
  | { readonly as: 'not run'; readonly because: string };

/** How a snippet is tested, and how it behaves, if that is not the usual way. */
export interface SnippetSetup {
  readonly treatment?: Treatment;
  /** The parts of its output that differ from run to run; their form is the same. */
  readonly varies?: RegExp;
  /** It ends with an error, as the page says. */
  readonly fails?: true;
  /** It warns, as the page says. */
  readonly warns?: true;
  /** Files that it leaves in the folder, as the page says. */
  readonly writes?: readonly string[];
}

/** Everything that the snippets of a page need and the page does not mention. */
export interface PageSetup {
  /** Packages of npm, besides those that the page says to install. */
  readonly packages?: readonly string[];
  /** Variables of the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Files that the reader has in the folder: their names, and their paths in the repository. */
  readonly files?: Readonly<Record<string, string>>;
  /** Makes what else the reader has in the folder. */
  readonly prepare?: (folder: string) => void;
  /** Cells that the reader ran before the first snippet. */
  readonly cells?: readonly string[];
  /** The reader has a GPU. */
  readonly hasGpu?: true;
  /** By the titles of snippets. */
  readonly snippets?: Readonly<Record<string, SnippetSetup>>;
}
