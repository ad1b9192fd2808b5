import { costOf } from '../lib/clocks.ts';
import type { Read } from '../office/read.ts';
import { officeReads } from '../office/reads.ts';
import { fillOffice, serveOffice } from '../office/site.ts';
import { emptyPost, plainStatement } from './peers.ts';
import type { Costs, OpenSubject } from './subject.ts';

const size = { members: 2_000, bets: 10_000, matches: 60, days: 30, openPercent: 67 };
/** How often each list and view is read in a turn. */
const times = 4;
const closedDays = 2;

/** Every list and view of the office over a small filled database, by who reads it. */
export const openOffice: OpenSubject = async (cluster) => {
  const filled = await fillOffice(cluster, size, closedDays);
  const { ask, pid, stop } = await serveOffice(filled);
  const groups = Object.entries(await officeReads(ask));
  const names = { server: pid, placingName: '' };
  const readAll = async (reads: readonly Read[]): Promise<number> => {
    for (let time = 0; time < times; time++) {
      for (const { name, input } of reads) await ask(name, input);
    }
    return reads.length * times;
  };
  const turn = async (): Promise<Costs> => {
    const costs: Record<string, number> = {};
    for (const [group, reads] of groups) {
      const cost = await costOf(filled.database.pool, names, () => readAll(reads));
      costs[`${group}, server`] = cost.server;
      costs[`${group}, database`] = cost.background;
    }
    return costs;
  };
  await turn();
  return {
    peers: Object.fromEntries(
      groups.flatMap(([group]) => [
        [`${group}, server`, emptyPost],
        [`${group}, database`, plainStatement],
      ]),
    ),
    turn,
    async close() {
      await stop();
      await filled.database.close();
    },
  };
};
