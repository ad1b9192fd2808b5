import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { isDatabaseAway, isSlow } from '../database/faults.ts';
import { Refused } from '../refusal.ts';
import { traceFields } from './spans.ts';

export type Log = Logger;

/** Failures with one cause come by the hundred: the log has the first, and then their number at intervals. */
const sumUpMs = 10_000;

const causes = {
  away: 'the database is not reachable',
  slow: 'the database takes too long',
  busy: 'the server refuses calls that it cannot take',
} as const;
type Cause = keyof typeof causes;

const causeOf = ([first]: Parameters<LogFn>): Cause | undefined => {
  const error: unknown = typeof first === 'object' && first !== null && 'err' in first ? first.err : first;
  if (isDatabaseAway(error)) return 'away';
  if (isSlow(error)) return 'slow';
  return error instanceof Refused && error.reason === 'unavailable' ? 'busy' : undefined;
};

/** Requests that a sum names at most: members may ask about any of them. */
const requestsMax = 200;

const requestIdOf = ([first]: Parameters<LogFn>): string[] => {
  const id: unknown =
    typeof first === 'object' && first !== null && 'requestId' in first ? first.requestId : undefined;
  return typeof id === 'string' ? [id] : [];
};

/**
 * Lets the first line of each cause pass as it is, and sums up those that follow until a while passes without any. Sums name the
 * requests that failed.
 */
const createSums = (everyMs: number) => {
  const running = new Map<Cause, { failures: number; requestIds: string[] }>();
  return (log: Logger, cause: Cause, requestIds: readonly string[]): 'first' | 'counted' => {
    const known = running.get(cause);
    if (known !== undefined) {
      known.failures += 1;
      if (known.requestIds.length < requestsMax) known.requestIds.push(...requestIds);
      return 'counted';
    }
    const sumUp = (): void => {
      const { failures, requestIds: of } = running.get(cause) ?? { failures: 0, requestIds: [] };
      if (failures === 0) {
        running.delete(cause);
        clearInterval(timer);
        log.warn({ cause }, `${causes[cause]}: over`);
        return;
      }
      running.set(cause, { failures: 0, requestIds: [] });
      const named = of.length === 0 ? {} : { requestIds: of };
      log.error({ cause, failures, ...named }, `${causes[cause]}: ${failures} failures`);
    };
    const timer = setInterval(sumUp, everyMs);
    timer.unref();
    // The first failure has its own line.
    running.set(cause, { failures: 0, requestIds: [] });
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
          if (cause !== undefined && sum(this, cause, requestIdOf(args)) === 'counted') return;
          if (cause !== undefined) this[atLevel >= 50 ? 'error' : 'warn']({ cause }, causes[cause]);
          method.apply(this, args);
        },
      },
    },
    to,
  );
};

/** An address or number where the whole of it is not needed: "a***@example.org", "+44***56". */
export const maskRecipient = (to: string): string => {
  const at = to.lastIndexOf('@');
  if (at > 0) return `${Array.from(to)[0] ?? ''}***${to.slice(at)}`;
  return `${to.slice(0, 3)}***${to.slice(-2)}`;
};
