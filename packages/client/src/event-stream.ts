/** The part of a browser's `EventSource` that the live stream uses. */
export type StreamSource = {
  addEventListener: (kind: string, listener: (event: Event) => void) => void;
  close: () => void;
};

/** The event and data of one frame; undefined for a comment. */
const readFrame = (frame: string): { event: string; data: string } | undefined => {
  const data: string[] = [];
  let event = 'message';
  for (const line of frame.split('\n')) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') };
};

/**
 * Opens a stream of server-sent events by `fetch`, for Node, which has no `EventSource`. Dispatches `open`, one
 * `MessageEvent` by the name of each message, and `error` when the stream was refused or has ended; it does not
 * reconnect.
 */
export const openEventStream = (url: string): StreamSource => {
  const target = new EventTarget();
  const leaving = new AbortController();

  const read = async (): Promise<void> => {
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    const type = response.headers.get('content-type') ?? '';
    if (response.body === null || !response.ok || !type.startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw new Error(`no event stream, but ${response.status} ${type}`);
    }
    target.dispatchEvent(new Event('open'));
    let pending = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const frames = (pending + part.value.replaceAll('\r', '')).split('\n\n');
      pending = frames.pop() ?? '';
      for (const frame of frames) {
        const message = readFrame(frame);
        if (message === undefined) continue;
        target.dispatchEvent(new MessageEvent(message.event, { data: message.data }));
      }
    }
  };

  const end = (): void => {
    if (!leaving.signal.aborted) target.dispatchEvent(new Event('error'));
  };
  read().then(end, end);
  return {
    addEventListener: (kind, listener) => target.addEventListener(kind, listener),
    close: () => leaving.abort(),
  };
};
