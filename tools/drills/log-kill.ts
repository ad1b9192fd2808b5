import { killDuringBets, type KillFigures } from '../../tests/machines/log-kill.ts';
import { printTable, progress } from '../bench/lib/report.ts';

/** Kills servers and their database during bets, and holds what was promised against the log that is left. */
export const logKill = async ({ rounds, seed }: { rounds: number; seed: number }): Promise<KillFigures> => {
  const figures = await killDuringBets({ rounds, seed, say: progress });
  const { kills } = figures;
  printTable(
    ['log-kill', ''],
    [
      ['seed', seed],
      ['rounds', rounds],
      ['seconds', figures.seconds],
      ['servers killed', kills.servers],
      ...Object.entries(kills.failpoints).map(([name, count]): [string, number] => [
        `killed at ${name}`,
        count,
      ]),
      ['databases killed', kills.databases],
      ['changes of the key', figures.keys - 1],
      ['of which killed on the way', kills.tools],
      ['bets', figures.bets],
      ['calls without an answer', figures.unheard],
      ['answers without a receipt', figures.late],
      ['receipts whose entries are in the log', figures.receipts],
      ['entries', figures.entries],
      ['checkpoints seen', figures.checkpoints],
      ['sizes, each grown from the one before', figures.sizes],
    ],
  );
  return figures;
};
