import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CapUse, EventExposure, RiskEvent } from '@touchline/contract/shapes/office-views';
import { useCall } from '../../lib/query.ts';
import { MatchState } from '../../features/trading/match-state.tsx';
import { nameOfCompetition, nameOfMatch, nameOfTeam, scoreText } from '../../features/trading/names.ts';
import { type OfficeTranslate, useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMay } from '../../lib/rights.ts';
import { BackLink, Page, Section } from '../../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../../ui/notices.tsx';
import { HeatLegend, HeatMap } from './heat-map.tsx';
import { gist, keyOf, stepOf } from './heat-scale.ts';
import { MarketTable } from './market-table.tsx';
import { useFormats } from '../../lib/site.ts';
import { useDayFormats } from '../../lib/day-formats.ts';
import { Meter } from '../../ui/figure.tsx';
import styles from './risk.module.css';

/** The exposure of the house on one match. */
export const EventRisk = ({ id, ht }: { id: string; ht: string | undefined }) => {
  const t = useT();
  const navigate = useNavigate();
  const mayMatch = useMay()('officeEventDetail');
  const { data, error, refetch, isPlaceholderData } = useCall(
    'officeExposureEvent',
    ht === undefined ? { id } : { id, ht },
    { follow: true, keep: true },
  );
  const back = (): void => void navigate({ to: '/risk', search: {} });
  const choose = (next: string | undefined): void =>
    void navigate({
      to: '/risk',
      search: { event: id, ...(next === undefined ? {} : { ht: next }) },
      replace: true,
    });
  useShortcut('Escape', t('risk.back'), back);
  useShortcut('0', t('risk.halfAny'), ht === undefined ? undefined : () => choose(undefined));
  return (
    <Page
      title={data === undefined ? t('place.risk') : nameOfMatch(data.event)}
      filters={
        <>
          <BackLink search={{}}>{t('risk.back')}</BackLink>
          {data && (
            <span className={styles.where}>
              {nameOfCompetition(data.event.competition)} · <MatchState of={data.event} />
            </span>
          )}
        </>
      }
      action={
        mayMatch && (
          <Link to="/matches" search={{ id }} className={styles.where}>
            {t('column.match')}
          </Link>
        )
      }
    >
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={12} />}
      {data !== undefined && (
        <>
          <div className={styles.event}>
            <Grid of={data} isOld={isPlaceholderData} />
            <div className={styles.column}>
              <Section title={t('risk.caps')}>
                <CapLadder of={data.caps} />
              </Section>
              <Section title={t('risk.half')}>
                <HalfTime chosen={ht} event={data.event} onChoose={choose} />
              </Section>
            </div>
          </div>
          <Section title={t('risk.markets')}>
            <MarketTable of={data} />
          </Section>
        </>
      )}
    </Page>
  );
};

const Grid = ({ of, isOld }: { of: EventExposure; isOld: boolean }) => {
  const t = useT();
  // The largest of the whole match, so that a colour means the same at every half-time score.
  const step = stepOf([-Number(of.worst), Number(of.best)]);
  return (
    <section className={styles.heat} aria-label={t('risk.heat')} aria-busy={isOld}>
      <header>
        <h2>{t('risk.heat')}</h2>
        <p className={styles.soft}>
          {of.ht === undefined ? t('risk.heatHint') : t('risk.heatHalf', { score: scoreText(of.ht) })}
        </p>
      </header>
      {of.cells.length === 0 ? (
        <Empty title={t('risk.halfImpossible')} hint={t('risk.halfImpossibleHint')} />
      ) : (
        <>
          <Gist of={of.cells} />
          <HeatMap of={of} step={step} />
          <HeatLegend step={step} />
        </>
      )}
    </section>
  );
};

const size = (amount: string): string => amount.replace('-', '');

/** The grid in a sentence. */
const Gist = ({ of }: { of: EventExposure['cells'] }) => {
  const t = useT();
  const { money } = useFormats();
  const all = gist(of);
  if (all === undefined) return null;
  const { worst, best, losing, count } = all;
  const [low, high] = [worst.worst.startsWith('-'), best.best.startsWith('-')];
  const text = () => {
    if (!low) return t('risk.wordsGain', { least: money(worst.worst), most: money(best.best) });
    if (high) return t('risk.wordsLoss', { least: money(size(best.best)), most: money(size(worst.worst)) });
    return t('risk.words', {
      worst: money(size(worst.worst)),
      worstScore: scoreText(worst),
      best: money(best.best),
      bestScore: scoreText(best),
      losing,
      count,
    });
  };
  return <p className={styles.gist}>{text()}</p>;
};

/** The name of a cap; of markets, selections and members the ladder shows the one nearest to its cap. */
const capName = (t: OfficeTranslate, scope: CapUse['scope']): string =>
  scope === 'market' || scope === 'selection' || scope === 'member'
    ? t(`risk.most.${scope}`)
    : t(`risk.scope.${scope}`);

/** Each cap with how much of it is used, from the whole to the smallest part. */
const CapLadder = ({ of }: { of: readonly CapUse[] }) => {
  const t = useT();
  const { money } = useFormats();
  const { percent } = useDayFormats();
  return (
    <ul className={styles.ladder}>
      {of.map((cap) => (
        <li key={cap.scope}>
          <span>{capName(t, cap.scope)}</span>
          <strong>{cap.percent === undefined ? '–' : percent(cap.percent)}</strong>
          {cap.percent !== undefined && <Meter percent={cap.percent} />}
          <span className={styles.soft}>
            {cap.cap === undefined
              ? `${money(cap.used)}, ${t('today.noCap')}`
              : t('risk.ofSum', { used: money(cap.used), cap: money(cap.cap) })}
          </span>
        </li>
      ))}
    </ul>
  );
};

const goalCounts = [0, 1, 2, 3, 4];

/** Chooses the half-time score the grid is counted for. */
const HalfTime = ({
  chosen,
  event,
  onChoose,
}: {
  chosen: string | undefined;
  event: RiskEvent;
  onChoose: (ht: string | undefined) => void;
}) => {
  const t = useT();
  return (
    <div className={styles.half}>
      <div className={styles.head}>
        <Button
          size="compact-xs"
          variant={chosen === undefined ? 'filled' : 'default'}
          aria-pressed={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          {t('risk.halfAny')}
        </Button>
        <span>{t('risk.halfHint')}</span>
      </div>
      <fieldset className={styles.scores} aria-label={t('risk.half')}>
        {goalCounts.flatMap((home) =>
          goalCounts.map((away) => {
            const score = { home, away };
            const key = keyOf(score);
            return (
              <button
                key={key}
                type="button"
                className={styles.score}
                aria-pressed={chosen === key}
                aria-label={`${nameOfTeam(event.home)} ${scoreText(score)} ${nameOfTeam(event.away)}`}
                onClick={() => onChoose(chosen === key ? undefined : key)}
              >
                {scoreText(score)}
              </button>
            );
          }),
        )}
      </fieldset>
    </div>
  );
};
