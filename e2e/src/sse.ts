/** A message of a stream of server-sent events. */
type StreamMessage = { event: string; data: unknown };

export type Stream = {
  /** All messages so far, oldest first. */
  messages: readonly StreamMessage[];
  /** Leaves the stream. */
  close(): Promise<void>;
};

const readFrame = (frame: string): StreamMessage | undefined => {
  const lines = frame.split('\n');
  const of = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [event, data] = [of('event'), of('data')];
  return event === undefined || data === undefined ? undefined : { event, data: JSON.parse(data) };
};

/** Opens a stream of server-sent events. @throws when the answer is no such stream */
export const openStream = async (url: string): Promise<Stream> => {
  const leaving = new AbortController();
  const response = await fetch(url, { signal: leaving.signal });
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.startsWith('text/event-stream')) {
    throw new Error(`no stream, but ${response.status} ${type}: ${await response.text()}`);
  }
  const messages: StreamMessage[] = [];
  const text = response.body.pipeThrough(new TextDecoderStream());
  const read = async (): Promise<void> => {
    let waiting = '';
    for await (const chunk of text) {
      const frames = (waiting + chunk).split('\n\n');
      waiting = frames.pop() ?? '';
      messages.push(...frames.map(readFrame).filter((message) => message !== undefined));
    }
  };
  const reading = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    messages,
    close: async () => {
      leaving.abort();
      await reading;
    },
  };
};
