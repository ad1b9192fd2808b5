import { pino, type Logger } from 'pino';

export type Log = Logger;

/** The server's log: JSON lines on standard error, without tokens or passwords. */
export const createLog = (level: string): Log =>
  pino(
    {
      level,
      redact: {
        paths: ['req.headers["ba-user-token"]', '*.password', '*.token', '*.refreshToken'],
        censor: '[hidden]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
