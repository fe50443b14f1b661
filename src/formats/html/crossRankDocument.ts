import type { CrossRankReport } from '../../report/crossRank/crossRankReport';
import { findings } from '../../report/crossRank/crossRankFindings';
import { runTables } from '../../report/crossRank/crossRankTables';
import { Markup, markup } from '../shared/text/markup';
import { tableHtml } from './tableHtml';

/** The parts of {@link crossRankDocument}. */
export interface CrossRankPage {
  readonly report: CrossRankReport;
  /** A `CrossRankBundle`, which becomes JSON. */
  readonly bundle: unknown;
  /** The script that shows it, and its style sheet: both of this package. */
  readonly script: string;
  readonly style: string;
  /** The SHA-256 of the script in base64: the page runs no other. */
  readonly scriptHash: string;
}

/**
 * A comparison of ranks as a page without dependencies, light or dark like the reader's system. Its data is
 * JSON that no part of can end its element; the script puts its view in place of findings and tables.
 */
export function crossRankDocument(page: CrossRankPage): string {
  const { report, bundle, script, style, scriptHash } = page;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'`;
  const notes = report.runs.flatMap(run => findings(run));
  const tables = new Markup(tableHtml(report.runs.flatMap(runTables), { notes }));
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Ranks compared – Kernelscope</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main class="jp-Kernelscope">
<h1>Ranks compared</h1>
<div id="kernelscope-view">${tables}</div>
</main>
<script type="application/json" id="kernelscope-data">${new Markup(scriptJson(bundle))}</script>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

/** JSON that is text to a parser of HTML: no `<` is in it, nor line separators. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  );
}
