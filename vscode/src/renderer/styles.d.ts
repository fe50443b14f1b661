/** A style sheet with all that it imports, as text. */
declare module '*.css' {
  export const styles: string;
}
