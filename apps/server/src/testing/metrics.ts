import { createServer } from 'node:net';

/** A line of `/metrics`: its name, its labels and its value. */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number };

/** A free port of this machine. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('No port')),
      );
    });
  });

/** Reads the text that Prometheus reads. @throws on a line that it could not read */
export const readSamples = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`No line of metrics: ${line}`);
      return {
        name,
        labels: Object.fromEntries(
          [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', of = '']) => [
            label,
            of,
          ]),
        ),
        value: Number(value),
      };
    });
