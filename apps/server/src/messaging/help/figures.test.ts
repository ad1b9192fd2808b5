import { formatDecimal, formatPercent } from '@touchline/locales/format';
import { lans } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { formatAmount } from '@touchline/money/amount';
import { keptPercent, theoreticalMicro } from '@touchline/money/theoretical';
import { describe, expect, test } from 'vitest';
import { judge, type Terms } from '../../payments/recharges/domain.ts';
import { commissionOf, parsePercent } from '../../growth/teams/domain.ts';

/** Figures in help texts, taken from the code that uses them. */
describe.each(lans)('help in %s', (lan) => {
  const t = serverTranslator(lan);

  test('gives the commission that such a bet is paid', () => {
    const theoretical = 100_000n * BigInt(theoreticalMicro(1, [500]));
    const amount = formatAmount(commissionOf(theoretical, parsePercent('8')), 2);
    const text = t('help.team_commission.body');
    expect(text).toContain('m / (1 + m)');
    expect(text).toContain(
      `${formatDecimal('1000.00', lan)} × ${formatPercent(keptPercent(500), { lan })} × ${formatPercent('8', { lan })} = ${formatDecimal(amount, lan)}`,
    );
  });

  test('explains a margin by what the house keeps of a stake', () => {
    const text = t('help.betting_odds.body');
    for (const figure of [
      formatPercent('5.00', { lan }),
      formatDecimal('105.00', lan),
      formatDecimal('5.00', lan),
      formatPercent(keptPercent(500), { lan }),
    ]) {
      expect(text).toContain(figure);
    }
  });

  test('names the hours after which a late payment is looked at', () => {
    const hours = Number(/\b(\d+)\b/.exec(t('help.recharge_usdt.body'))?.[1]);
    const outcomeAt = (ms: number) =>
      judge(terms, { paidUnits: 10_000n, seenAt: new Date(ms), wrong: undefined }, false).outcome;
    const lastMs = terms.expiresAt.getTime() + hours * 3_600_000;
    expect([outcomeAt(lastMs), outcomeAt(lastMs + 1)]).toEqual(['credit', 'review']);
  });
});

const terms: Terms = {
  state: 'created',
  amountMinor: 10_000n,
  feeBp: 100,
  feeFixedMinor: 100n,
  amountMaxMinor: 50_000n,
  usdtMicro: undefined,
  rateMicro: undefined,
  rateNowMicro: undefined,
  turnoverBp: 10_000,
  expiresAt: new Date('2026-06-11T12:00:00Z'),
  scale: 2,
};

test('sums that arrive short or in excess are credited as they came, less the fee, as help and payment page say', () => {
  const paid = (paidUnits: bigint) =>
    judge(terms, { paidUnits, seenAt: terms.expiresAt, wrong: undefined }, false);
  expect(paid(9_999n)).toMatchObject({ case: 'short', outcome: 'credit', creditedMinor: 9_800n });
  expect(paid(10_001n)).toMatchObject({ case: 'excess', outcome: 'credit', creditedMinor: 9_801n });
  // Above the channel's maximum, and no more than the fee.
  expect(paid(50_000n)).toMatchObject({ case: 'excess', outcome: 'credit' });
  expect(paid(50_001n)).toMatchObject({ case: 'excess', outcome: 'review' });
  expect(paid(101n)).toMatchObject({ case: 'short', outcome: 'review' });
  expect(paid(102n)).toMatchObject({ case: 'short', outcome: 'credit' });
});
