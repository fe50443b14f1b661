/** A piece of work of known size, while it goes on. */
export interface Progress {
  /** So many pieces more are done; 1 unless given. */
  advance(pieces?: number): void;
  /** Takes the bar away. Safe to call twice. */
  end(): void;
}

/** Shows nothing. */
export const NO_PROGRESS: Progress = { advance: () => undefined, end: () => undefined };

/** The bar of work that tells how many of all pieces are done, from 0 on; `begin` shows it once their number is known. */
export function progressOf(
  begin: (total: number) => Progress
): (done: number, total: number) => void {
  let bar: Progress | null = null;
  return (done, total) => {
    if (done === 0) bar = begin(total);
    else bar?.advance();
    if (done === total) bar?.end();
  };
}

/** The terminal on which a bar is drawn. */
export interface ProgressPlace {
  readonly write: (text: string) => void;
  /** Width of the terminal, characters. */
  readonly columns: number;
}

const BAR_LENGTH = 24;

/** Goes to the beginning of the line and clears it. */
const CLEAR_LINE = '\r\u001b[2K';

/** A bar on one line of a terminal: `title ██████░░░░ 12/64`. */
export function progressBar(title: string, total: number, place: ProgressPlace): Progress {
  const { write, columns } = place;
  let done = 0;
  let hasEnded = false;
  const draw = (): void => {
    const full = total === 0 ? BAR_LENGTH : Math.floor((done / total) * BAR_LENGTH);
    const bar = '█'.repeat(full) + '░'.repeat(BAR_LENGTH - full);
    const line = `${title} ${bar} ${done}/${total}`;
    write(`${CLEAR_LINE}${line.slice(0, Math.max(0, columns - 1))}`);
  };
  draw();
  return {
    advance: (pieces = 1) => {
      done = Math.min(total, done + pieces);
      if (!hasEnded) draw();
    },
    end: () => {
      if (!hasEnded) write(CLEAR_LINE);
      hasEnded = true;
    }
  };
}
