/** True for the name of this very machine, as `URL.hostname` has it. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/**
 * `text` as the address of a page that data may be handed to: `https`, or `http` on this very
 * machine, and no password in it. Null for anything else.
 */
export function safeAddress(text: string): URL | null {
  const address = parse(text);
  if (address === null || address.username !== '' || address.password !== '') return null;
  const { protocol, hostname } = address;
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe ? address : null;
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
