import type { Bet } from '@touchline/contract/shapes/bet';
import type { Correction, Corrections } from '../book/records/corrections.ts';
import type { Records } from '../book/records/service.ts';
import type { Cashier } from '../cashier/service.ts';
import type { Letter, SendLetter } from '../platform/letters.ts';
import type { Log } from '../platform/log.ts';
import type { Owner } from '../platform/owner.ts';

const rechargeLink = (id: string): string => `/pages/recharge/rechargeinfo?id=${id}`;
const withdrawLink = '/pages/information/withdraw';
const betsLink = '/pages/gamerecord/gamerecord';
/** Corrections turned into letters at once. */
const correctionsAtOnce = 200;

/** Tells members by letter what became of their recharges and withdrawals; whatever moves, each thing is told once. */
export const createCashierLetters = ({
  cashier,
  sendLetter,
  log,
}: {
  cashier: Pick<Cashier, 'recharges' | 'withdrawals'>;
  sendLetter: SendLetter;
  log: Log;
}) => {
  const ofRecharge = async (owner: Owner, id: string): Promise<Letter[]> => {
    const [recharge] = await cashier.recharges.byId(owner, [id]);
    if (recharge === undefined) return [];
    const { amount, reference, reason, state, payments } = recharge;
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
    // Who cancelled it knows.
    if (state !== 'rejected' || reason === undefined || reason === 'cancelled') return credited;
    const rejected: Letter = {
      template: 'recharge_rejected',
      link,
      about: id,
      fields: { amount, reference, reason },
    };
    return [...credited, rejected];
  };

  const ofWithdrawal = async (owner: Owner, id: string): Promise<Letter[]> => {
    const withdrawal = await cashier.withdrawals.byId(owner, id);
    if (withdrawal === undefined) return [];
    const { amount, receive, reference, reason, state, paidAt } = withdrawal;
    const about = { link: withdrawLink, about: id };
    if (state === 'success' || state === 'finished') {
      const fields = { amount: receive, ...(reference === undefined ? {} : { reference }) };
      return [{ ...about, template: 'withdrawal_paid', fields }];
    }
    if (state !== 'refused') return [];
    const fields = { amount, ...(reason === undefined ? {} : { reason }) };
    // Refused after it was paid: it came back.
    const template = paidAt === undefined ? 'withdrawal_refused' : 'withdrawal_returned';
    return [{ ...about, template, fields }];
  };

  return {
    moved: (owner: Owner, { recharge, withdrawal }: { recharge?: string; withdrawal?: string }): void => {
      const letters = async (): Promise<void> => {
        const found = [
          ...(recharge === undefined ? [] : await ofRecharge(owner, recharge)),
          ...(withdrawal === undefined ? [] : await ofWithdrawal(owner, withdrawal)),
        ];
        for (const letter of found) sendLetter(owner, letter);
      };
      letters().catch((error: unknown) => log.error({ err: error }, 'letters of money not written'));
    },
  };
};

/** The first match of a bet by its teams, and how many more there are; the reader's language names them. */
const matchOf = ({ legs: [first, ...more] }: Bet): Record<string, string> => {
  if (first === undefined) return {};
  const { home, away } = first;
  return {
    home: home.name,
    away: away.name,
    ...(home.flag === undefined ? {} : { homeFlag: home.flag }),
    ...(away.flag === undefined ? {} : { awayFlag: away.flag }),
    ...(more.length === 0 ? {} : { more: String(more.length) }),
  };
};

const letterOf = ({ betId, n, state, booked, lost, at }: Correction, bet: Bet | undefined): Letter => {
  const isNothing = /^-?[0.]*$/.test(booked);
  return {
    template: 'bet_corrected',
    fields: {
      ...(bet === undefined ? {} : matchOf(bet)),
      state,
      at: at.toISOString(),
      amount: booked.replace('-', ''),
      outcome: isNothing ? 'same' : booked.startsWith('-') ? 'taken' : 'added',
      ...(/^[0.]*$/.test(lost) ? {} : { lost: 'some', amountLost: lost }),
    },
    link: betsLink,
    about: `${betId}:${n}`,
  };
};

/**
 * Turns corrections of settled bets into letters, each once: a letter about the same correction is not written again, and only
 * then is the correction noted as told. What a server that was killed had begun is done by the next.
 */
export const createCorrectionLetters =
  ({
    corrections,
    records,
    write,
  }: {
    corrections: Corrections;
    records: Pick<Records, 'byId'>;
    write: (owner: Owner, letter: Letter) => Promise<unknown>;
  }): (() => Promise<void>) =>
  async () => {
    for (;;) {
      const untold = await corrections.untold(correctionsAtOnce);
      for (const correction of untold) {
        const [bet] = await records.byId(correction, [correction.betId]);
        await write(correction, letterOf(correction, bet));
      }
      if (untold.length > 0) await corrections.markTold(untold);
      if (untold.length < correctionsAtOnce) return;
    }
  };
