/** Does `act`, and the frames that it asks for at once, not with the next picture of the screen. */
export function runWithFrames(act: () => void): void {
  for (const callback of requestsOf(act)) callback(performance.now());
}

/** What `act` asks `requestAnimationFrame` for, kept from the browser. */
function requestsOf(act: () => void): FrameRequestCallback[] {
  const request = window.requestAnimationFrame.bind(window);
  const callbacks: FrameRequestCallback[] = [];
  window.requestAnimationFrame = callback => callbacks.push(callback);
  try {
    act();
  } finally {
    window.requestAnimationFrame = request;
  }
  return callbacks;
}
