import { setTimeout as wait } from 'node:timers/promises';
import { maskRecipient } from '../../apps/server/src/platform/mask.ts';
import type { Server } from './server.ts';

const patienceMs = 30_000;

/** The codes of a site that sends nothing, as it prints them for its operator. */
export const outbox = (server: Pick<Server, 'log'>) => {
  const seen = new Set<number>();
  return {
    /** The newest code for an address that was not asked for before; waits until there is one. */
    async code(to: string): Promise<string> {
      const begin = `Code for ${maskRecipient(to)}: `;
      for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 100) {
        const lines = server.log().split('\n');
        const at = lines.findLastIndex((line, nth) => line.startsWith(begin) && !seen.has(nth));
        if (at >= 0) {
          seen.add(at);
          return lines[at]?.slice(begin.length, begin.length + 6) ?? '';
        }
        await wait(100);
      }
      throw new Error(`no code went to ${to}`);
    },
  };
};
