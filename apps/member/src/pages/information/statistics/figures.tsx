import type { BetStatistics, BetSums } from '@touchline/contract/shapes/statistics';
import { competitionName } from '@touchline/locales/competition-names';
import { formatCount, formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { isolated } from '../../../features/labels/bidi.ts';
import { useOddsText } from '../../../features/labels/odds-text.ts';
import { marketName } from '../../../features/labels/selection-name.ts';
import { useScale } from '../../../features/labels/use-scale.ts';
import { currentLan, useT } from '../../../lib/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { rangePlaces, netBars } from './net-bars.ts';
import styles from './statistics.module.css';
import { Figure, FigureRow, FigureTable } from '../../../ui/figure-table.tsx';

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

/** The returns, those expected by the prices, and whether chance alone explains the difference. */
const Luck = ({ luck }: { luck: NonNullable<BetStatistics['luck']> }) => {
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

type Props = { title: string; rows: readonly (BetSums & { name: string })[] };

/** Bets in groups: a table, and in each row the net as a bar from nothing to the left or the right, which says no more than it. */
const GroupTable = ({ title, rows }: Props) => {
  const t = useT();
  const lan = currentLan();
  const bars = netBars(
    rows.map(({ net }) => net),
    useScale(),
  );
  if (rows.length === 0) return null;
  return (
    <Card>
      <h2 className={styles.title}>{title}</h2>
      <FigureTable
        small
        label={title}
        columns={[
          t('stats.group'),
          [t('play.bets'), t('record.state.win')],
          [t('play.stakes'), t('play.returns')],
          t('play.net'),
        ]}
      >
        {rows.map(({ name, bets, won, stakes, returns, net }, at) => (
          <FigureRow
            key={name}
            head={
              <>
                {name}
                <span className={styles.bar} dir="ltr" aria-hidden="true">
                  <span
                    data-sign={bars[at]?.sign}
                    style={{ left: `${bars[at]?.left}%`, width: `${bars[at]?.width}%` }}
                  />
                </span>
              </>
            }
          >
            <td>
              <Figure>{formatCount(bets, { lan })}</Figure>
              <Figure>{formatCount(won, { lan })}</Figure>
            </td>
            <td>
              <Figure>{formatMoney(stakes, { lan })}</Figure>
              <Figure>{formatMoney(returns, { lan })}</Figure>
            </td>
            <td>
              <Figure strong>{formatSignedMoney(net, { lan })}</Figure>
            </td>
          </FigureRow>
        ))}
      </FigureTable>
    </Card>
  );
};
