import type { Bet } from '@touchline/contract/shapes/bet';
import { formatPercent, formatSignedMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Moment } from '../labels/moment.tsx';
import { useScale } from '../labels/use-scale.ts';
import { incomeOf, rateOfReturn } from './income.ts';

/** When a bet was placed and settled, its rate of return and its income. */
export const BetFacts = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const lan = currentLan();
  const rate = rateOfReturn(bet.odds);
  const income = incomeOf(bet, useScale());
  return (
    <Facts>
      <Fact label={t('record.betTime')} words>
        <Moment at={bet.placedAt} />
      </Fact>
      {bet.settledAt !== undefined && (
        <Fact label={t('record.settleTime')} words>
          <Moment at={bet.settledAt} />
        </Fact>
      )}
      {rate !== undefined && <Fact label={t('odds.rate')}>{formatPercent(rate, { lan })}</Fact>}
      {income !== undefined && <Fact label={t('record.income')}>{formatSignedMoney(income, { lan })}</Fact>}
    </Facts>
  );
};
