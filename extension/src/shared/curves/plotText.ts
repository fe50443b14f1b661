/** Characters that plotly would read as markup, a reference or a formula. */
const SPECIAL = /[&<>$%{}]/g;

/**
 * `text` as plotly shows it literally: its labels know a few HTML tags, and names are text of the
 * profile.
 */
export function plotText(text: string): string {
  return text.replace(SPECIAL, character => `&#${character.charCodeAt(0)};`);
}
