/** The style sheet of a stand-alone page. Holds no data. */
export const DOCUMENT_STYLE = `
:root {
  color-scheme: light dark;
  --text: #1f2328;
  --muted: #59636e;
  --page: #ffffff;
  --line: #d8dee4;
  --stripe: #f6f8fa;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #dfe3e8;
    --muted: #9aa4ae;
    --page: #111418;
    --line: #2b3138;
    --stripe: #171b20;
  }
}
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 14px/1.45 system-ui, sans-serif;
}
main {
  max-width: 1080px;
  margin: 0 auto;
  padding: 24px 20px 48px;
}
.kernelscope-heading { margin: 0 0 16px; color: var(--muted); }
.kernelscope-heading strong { font-size: 20px; color: var(--text); }
.kernelscope-findings { margin: 0 0 16px; padding-left: 28px; }
.kernelscope-findings > li:first-child { font-size: 16px; font-weight: 600; }
.kernelscope-findings code { overflow-wrap: anywhere; }
.kernelscope-remarks { margin: 0 0 16px; padding-left: 28px; color: var(--muted); }
.kernelscope-summary { margin: 0 0 16px; color: var(--muted); }
.kernelscope-fact { white-space: nowrap; }
.kernelscope-fact b { color: var(--text); font-weight: 600; font-variant-numeric: tabular-nums; }
.kernelscope-notes {
  margin: 0 0 16px;
  padding: 8px 12px 8px 28px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--stripe);
}
.kernelscope-verdict { margin: 0 0 16px; color: var(--muted); }
.kernelscope-verdict strong { font-size: 17px; color: var(--text); }
.kernelscope-title { padding: 0 0 6px !important; }
.kernelscope-picture {
  margin: 0 0 24px;
  padding: 8px 0;
  border: 1px solid var(--line);
  border-radius: 6px;
  overflow-x: auto;
}
.kernelscope-picture svg { display: block; min-width: 640px; max-width: none !important; }
.kernelscope-table {
  width: 100%;
  margin: 0 0 24px;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
}
.kernelscope-table caption {
  padding: 0 0 6px !important;
}
.kernelscope-table th,
.kernelscope-table td {
  border-bottom: 1px solid var(--line);
  white-space: nowrap;
}
.kernelscope-table thead th { color: var(--muted); font-weight: 600; font-size: 12px; }
.kernelscope-table tbody th { font-weight: 500; white-space: normal; overflow-wrap: anywhere; }
.kernelscope-table tbody tr:hover { background: var(--stripe); }
.kernelscope-table code { font: 12.5px/1.5 ui-monospace, monospace; }
.kernelscope-bar { font: 10px/1 ui-monospace, monospace; width: 84px; }
.kernelscope-lines tbody td {
  border-bottom: 0;
  padding-top: 1px !important;
  padding-bottom: 1px !important;
}
.kernelscope-lines tbody td:first-child { color: var(--muted); width: 40px; }
.kernelscope-lines td:nth-child(2) { width: 80px; }
@media (max-width: 760px) { main { padding: 16px 10px; } .kernelscope-table { display: block; overflow-x: auto; } }
`;
