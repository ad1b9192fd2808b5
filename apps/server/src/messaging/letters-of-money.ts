import type { Bet } from '@touchline/contract/shapes/bet';
import type { Recharge, Withdrawal } from '@touchline/contract/shapes/cashier';
import type { BetCorrection, Corrections, Records } from '../betting/index.ts';
import type { Cashier } from '../payments/index.ts';
import type { Bus, Letter } from '../core/events.ts';
import type { Owner } from '../core/owner.ts';
import { betLink, matchOf } from './letters-of-bets.ts';

const rechargeLink = (id: string): string => `/pages/recharge/rechargeinfo?id=${id}`;
const withdrawLink = '/pages/information/withdraw';
/** Maximum of corrections in one batch. */
const correctionsAtOnce = 200;

/** The letters about a recharge: one for each payment that was credited, and one when it was rejected. */
const lettersOfRecharge = ({ id, amount, reference, reason, state, payments }: Recharge): Letter[] => {
  const link = rechargeLink(id);
  const credited = payments.flatMap((payment): Letter[] =>
    payment.state === 'credited' && payment.credited !== undefined
      ? [
          {
            template: 'recharge_credited',
            link,
            about: payment.id,
            fields: { amount: payment.credited, reference },
          },
        ]
      : [],
  );
  // The member cancelled the recharge and needs no letter.
  if (state !== 'rejected' || reason === undefined || reason === 'cancelled') return credited;
  return [
    ...credited,
    { template: 'recharge_rejected', link, about: id, fields: { amount, reference, reason } },
  ];
};

/** The letter about a withdrawal that was paid, refused or returned. */
const lettersOfWithdrawal = ({
  id,
  amount,
  receive,
  reference,
  reason,
  state,
  paidAt,
}: Withdrawal): Letter[] => {
  const about = { link: withdrawLink, about: id };
  if (state === 'success' || state === 'finished') {
    const fields = { amount: receive, reference };
    return [{ ...about, template: 'withdrawal_paid', fields }];
  }
  if (state !== 'refused') return [];
  const fields = { amount, reason };
  // A withdrawal that was paid before it was refused was returned by the bank.
  const template = paidAt === undefined ? 'withdrawal_refused' : 'withdrawal_returned';
  return [{ ...about, template, fields }];
};

/** Writes letters about recharges and withdrawals, one for each event. */
export const sendCashierLetters = ({
  bus,
  cashier,
}: {
  bus: Pick<Bus, 'on' | 'publishAndWait'>;
  cashier: Pick<Cashier, 'recharges' | 'withdrawals'>;
}): void => {
  const send = ({ shard, memberId }: Owner, letters: readonly Letter[]): Promise<void> =>
    bus.publishAndWait(
      'lettersDue',
      letters.map((letter) => ({ shard, memberId, ...letter })),
    );
  bus.on('rechargeMoved', async ({ rechargeId, ...owner }) => {
    const [recharge] = await cashier.recharges.byId(owner, [rechargeId]);
    if (recharge) await send(owner, lettersOfRecharge(recharge));
  });
  bus.on('withdrawalMoved', async ({ withdrawalId, ...owner }) => {
    const withdrawal = await cashier.withdrawals.byId(owner, withdrawalId);
    if (withdrawal) await send(owner, lettersOfWithdrawal(withdrawal));
  });
};

const letterOf = ({ betId, n, state, booked, lost, at }: BetCorrection, bet: Bet | undefined): Letter => {
  const isNothing = /^-?[0.]*$/.test(booked);
  const isLost = !/^[0.]*$/.test(lost);
  return {
    template: 'bet_corrected',
    fields: {
      ...matchOf(bet),
      state,
      at: at.toISOString(),
      amount: booked.replace('-', ''),
      outcome: isNothing ? 'same' : booked.startsWith('-') ? 'taken' : 'added',
      lost: isLost ? 'some' : undefined,
      amountLost: isLost ? lost : undefined,
    },
    link: betLink(betId),
    about: `${betId}:${n}`,
  };
};

/**
 * Turns corrections of settled bets into letters, each once: a letter about the same correction is not written again, and only
 * then is the correction marked as sent. Another server finishes what a killed one had begun.
 */
export class CorrectionLetters {
  readonly #corrections: Corrections;
  readonly #records: Pick<Records, 'byId'>;
  readonly #write: (owner: Owner, letter: Letter) => Promise<unknown>;

  constructor({
    corrections,
    records,
    write,
  }: {
    corrections: Corrections;
    records: Pick<Records, 'byId'>;
    write: (owner: Owner, letter: Letter) => Promise<unknown>;
  }) {
    this.#corrections = corrections;
    this.#records = records;
    this.#write = write;
  }

  /** Writes the letters about all corrections that have none yet. */
  async writeAll(): Promise<void> {
    for (;;) {
      const untold = await this.#corrections.untold(correctionsAtOnce);
      for (const correction of untold) {
        const [bet] = await this.#records.byId(correction, [correction.betId]);
        await this.#write(correction, letterOf(correction, bet));
      }
      if (untold.length > 0) await this.#corrections.markTold(untold);
      if (untold.length < correctionsAtOnce) return;
    }
  }
}
