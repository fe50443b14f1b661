import { ProfilePage } from './profilePage';

/** The functions that VS Code gives to pages of editors. */
declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

/** The entry of the page of a file. Everything that draws is loaded while the file comes. */
const host = acquireVsCodeApi();
new ProfilePage({
  place: document.body,
  reader: document.body.dataset.reader ?? '',
  post: message => host.postMessage(message)
});
