/** One reading of the server's `/metrics`. */
export type ServerFigures = { megabytes: number; streams: number; lagMs: number };

const valueOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);

/** Reads the figures of a server. @returns undefined where they cannot be read */
export const readServer = async (url: string): Promise<ServerFigures | undefined> => {
  try {
    const text = await (await fetch(url, { signal: AbortSignal.timeout(5_000) })).text();
    return {
      megabytes: valueOf(text, 'process_resident_memory_bytes') / 1e6,
      streams: valueOf(text, 'touchline_live_streams'),
      lagMs: valueOf(text, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
    };
  } catch {
    return undefined;
  }
};
