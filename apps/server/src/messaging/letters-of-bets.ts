import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { CashOutRules, Records, SettledNews, SettledNow, SettledShard } from '../betting/index.ts';
import type { Letter } from '../core/events.ts';
import type { Owner } from '../core/owner.ts';

/** Parts of settlements in one turn, and sales. */
const atOnce = 50;
/** Letters in one statement. */
const lettersAtOnce = 500;

/** The page that shows a bet. */
export const betLink = (betId: string): string => `/pages/gamerecord/gamerecord?bet=${betId}`;
const betsLink = '/pages/gamerecord/gamerecord';

/** A match of a bet by its teams, and how many more there are; the reader's language names them. */
export const matchOf = (bet: Bet | undefined, eventId?: string): Letter['fields'] => {
  const leg = bet?.legs.find(({ event }) => event === eventId) ?? bet?.legs[0];
  if (bet === undefined || leg === undefined) return {};
  const { home, away } = leg;
  const more = new Set(bet.legs.map(({ event }) => event)).size - 1;
  return {
    home: home.name,
    away: away.name,
    homeFlag: home.flag,
    awayFlag: away.flag,
    more: more === 0 ? undefined : String(more),
  };
};

/**
 * Writes a member one letter about all bets that one settlement has decided, and one about each automatic cash-out. Each is written
 * once: the inbox keeps one letter about the same subject, and the settlement is marked as notified after that. Another server finishes
 * what a killed one had begun. Bets that are settled again get letters of their own.
 */
export class BetLetters {
  readonly #settled: SettledNews;
  readonly #rules: Pick<CashOutRules, 'unnotified' | 'markNotified'>;
  readonly #records: Pick<Records, 'byKeys'>;
  readonly #writeAll: (letters: readonly (Owner & Letter)[]) => Promise<unknown>;
  readonly #scale: number;

  constructor({
    settled,
    rules,
    records,
    writeAll,
    currency,
  }: {
    settled: SettledNews;
    rules: Pick<CashOutRules, 'unnotified' | 'markNotified'>;
    records: Pick<Records, 'byKeys'>;
    writeAll: (letters: readonly (Owner & Letter)[]) => Promise<unknown>;
    currency: Currency;
  }) {
    this.#settled = settled;
    this.#rules = rules;
    this.#records = records;
    this.#writeAll = writeAll;
    this.#scale = currency.scale;
  }

  /** Writes the letters about all settlements that are done. */
  async writeOfSettlements(): Promise<void> {
    for (;;) {
      const parts = await this.#settled.unnotified(atOnce);
      for (const part of parts) await this.#writeOfShard(part);
      if (parts.length < atOnce) return;
    }
  }

  /** Writes the letters about automatic cash-outs. */
  async writeOfSales(): Promise<void> {
    for (;;) {
      const sales = await this.#rules.unnotified(atOnce);
      const bets = await this.#records.byKeys(sales);
      for (const sale of sales) {
        const { shard, memberId, betId, version, paid, atLeast } = sale;
        await this.#writeAll([
          {
            shard,
            memberId,
            template: 'bet_sold',
            about: `${betId}:${version}`,
            link: betLink(betId),
            fields: {
              ...matchOf(bets.get(betId)),
              bet: betId,
              count: '1',
              amount: paid,
              amountLeast: atLeast,
            },
          },
        ]);
        await this.#rules.markNotified(sale);
      }
      if (sales.length < atOnce) return;
    }
  }

  async #writeOfShard(part: SettledShard): Promise<void> {
    const { shard } = part;
    const byMember = Map.groupBy(await this.#settled.of(part), ({ memberId }) => memberId);
    const members = [...byMember];
    for (let from = 0; from < members.length; from += lettersAtOnce) {
      const some = members.slice(from, from + lettersAtOnce);
      const firsts = some.flatMap(([memberId, [first]]) =>
        first === undefined ? [] : [{ shard, memberId, betId: first.betId }],
      );
      const bets = await this.#records.byKeys(firsts);
      const letters = some.flatMap(([memberId, own]): (Owner & Letter)[] => {
        const [first] = own;
        if (first === undefined) return [];
        const bet = bets.get(first.betId);
        const letter = own.length === 1 ? this.#aboutOne(first, bet, part) : this.#aboutMany(own, bet, part);
        return [{ shard, memberId, ...letter }];
      });
      await this.#writeAll(letters);
    }
    await this.#settled.markNotified(part);
  }

  /** The letter about one bet. A bet of which half was lost is lost, and has a payout. */
  #aboutOne(one: SettledNow, bet: Bet | undefined, { eventId, version }: SettledShard): Letter {
    const state = one.state === 'lose' && one.payoutMinor > 0n ? 'part' : one.state;
    return {
      template: 'bet_settled',
      about: `${eventId}:${version}`,
      link: betLink(one.betId),
      fields: {
        ...matchOf(bet, eventId),
        bet: one.betId,
        count: '1',
        state,
        amount: formatAmount(one.payoutMinor, this.#scale),
        amountStake: bet?.openStake ?? bet?.stake,
      },
    };
  }

  /** The letter about several bets of one settlement. The match is that which decided them. */
  #aboutMany(many: readonly SettledNow[], bet: Bet | undefined, { eventId, version }: SettledShard): Letter {
    const countOf = (state: SettledNow['state']): string =>
      String(many.filter((one) => one.state === state).length);
    const { more: _more, ...match } = matchOf(bet, eventId) ?? {};
    const paidMinor = many.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0n);
    return {
      template: 'bets_settled',
      about: `${eventId}:${version}`,
      link: betsLink,
      fields: {
        ...match,
        count: String(many.length),
        countWon: countOf('win'),
        countLost: countOf('lose'),
        countReturned: countOf('refund'),
        amount: formatAmount(paidMinor, this.#scale),
      },
    };
  }
}
