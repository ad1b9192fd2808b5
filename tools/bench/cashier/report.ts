import type { Loaded } from '../lib/load.ts';
import { median, printTable, ratio } from '../lib/report.ts';
import type { Watched } from './run.ts';
import type { Size } from './site.ts';
import { variants, type Variant, type Withdrawn } from './withdrawals.ts';

type Cell = { perSecond: number; p50Ms: number; p99Ms: number; refused: number };

/** Medians of the turns; every refused call counts. */
const cellOf = (turns: readonly Loaded[]): Cell => ({
  perSecond: median(turns.map((one) => one.perSecond)),
  p50Ms: median(turns.map((one) => one.p50Ms)),
  p99Ms: median(turns.map((one) => one.p99Ms)),
  refused: turns.reduce((sum, one) => sum + one.refused, 0),
});

/** Prints the tables. @returns all figures */
export const report = ({
  size,
  withdrawn,
  recharged,
  paid,
  watched,
}: {
  size: Size;
  withdrawn: Withdrawn;
  recharged: { created: readonly Loaded[]; kept: number };
  paid: { credited: readonly Loaded[]; kept: number };
  watched: Watched;
}): object => {
  const withdrawals = Object.fromEntries(
    variants.map((variant) => [variant, cellOf(withdrawn.rounds.map((round) => round[variant]))]),
  );
  const toPeer = (peer: Variant): number =>
    median(withdrawn.rounds.map((round) => ratio(round.server.perSecond, round[peer].perSecond)));
  const ratios = { toSameRows: toPeer('same-rows'), toPlain: toPeer('plain') };
  const [created, credited] = [cellOf(recharged.created), cellOf(paid.credited)];

  const cells: [string, Cell, string | number][] = [
    ['withdrawals, server', cellOf(withdrawn.rounds.map(({ server }) => server)), 1],
    [
      'withdrawals, same rows',
      cellOf(withdrawn.rounds.map((round) => round['same-rows'])),
      ratios.toSameRows,
    ],
    ['withdrawals, plain', cellOf(withdrawn.rounds.map(({ plain }) => plain)), ratios.toPlain],
    ['recharges begun', created, '–'],
    ['payments credited', credited, '–'],
  ];
  printTable(
    [
      `cashier, ${size.turn.connections} connections`,
      'per second',
      'p50 ms',
      'p99 ms',
      'refused',
      'server ÷ it',
    ],
    cells.map(([name, { perSecond, p50Ms, p99Ms, refused }, over]) => [
      name,
      perSecond,
      p50Ms,
      p99Ms,
      refused,
      over,
    ]),
  );
  console.log('');
  printTable(
    ['chain watcher', 'blocks/s', 'deposits', 'MB of the set', 'RSS MB peak'],
    [
      [
        `catching up, ${watched.addresses} addresses`,
        watched.catchUpPerSecond,
        watched.deposits,
        watched.setMb,
        watched.peakMb,
      ],
      ['block by block', watched.headPerSecond, '', '', ''],
    ],
  );
  console.log(`\nmedians of ${size.rounds} rounds of ${size.turn.seconds} s`);
  for (const variant of variants) {
    const { acknowledged, rows } = withdrawn.kept[variant];
    console.log(
      `${variant}: ${acknowledged} withdrawals acknowledged, ${rows} in the ledger, which agrees with itself`,
    );
  }
  console.log(
    `${recharged.kept} recharges and ${paid.kept} payments acknowledged, all there, each credited once`,
  );
  return {
    bench: 'cashier',
    ...size,
    withdrawals,
    ratios,
    created,
    credited,
    watcher: watched,
    kept: { withdrawals: withdrawn.kept, recharges: recharged.kept, payments: paid.kept },
  };
};
