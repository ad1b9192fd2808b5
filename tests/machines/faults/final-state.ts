import pg from 'pg';

/** A bet as recorded, amounts in minor units. */
export type FinalBet = {
  id: string;
  account: string;
  /** Under which it was asked for. */
  key: string;
  stake: bigint;
  potential: bigint;
  state: 'open' | 'win' | 'lose' | 'refund';
  payout: bigint | null;
  cashedStake: bigint;
  cashOut: bigint;
  /** What a correction could not take back. */
  lost: bigint;
  /** Its stake went back to a member who was excluded. */
  isReturned: boolean;
  legs: { event: string; market: string; selection: string; oddsMilli: bigint }[];
};

/** A movement of a wallet. */
export type FinalEntry = {
  account: string;
  version: number;
  key: string;
  kind: string;
  amount: bigint;
  heldChange: bigint;
  ref: string | null;
  availableAfter: bigint;
};

/** What the database has when a run is over, read past the servers. */
export type FinalState = {
  wallets: { account: string; member: string; available: bigint; held: bigint }[];
  bets: FinalBet[];
  entries: FinalEntry[];
  withdrawals: { id: string; account: string; key: string; amount: bigint; fee: bigint; state: string }[];
  recharges: {
    id: string;
    account: string;
    key: string;
    channel: string;
    amount: bigint;
    credited: bigint;
  }[];
  payments: {
    rail: string;
    ref: string;
    account: string;
    recharge: string;
    gross: bigint;
    fee: bigint;
    credited: bigint;
    state: string;
  }[];
  /** What counts for each match: its score, or that all bets on it are void. */
  matches: { event: string; ft: string | null; isVoid: boolean }[];
};

const milliOf = (value: unknown): bigint => BigInt(String(value));

/** Reads all records in one snapshot. @param url connection string of the owner */
export const readFinalState = async (url: string): Promise<FinalState> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const rows = async (text: string): Promise<Record<string, unknown>[]> => (await client.query(text)).rows;
    const text = (value: unknown): string => String(value);
    const legs = Map.groupBy(
      await rows('select bet_id, event_id, market, selection, odds_milli from bet_leg order by bet_id, n'),
      ({ bet_id: id }) => text(id),
    );
    const bets = await rows(
      `select b.id, m.account, coalesce(e.key, '') as key, b.stake, b.potential, b.state, b.payout, b.cashed_stake, b.cash_out, b.lost,
         b.returned_at is not null as returned
       from bet b join member m on m.id = b.member_id
       left join entry e on e.shard = b.shard and e.member_id = b.member_id and e.ref = b.id and e.kind = 'stake'`,
    );
    const entries = await rows(
      `select m.account, e.version, e.key, e.kind, e.amount, e.held_change, e.ref, e.available_after
       from entry e join member m on m.id = e.member_id order by m.account, e.version`,
    );
    const wallets = await rows(
      'select m.account, m.id, w.available, w.held from wallet w join member m on m.id = w.member_id',
    );
    const withdrawals = await rows(
      'select w.id, m.account, w.key, w.amount, w.fee, w.state from withdrawal w join member m on m.id = w.member_id',
    );
    const recharges = await rows(
      `select r.id, m.account, r.key, r.channel, r.amount, r.credited from recharge r join member m on m.id = r.member_id`,
    );
    const payments = await rows(
      `select p.rail, p.ref, m.account, p.recharge_id, p.gross, p.fee, p.credited, p.state
       from payment p join member m on m.id = p.member_id`,
    );
    const matches = await rows(
      `select s.event_id, r.ft_home || '-' || r.ft_away as ft,
         exists (select from void_rule v where v.event_id = s.event_id and v.market is null and v.undone_version is null) as void
       from standing s left join ruling u on u.event_id = s.event_id and u.version = s.ruling
       left join result r on r.event_id = u.event_id and r.version = u.result_version`,
    );
    return {
      wallets: wallets.map((row) => ({
        account: text(row['account']),
        member: text(row['id']),
        available: milliOf(row['available']),
        held: milliOf(row['held']),
      })),
      bets: bets.map((row) => ({
        id: text(row['id']),
        account: text(row['account']),
        key: text(row['key']),
        stake: milliOf(row['stake']),
        potential: milliOf(row['potential']),
        state: stateOf(row['state']),
        payout: row['payout'] === null ? null : milliOf(row['payout']),
        cashedStake: milliOf(row['cashed_stake']),
        cashOut: milliOf(row['cash_out']),
        lost: milliOf(row['lost']),
        isReturned: row['returned'] === true,
        legs: (legs.get(text(row['id'])) ?? []).map((leg) => ({
          event: text(leg['event_id']),
          market: text(leg['market']),
          selection: text(leg['selection']),
          oddsMilli: milliOf(leg['odds_milli']),
        })),
      })),
      entries: entries.map((row) => ({
        account: text(row['account']),
        version: Number(row['version']),
        key: text(row['key']),
        kind: text(row['kind']),
        amount: milliOf(row['amount']),
        heldChange: milliOf(row['held_change']),
        ref: row['ref'] === null ? null : text(row['ref']),
        availableAfter: milliOf(row['available_after']),
      })),
      withdrawals: withdrawals.map((row) => ({
        id: text(row['id']),
        account: text(row['account']),
        key: text(row['key']),
        amount: milliOf(row['amount']),
        fee: milliOf(row['fee']),
        state: text(row['state']),
      })),
      recharges: recharges.map((row) => ({
        id: text(row['id']),
        account: text(row['account']),
        key: text(row['key']),
        channel: text(row['channel']),
        amount: milliOf(row['amount']),
        credited: milliOf(row['credited']),
      })),
      payments: payments.map((row) => ({
        rail: text(row['rail']),
        ref: text(row['ref']),
        account: text(row['account']),
        recharge: text(row['recharge_id']),
        gross: milliOf(row['gross']),
        fee: milliOf(row['fee']),
        credited: milliOf(row['credited']),
        state: text(row['state']),
      })),
      matches: matches.map((row) => ({
        event: text(row['event_id']),
        ft: row['ft'] === null ? null : text(row['ft']),
        isVoid: row['void'] === true,
      })),
    };
  } finally {
    await client.end();
  }
};

const stateOf = (value: unknown): FinalBet['state'] => {
  if (value === 'open' || value === 'win' || value === 'lose' || value === 'refund') return value;
  throw new Error(`a bet is ${String(value)}`);
};
