import type { BetStatistics } from '@touchline/contract/shapes/statistics';
import { formatCount, formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { isolated } from '../../../features/labels/bidi.ts';
import { useScale } from '../../../features/labels/use-scale.ts';
import { currentLan, useT } from '../../../state/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { rangePlaces } from './net-bars.ts';
import styles from './statistics.module.css';

/** The returns, those expected by the prices, and whether chance alone explains the difference. */
export const Luck = ({ luck }: { luck: NonNullable<BetStatistics['luck']> }) => {
  const t = useT();
  const lan = currentLan();
  const { bets, stakes, expected, returns, difference, low, high } = luck;
  const places = rangePlaces(luck, useScale());
  const money = (amount: string) => formatMoney(amount, { lan });
  const signed = (amount: string) => isolated(formatSignedMoney(amount, { lan }));
  const amount = isolated(money(difference.replace('-', '')));
  return (
    <Card>
      <h2 className={styles.title}>{t('stats.luck')}</h2>
      <p className={styles.lead}>
        {difference.startsWith('-') ? t('stats.below', { amount }) : t('stats.above', { amount })}
      </p>
      <div className={styles.range} dir="ltr" aria-hidden="true">
        <span
          className={styles.chance}
          style={{ left: `${places.low}%`, width: `${places.high - places.low}%` }}
        />
        <span className={styles.zero} style={{ left: `${places.zero}%` }} />
        <span className={styles.here} style={{ left: `${places.at}%` }} />
      </div>
      <p className={styles.words}>
        {places.isWithin
          ? t('stats.within', { low: signed(low), high: signed(high) })
          : t('stats.beyond', { low: signed(low), high: signed(high) })}
      </p>
      <Facts>
        <Fact label={t('play.bets')}>{formatCount(bets, { lan })}</Fact>
        <Fact label={t('play.stakes')}>{money(stakes)}</Fact>
        <Fact label={t('stats.promised')}>{money(expected)}</Fact>
        <Fact label={t('play.returns')}>{money(returns)}</Fact>
      </Facts>
      <p className={styles.words}>{t('stats.luckRule')}</p>
    </Card>
  );
};
