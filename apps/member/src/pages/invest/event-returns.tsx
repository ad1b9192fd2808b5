import type { EventDetail } from '@touchline/contract/shapes/football';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { parseOdds } from '@touchline/money/odds';
import { potential } from '@touchline/money/payout';
import { isolated } from '../../features/labels/bidi.ts';
import { marketName, resultName } from '../../features/labels/selection-name.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import { useOddsText } from '../../features/labels/odds-text.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';

/** The stake whose income is shown, in whole units of the currency. */
const shownStake = '100';

/**
 * The odds of the main market again as a rate of return, and as what a stake of 100 brings in addition to itself. Both are
 * only other ways to write the odds, which stay the boldest figure.
 */
export const EventReturns = ({ event }: { event: EventDetail }) => {
  const t = useT();
  const lan = currentLan();
  const scale = useScale();
  const oddsText = useOddsText();
  const { main } = event;
  const stakeMinor = parseAmount(shownStake, scale);
  // The last odds of a match that is over say nothing that a member could still have.
  const isOffered = main?.state === 'open' || main?.state === 'suspended';
  if (main === undefined || !isOffered || stakeMinor === undefined) return null;
  const rows = main.selections.flatMap(({ selection, odds, rateOfReturn }) => {
    const oddsMilli = odds === null ? undefined : parseOdds(odds);
    if (odds === null || rateOfReturn === null || oddsMilli === undefined) return [];
    const income = formatAmount(potential(stakeMinor, [oddsMilli]) - stakeMinor, scale);
    return [{ selection, odds, rateOfReturn, income }];
  });
  if (rows.length === 0) return null;
  const stake = isolated(formatMoney(formatAmount(stakeMinor, scale), { lan }));
  return (
    <Card>
      <FigureTable
        small
        label={t('odds.rate')}
        columns={[
          marketName(main.market),
          t('record.odds'),
          t('odds.rate'),
          t('event.incomeFor', { amount: stake }),
        ]}
      >
        {rows.map(({ selection, odds, rateOfReturn, income }) => (
          <FigureRow key={selection} head={<bdi>{resultName(selection, event)}</bdi>}>
            <td>
              <Figure strong>{oddsText(odds)}</Figure>
            </td>
            <td>
              <Figure>{formatPercent(rateOfReturn, { lan })}</Figure>
            </td>
            <td>
              <Figure>{formatMoney(income, { lan })}</Figure>
            </td>
          </FigureRow>
        ))}
      </FigureTable>
    </Card>
  );
};
