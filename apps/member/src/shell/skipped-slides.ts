/** A page that is left while it still slides in ends its slide early: the browser calls that a failure, and it is none. */
export const allowSkippedSlides = (): void => {
  addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason;
    const isSkipped = reason instanceof DOMException && reason.name === 'AbortError';
    if (isSkipped && reason.message.startsWith('Transition was skipped')) event.preventDefault();
  });
};
