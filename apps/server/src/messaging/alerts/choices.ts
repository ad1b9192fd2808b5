import type { Input, Output } from '@touchline/contract/routes';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { Refused } from '../../core/refusal.ts';
import { rowParameters, type Row } from '../../core/database/rows.ts';

const columns = ['settled', 'goals', 'kick_off', 'offers', 'offer_at'] as const;
type ChoiceRow = Row<'alert_choice', (typeof columns)[number]>;

/** The choice of members who have saved none: settled bets alone. */
const standard: ChoiceRow = { settled: true, goals: false, kick_off: false, offers: false, offer_at: null };

const one = query.one<ChoiceRow>(
  'alert-choice',
  `select ${columns.join(', ')} from alert_choice where shard = $1 and member_id = $2`,
);
const saved = rowParameters('alert_choice', ['shard', 'member_id', ...columns]);
const save = statement(
  'alert-choice-save',
  `insert into alert_choice (shard, member_id, ${columns.join(', ')}, saved_at) values (${saved.row}, site_now())
   on conflict (shard, member_id) do update set settled = excluded.settled, goals = excluded.goals,
     kick_off = excluded.kick_off, offers = excluded.offers, offer_at = excluded.offer_at, saved_at = site_now()`,
);

/** What each member wants to have pushed, kind by kind. */
export class AlertChoices {
  readonly #pool: Queryable;
  readonly #scale: number;

  constructor({ pool, currency }: { pool: Queryable; currency: Currency }) {
    this.#pool = pool;
    this.#scale = currency.scale;
  }

  /** The saved choice of a member, or the usual one. */
  async info({ shard, memberId }: Owner): Promise<Output<'alertInfo'>> {
    return this.#toWire((await one(this.#pool, [shard, memberId])) ?? standard);
  }

  /** @throws Refused `validation` where offers are wanted without an amount above zero */
  async save(owner: Owner, input: Input<'alertSave'>): Promise<Output<'alertInfo'>> {
    const offerAt = input.offerAt === undefined ? undefined : parseAmount(input.offerAt, this.#scale);
    if (input.offerAt !== undefined && (offerAt === undefined || offerAt <= 0n)) {
      throw new Refused('validation', { rules: { offerAt: 'range' } });
    }
    if (input.offers && offerAt === undefined) {
      throw new Refused('validation', { rules: { offerAt: 'required' } });
    }
    const row: ChoiceRow = {
      settled: input.settled,
      goals: input.goals,
      kick_off: input.kickOff,
      offers: input.offers,
      offer_at: offerAt ?? null,
    };
    await this.#pool.query(save(saved.values({ shard: owner.shard, member_id: owner.memberId, ...row })));
    return this.#toWire(row);
  }

  #toWire(row: ChoiceRow): Output<'alertInfo'> {
    return {
      settled: row.settled,
      goals: row.goals,
      kickOff: row.kick_off,
      offers: row.offers,
      offerAt: row.offer_at === null ? undefined : formatAmount(row.offer_at, this.#scale),
    };
  }
}
