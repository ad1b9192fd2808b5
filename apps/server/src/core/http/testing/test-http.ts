import { paths } from '@touchline/contract/paths';
import type { FastifyInstance } from 'fastify';
import { LiveHub } from '../../live/hub.ts';
import { readConfig } from '../../config/config.ts';
import { createLog } from '../../logging/log.ts';
import { Refused } from '../../refusal.ts';
import { createApp, type AppOptions } from '../app.ts';
import type { Handlers, Member, Operator } from '../../handler.ts';

export const testSecret = new Uint8Array(32).fill(7);

const nowhere = (): Promise<never> => Promise.reject(new Refused('not_found'));

/** Handlers of which each refuses, with some replaced. */
export const testHandlers = (given: Partial<Handlers>): Handlers =>
  Object.assign(Object.create(null), ...Object.keys(paths).map((name) => ({ [name]: nowhere })), given);

export const testMember: Member = { id: '0197a000-0000-7000-8000-000000000001', shard: 3, sessionId: 's1' };

const testOperator: Operator = {
  id: '0197a000-0000-7000-8000-000000000002',
  account: 'ann',
  roles: ['auditor'],
  sessionId: 's2',
};

/**
 * The whole HTTP side over given handlers; the token "good" is signed in, "old" has expired; the office token "auditor" is
 * an operator of that role.
 */
export const testHttp = async (
  handlers: Partial<Handlers>,
  options: Partial<AppOptions> = {},
  env: Record<string, string> = {},
): Promise<FastifyInstance & { live: LiveHub }> => {
  const live = options.live ?? new LiveHub({ secret: testSecret });
  const app = await createApp({
    config: readConfig(env),
    log: createLog('silent'),
    handlers: testHandlers(handlers),
    auth: {
      verify: (token) => {
        if (token === 'good') return testMember;
        throw new Refused(token === 'old' ? 'token_expired' : 'sign_in');
      },
    },
    officeAuth: {
      verify: (token) =>
        token === 'auditor' ? Promise.resolve(testOperator) : Promise.reject(new Refused('sign_in')),
    },
    live,
    isReady: () => true,
    currency: 'PLAY',
    checkAnswers: true,
    ...options,
  });
  return Object.assign(app, { live });
};
