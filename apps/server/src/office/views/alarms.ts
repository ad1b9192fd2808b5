import { operatorRoles, type OperatorRole } from '@touchline/contract/shapes/office';
import type { Today } from '@touchline/contract/shapes/office-views';
import type { Board } from '../../pricing/index.ts';
import type { Book } from '../../betting/index.ts';
import type { Cashier } from '../../payments/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import { channelIds } from '@touchline/contract/kinds';
import type { Office } from '../service.ts';

type Alarm = Today['alarms'][number];

export type AlarmModules = {
  wallet: Wallet;
  board: Board;
  stops: Book['events']['stops'];
  cashier: Cashier;
  office: { operators: Office['operators'] };
  /** The rails with differences at the last check. */
  rails: () => { at: Date | undefined; differing: readonly string[] };
};

/** Maximum of names in one alarm. */
const namesMax = 20;

const money: readonly OperatorRole[] = ['owner', 'cashier', 'auditor'];
const house: readonly OperatorRole[] = ['owner', 'auditor'];
const play: readonly OperatorRole[] = ['owner', 'trader', 'auditor'];

/** The current alarms that these roles may see. @param near the number of caps that are nearly used up */
export const readAlarms = async (
  { wallet, board, stops, cashier, office, rails }: AlarmModules,
  may: (roles: readonly OperatorRole[]) => boolean,
  near: number,
): Promise<Alarm[]> => {
  const breaches = await wallet.breaches();
  const silent = board.events().filter((event) => event.silent);
  const off = channelIds.filter((id) => !cashier.channels().some((channel) => channel.id === id));
  const isAlone = await office.operators.isOwnerAlone();
  const stop = await stops.ofAll();
  const { at, differing } = rails();
  const since = breaches.oldest === null ? {} : { since: breaches.oldest.toISOString() };
  const all: (Alarm & { roles: readonly OperatorRole[] })[] = [
    {
      alarm: 'ledger_breach',
      page: 'ledger',
      roles: money,
      count: breaches.total,
      names: breaches.invariants,
      ...since,
    },
    {
      alarm: 'betting_stopped',
      page: 'events',
      roles: operatorRoles,
      count: stop === undefined ? 0 : 1,
      names: [],
      since: stop?.stopped_at.toISOString(),
    },
    // A breach stops the withdrawals of its shard until it is closed.
    {
      alarm: 'payments_stopped',
      page: 'withdrawals',
      roles: money,
      count: breaches.shards,
      names: [],
      ...since,
    },
    {
      alarm: 'feed_silent',
      page: 'events',
      roles: play,
      count: silent.length,
      names: silent.map(({ home, away }) => `${home.name} – ${away.name}`),
    },
    {
      alarm: 'rail_off',
      page: 'rails',
      roles: money,
      count: off.length,
      names: off,
    },
    {
      alarm: 'rail_differs',
      page: 'rails',
      roles: money,
      count: differing.length,
      names: [...differing],
      since: at?.toISOString(),
    },
    { alarm: 'cap_near', page: 'risk', roles: play, count: near, names: [] },
    { alarm: 'owner_alone', page: 'operators', roles: house, count: isAlone ? 1 : 0, names: [] },
  ];
  return all
    .filter(({ roles, count }) => count > 0 && may(roles))
    .map(({ roles: _roles, names, ...alarm }) => ({ ...alarm, names: names.slice(0, namesMax) }));
};
