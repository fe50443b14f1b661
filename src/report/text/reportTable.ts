/** A table of a report, before it becomes text, Markdown or HTML. */
export interface ReportTable {
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  /** Texts as they are in the profiles: not printable yet. */
  readonly rows: readonly (readonly string[])[];
  /** Rows there are beyond those in `rows`. */
  readonly hidden: number;
}

/** A column of a {@link ReportTable}. */
export interface ReportColumn {
  readonly heading: string;
  readonly align: 'left' | 'right';
}
