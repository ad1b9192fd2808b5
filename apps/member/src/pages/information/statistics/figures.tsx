import type { BetStatistics } from '@touchline/contract/shapes/statistics';
import { competitionName } from '@touchline/locales/competition-names';
import { formatCount, formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { isolated } from '../../../features/labels/bidi.ts';
import { useOddsText } from '../../../features/labels/odds-text.ts';
import { marketName } from '../../../features/labels/selection-name.ts';
import { currentLan, useT } from '../../../state/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { GroupTable } from './group-table.tsx';
import { Luck } from './luck.tsx';
import styles from './statistics.module.css';

/** All figures of the chosen time, and the bets that they leave out. */
export const Figures = ({ of, isAllTime }: { of: BetStatistics; isAllTime: boolean }) => {
  const t = useT();
  const lan = currentLan();
  const oddsText = useOddsText();
  const { total, open, refunded, luck } = of;
  const count = (number: number) => isolated(formatCount(number, { lan }));
  const money = (amount: string) => formatMoney(amount, { lan });
  const bandName = ({ from, to }: BetStatistics['bands'][number]): string => {
    const [low, high] = [from, to].map((odds) => (odds === undefined ? '' : isolated(oddsText(odds))));
    if (from === undefined) return t('stats.bandBelow', { to: high ?? '' });
    if (to === undefined) return t('stats.bandFrom', { from: low ?? '' });
    return t('play.fromTo', { from: low ?? '', to: high ?? '' });
  };
  const note = (
    <p className={styles.note}>
      {t('stats.leftOut', {
        open: count(open.bets),
        stakes: isolated(money(open.stakes)),
        refunded: count(refunded.bets),
      })}
    </p>
  );
  if (total.bets === 0) {
    return (
      <>
        {isAllTime ? (
          <EmptyState icon="chart" title={t('stats.noneYet')} hint={t('stats.noneYetHint')} />
        ) : (
          <EmptyState icon="chart" title={t('stats.none')} hint={t('play.noMovementHint')} />
        )}
        {open.bets + refunded.bets > 0 && note}
      </>
    );
  }
  return (
    <>
      <div className={styles.groups}>
        <Card>
          <Facts>
            <Fact label={t('play.bets')}>{formatCount(total.bets, { lan })}</Fact>
            <Fact label={t('record.state.win')}>{formatCount(total.won, { lan })}</Fact>
            <Fact label={t('play.stakes')}>{money(total.stakes)}</Fact>
            <Fact label={t('play.returns')}>{money(total.returns)}</Fact>
            <Fact label={t('play.net')}>
              <b>{formatSignedMoney(total.net, { lan })}</b>
            </Fact>
          </Facts>
        </Card>
        {luck !== undefined && <Luck luck={luck} />}
        <GroupTable
          title={t('stats.byBand')}
          rows={of.bands.map((row) => ({ name: bandName(row), ...row }))}
        />
        <GroupTable
          title={t('stats.byType')}
          rows={of.types.map((row) => ({ name: t(`slip.tab.${row.type}`), ...row }))}
        />
        <GroupTable
          title={t('stats.byMarket')}
          rows={of.markets.map((row) => ({ name: marketName(row.market), ...row }))}
        />
        <GroupTable
          title={t('stats.byCompetition')}
          rows={of.competitions.map((row) => ({ name: competitionName(row.competition, lan), ...row }))}
        />
      </div>
      {note}
    </>
  );
};
