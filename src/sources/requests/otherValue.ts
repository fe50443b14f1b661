/** OpenTelemetry's name for values that are none of the known ones. */
export const OTHER = '_OTHER';
