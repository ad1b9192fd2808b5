import type { RouteName } from '@touchline/contract/paths';
import type { Ask, Input } from './ask.ts';

/** Something operators read: by which call, with what, and how long it may take. */
export type Read = { what: string; name: RouteName; input: Input; aimMs: number };

const listMs = 100;
const exposureMs = 200;
/** As deep as somebody would turn pages by hand. */
const deep = 50;

/** The first id in the list of an answer. */
const firstId = (data: unknown, key = 'list'): string => {
  const list: unknown =
    typeof data === 'object' && data !== null
      ? Object.entries(data).find(([name]) => name === key)?.[1]
      : undefined;
  const [first]: unknown[] = Array.isArray(list) ? list : [];
  const found = typeof first === 'object' && first !== null ? idOf(first) : undefined;
  if (found === undefined) throw new Error(`no id in ${JSON.stringify(data).slice(0, 200)}`);
  return found;
};
const idOf = (row: object): string | undefined => {
  if ('id' in row && typeof row.id === 'string') return row.id;
  const inner: unknown = 'event' in row ? row.event : undefined;
  return typeof inner === 'object' && inner !== null ? idOf(inner) : undefined;
};

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Every list and view of the office, first pages, deep ones and filtered ones. */
export const officeReads = async (ask: Ask): Promise<Read[]> => {
  const event = firstId((await ask('officeExposureList', {})).data, 'events');
  const over = firstId((await ask('officeEventList', { state: 'finished' })).data);
  const member = firstId((await ask('officeMemberList', { page: deep })).data);
  const [month, quarter, today] = [dayBefore(30), dayBefore(90), dayBefore(0)];
  const read = (what: string, name: RouteName, input: Input = {}, aimMs = listMs): Read => ({
    ...{ what, name, input, aimMs },
  });
  return [
    read('the day', 'officeToday'),
    read('matches', 'officeEventList'),
    read('matches over', 'officeEventList', { state: 'finished', page: 5 }),
    read('matches of a team', 'officeEventList', { q: 'load' }),
    read('a match to come', 'officeEventDetail', { id: event }),
    read('a match that is over', 'officeEventDetail', { id: over }),
    read('stops', 'officeStopList'),
    read('exposure by match', 'officeExposureList', {}, exposureMs),
    read('exposure of a match', 'officeExposureEvent', { id: event }, exposureMs),
    read('exposure after a half', 'officeExposureEvent', { id: event, ht: '1-0' }, exposureMs),
    read('biggest bets', 'officeBigBets'),
    read(`biggest bets, page ${deep}`, 'officeBigBets', { page: deep }),
    read('members', 'officeMemberList', { limit: 100 }),
    read(`members, page ${deep}`, 'officeMemberList', { limit: 100, page: deep }),
    read('a name', 'officeMemberFind', { q: 'load00500' }),
    read('a member', 'officeMemberDetail', { member }),
    read('bets of a member', 'officeMemberBets', { member }),
    read('money of a member', 'officeMemberMoney', { member }),
    read('recharges', 'officeRechargeList'),
    read('withdrawals', 'officeWithdrawList', { queue: 'ended' }),
    read('names', 'officeIdentityList'),
    read('corrections', 'officeAdjustmentList'),
    read('rails', 'officeRailList'),
    read('flags', 'officeTeamFlagList'),
    read('content', 'officeContentList'),
    read('messages out', 'officeOutboxList'),
    read('operators', 'officeOperatorList'),
    read('the log', 'officeAuditList'),
    read('words of the log', 'officeAuditList', { q: 'operator' }),
    read('accounts', 'officeLedgerAccounts'),
    read('trial balance', 'officeTrialBalance'),
    read('trial balance of a moment', 'officeTrialBalance', { at: `${month}T12:34:56.000Z` }),
    read('ledger by day', 'officeLedgerDays', { from: quarter, to: today }),
    read('entries of a day', 'officeLedgerEntries', { day: month, limit: 100 }),
    read('stakes of a day', 'officeLedgerEntries', { day: month, kind: 'stake', limit: 100 }),
    read('entries of a member', 'officeLedgerEntries', { member }),
    read('report of 30 days', 'officeReportDays', { from: month, to: today }),
    read('report of 90 days', 'officeReportDays', { from: quarter, to: today }),
    read('report by competition', 'officeReportCompetitions', { from: quarter, to: today }),
  ];
};
