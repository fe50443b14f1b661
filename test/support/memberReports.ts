const LATE =
  / ?(?:worker thread|process) \d+ was recorded from [^:]+ on: until then it was not attached, was still starting or was busy\./g;

/** What is said of members but that they began late, as any of them may on a busy machine. */
export const besidesLateness = (message: string): string => message.replace(LATE, '').trim();
