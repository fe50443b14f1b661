/** A name and a value, by which readers of samples tell these apart. */
export type StackLabel = readonly [name: string, value: string];

/** The labels of a stack of CPU samples, by its row. */
export type LabelsOfStack = (stack: number) => readonly StackLabel[];
