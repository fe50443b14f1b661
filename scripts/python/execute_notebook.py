"""Execute notebooks, each in a kernel of its own, print their profile tables, and write them as HTML.

Usage: execute_notebook.py NOTEBOOK... FOLDER. The kernels run in FOLDER, so that what the cells write
lands there. A cell that fails, or a kernel that dies, ends its notebook and makes the exit code 1; the
HTML is written all the same, and the other notebooks run.
"""

import sys
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter

PROFILE_TYPE = "application/vnd.kernelscope.profile+json"
CELL_TIMEOUT_S = 600

# The page of JupyterLab's look, without the scripts that it would fetch from the network.
PAGE = """
{%- extends 'lab/index.html.j2' -%}
{%- block html_head_js -%}{%- endblock -%}
{%- block html_head_js_mathjax -%}{%- endblock -%}
{%- block html_head_js_mermaidjs -%}{%- endblock -%}
"""


def first_line(cell):
    """The first line of a cell that says something, for the progress line."""
    lines = [line for line in cell.source.splitlines() if line.strip()]
    return lines[0][:70] if lines else "(empty)"


def print_profiles(cell):
    """Print the plain-text table of every profile in the cell's outputs."""
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if PROFILE_TYPE in data:
            print("\n" + data.get("text/plain", "(the profile has no table)") + "\n", flush=True)


def progress(notebook):
    """Callbacks that print one line when a cell starts and its profiles when it has run."""
    total = len(notebook.cells)

    def started(cell, cell_index):
        if cell.cell_type == "code":
            print(f"• cell {cell_index + 1} of {total}: {first_line(cell)}", flush=True)

    def executed(cell, cell_index, execute_reply):
        print_profiles(cell)

    return {"on_cell_start": started, "on_cell_executed": executed}


def execute(notebook, folder):
    """Run every cell; return the error that stopped the run, or None."""
    client = NotebookClient(
        notebook,
        timeout=CELL_TIMEOUT_S,
        resources={"metadata": {"path": str(folder)}},
        **progress(notebook),
    )
    try:
        client.execute()
    except (CellExecutionError, NoSuchKernel, RuntimeError, TimeoutError) as error:
        return error
    return None


def run(notebook_path, folder):
    """Execute one notebook and write its HTML; return whether it ran to its end."""
    print(f"• {notebook_path.name}", flush=True)
    notebook = nbformat.read(notebook_path, as_version=4)
    error = execute(notebook, folder)
    html, _ = HTMLExporter(raw_template=PAGE).from_notebook_node(
        notebook, resources={"metadata": {"name": notebook_path.stem}}
    )
    (folder / f"{notebook_path.stem}.html").write_text(html, encoding="utf-8")
    if error is not None:
        print(f"{notebook_path.name}: {error}", file=sys.stderr)
    return error is None


def main(notebook_paths, folder):
    ran = [run(path, folder) for path in notebook_paths]
    return 0 if all(ran) else 1


if __name__ == "__main__":
    *notebooks, folder = map(Path, sys.argv[1:])
    sys.exit(main(notebooks, folder))
