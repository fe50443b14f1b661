/**
 * Puts text on the clipboard; false when the browser does not let it. Browsers keep the newer
 * interface from pages on plain http, so the older one is tried where it is missing or refused.
 * Call it in the event of a click or a key.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = event.clipboardData !== null;
  };
  document.addEventListener('copy', onCopy, true);
  try {
    return document.execCommand('copy') && isCopied;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', onCopy, true);
  }
}
