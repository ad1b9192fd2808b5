import { formatOdds } from '@touchline/money/odds';
import { formatAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { potential } from '@touchline/money/payout';
import { newId, transaction } from '@touchline/server/tools/database';
import { duplicateWindow, readOrder } from '@touchline/server/tools/placing';
import { Refused, type Handler } from '@touchline/server/tools/site';
import type pg from 'pg';

/**
 * The peer: the same bet in the same tables, in its own transaction and with a statement for each step, as most
 * servers would write it. All named, so that none is planned twice.
 */
export const placePerBet =
  (pool: pg.Pool): Handler<'orderAdd'> =>
  async (input, { member }) => {
    const { legs, unitMinor: stake, requestHash, slipHash } = readOrder(input, currencies.PLAY);
    const [leg] = legs;
    if (!leg) throw new Refused('validation');
    const owner = [member.shard, member.id];
    const id = newId();
    const window = duplicateWindow(Date.now());
    return transaction(pool, async (client) => {
      const market = await client.query<{
        odds: number;
        version: number;
        home: string;
        away: string;
        kick_off: Date;
        twice: boolean;
      }>({
        name: 'peer-market',
        text: `select m.odds_milli[array_position(m.selections, $4)] as odds, m.version, e.home_id as home,
                 e.away_id as away, e.kick_off,
                 exists (select from bet b where b.shard = $5 and b.member_id = $6 and b.id >= $7 and b.slip_hash = $8
                   and b.placed_at > now() - $9::int * interval '1 millisecond') as twice
               from market m join event e on e.id = m.event_id
               where m.event_id = $1 and m.market = $2 and m.line = $3 and m.state = 'open' and e.kick_off > now()`,
        values: [leg.event, leg.market, leg.line, leg.selection, ...owner, window.from, slipHash, window.ms],
      });
      const [priced] = market.rows;
      if (!priced) throw new Refused('closed');
      if (priced.odds !== leg.oddsMilli) throw new Refused('price_changed');
      if (priced.twice) throw new Refused('duplicate');
      const key = await client.query({
        name: 'peer-key',
        text: `insert into operation
                 (shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome)
               values ($1, $2, $3, $4, 'stake', $5, 0, 'stakes', $6, 'applied') on conflict do nothing`,
        values: [...owner, input.key, requestHash, -stake, id],
      });
      if (key.rowCount !== 1) throw new Refused('key_reused');
      const wallet = await client.query<{
        available: bigint;
        held: bigint;
        version: bigint;
        currency: string;
      }>({
        name: 'peer-wallet',
        text: `update wallet set available = available - $3, version = version + 1
               where shard = $1 and member_id = $2 and available >= $3
               returning available, held, version, currency`,
        values: [...owner, stake],
      });
      const [after] = wallet.rows;
      if (!after) throw new Refused('insufficient');
      await client.query({
        name: 'peer-entry',
        text: `insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account,
                 available_after, held_after, ref)
               values ($1, $2, $3, $4, 'stake', $5, $6, 'stakes', $7, $8, $9)`,
        values: [...owner, after.version, input.key, after.currency, -stake, after.available, after.held, id],
      });
      const pays = potential(stake, [priced.odds]);
      const bet = await client.query<{ placed_at: Date }>({
        name: 'peer-bet',
        text: `insert into bet (shard, member_id, id, type, lines, currency, unit, stake, odds_milli, potential, rules,
                 slip_hash)
               values ($1, $2, $3, 'single', 1, $4, $5, $5, $6, $7, '1', $8) returning placed_at`,
        values: [...owner, id, after.currency, stake, priced.odds, pays, slipHash],
      });
      await client.query({
        name: 'peer-leg',
        text: `insert into leg (shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version)
               values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9)`,
        values: [...owner, id, leg.event, leg.market, leg.line, leg.selection, priced.odds, priced.version],
      });
      const team = (short: string) => ({
        id: short,
        name: short,
        short,
        colours: ['#000000', '#ffffff'] satisfies [string, string],
      });
      const odds = formatOdds(priced.odds);
      return {
        id,
        type: 'single',
        lines: 1,
        unit: input.stake,
        state: 'waiting',
        stake: input.stake,
        odds,
        potential: formatAmount(pays, 2),
        rules: '1',
        receipt: null,
        placedAt: bet.rows[0]?.placed_at.toISOString() ?? '',
        legs: [
          {
            event: leg.event,
            home: team(priced.home),
            away: team(priced.away),
            market: leg.market,
            kickOff: priced.kick_off.toISOString(),
            selection: leg.selection,
            odds,
            state: 'waiting',
          },
        ],
      };
    });
  };
