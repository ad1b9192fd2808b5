import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { isDatabaseAway, isSlow } from './faults.ts';
import { traceFields } from './spans.ts';

export type Log = Logger;

/** Failures with one cause come by the hundred: the log has the first, and then their number at intervals. */
const sumUpMs = 10_000;

const causes = {
  away: 'the database is not reachable',
  slow: 'the database takes too long',
} as const;
type Cause = keyof typeof causes;

const causeOf = ([first]: Parameters<LogFn>): Cause | undefined => {
  const error: unknown = typeof first === 'object' && first !== null && 'err' in first ? first.err : first;
  if (isDatabaseAway(error)) return 'away';
  return isSlow(error) ? 'slow' : undefined;
};

/** Lets the first line of each cause pass as it is, and sums up those that follow until a while passes without any. */
const createSums = (everyMs: number) => {
  const running = new Map<Cause, number>();
  return (log: Logger, cause: Cause): 'first' | 'counted' => {
    const count = running.get(cause);
    running.set(cause, (count ?? 0) + 1);
    if (count !== undefined) return 'counted';
    const sumUp = (): void => {
      const failures = running.get(cause) ?? 0;
      if (failures === 0) {
        running.delete(cause);
        clearInterval(timer);
        log.warn({ cause }, `${causes[cause]}: over`);
        return;
      }
      running.set(cause, 0);
      log.error({ cause, failures }, `${causes[cause]}: ${failures} failures`);
    };
    const timer = setInterval(sumUp, everyMs);
    timer.unref();
    // The first failure has its own line.
    running.set(cause, 0);
    return 'first';
  };
};

/**
 * The server's log: JSON lines on standard error, without tokens or passwords. While the database is away,
 * its failures are logged once and then summed up.
 * @param options.to where the lines go
 * @param options.everyMs how often failures are summed up
 */
export const createLog = (
  level: string,
  {
    to = pino.destination({ dest: 2, sync: false }),
    everyMs = sumUpMs,
  }: { to?: DestinationStream; everyMs?: number } = {},
): Log => {
  const sum = createSums(everyMs);
  return pino(
    {
      level,
      mixin: () => traceFields(),
      redact: {
        paths: ['req.headers["ba-user-token"]', '*.password', '*.token', '*.refreshToken'],
        censor: '[hidden]',
      },
      hooks: {
        logMethod(args, method, atLevel) {
          const cause = causeOf(args);
          if (cause !== undefined && sum(this, cause) === 'counted') return;
          if (cause !== undefined) this[atLevel >= 50 ? 'error' : 'warn']({ cause }, causes[cause]);
          method.apply(this, args);
        },
      },
    },
    to,
  );
};
