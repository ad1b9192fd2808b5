import { useQuery } from '@tanstack/react-query';
import type {
  MatchChances,
  MatchInsight as Insight,
  TeamFigures,
} from '@touchline/contract/shapes/competition';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { formatDecimal, formatPercent } from '@touchline/locales/format';
import { teamName } from '@touchline/locales/team-names';
import { callQuery } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolated, sentenceGap } from '../labels/bidi.ts';
import { scoreText } from '../labels/match-name.ts';
import { Course } from './course.tsx';
import { figureRows, FormLetters, TeamLink, Sources } from './labels.tsx';
import styles from './football.module.css';
import { InsightSkeleton } from './insight-skeleton.tsx';
import { PlayedRows } from './played-rows.tsx';

/** Results of each side that are shown at first. */
const briefForm = 5;
/** How often the chances of a match in play are fetched again, milliseconds. */
const liveEveryMs = 20_000;

const percent = (chance: string): string => formatPercent(chance, { lan: currentLan() });

/**
 * Facts that help to decide on a bet: form, expected goals, chances, earlier meetings and the course of the match. In brief at first, whole when
 * it is opened.
 */
export const MatchInsight = ({ event }: { event: EventDetail }) => {
  const t = useT();
  const { id, state } = event;
  const query = callQuery('matchInsight', { id });
  const { data, isPending } = useQuery({
    ...query,
    // The outcome is known once the match has ended.
    queryKey: [...query.queryKey, state],
    refetchInterval: event.live ? liveEveryMs : false,
  });
  if (isPending) return <InsightSkeleton />;
  if (data === undefined) return null;
  return (
    <Card>
      <section className={styles.part}>
        <h2 className={styles.title}>{state === 'finished' ? t('football.came') : t('football.decide')}</h2>
        <Brief event={event} insight={data} />
        <details className={styles.more}>
          <summary>
            {t('common.more')}
            <Icon name="down" size="small" />
          </summary>
          <div className={styles.part}>
            {data.expected !== undefined && <Expected event={event} of={data.expected} />}
            <Course event={event} />
            <Compared event={event} insight={data} />
            <Meetings event={event} of={data.meetings} />
            <LastMatches event={event} insight={data} />
            <Sources of={data.sources} />
          </div>
        </details>
      </section>
    </Card>
  );
};

type Props = { event: EventDetail; insight: Insight };

/** Form of both sides and the expected goals between them. */
const Brief = ({ event, insight: { home, away, expected } }: Props) => {
  const t = useT();
  const score = event.score?.ft;
  return (
    <>
      {expected !== undefined && (
        <p className={styles.brief}>
          <span className={styles.note}>{t('football.expected')}</span>
          {/* Home is where reading begins. */}
          <span className={`figures ${styles.big}`}>
            <bdi>{formatDecimal(expected.goals.home, currentLan())}</bdi>
            {' – '}
            <bdi>{formatDecimal(expected.goals.away, currentLan())}</bdi>
          </span>
        </p>
      )}
      <div className={styles.brief}>
        <FormLetters form={home.form.slice(-briefForm)} />
        <FormLetters form={away.form.slice(-briefForm)} />
      </div>
      {expected?.cameWith !== undefined && score !== undefined && (
        <p className={styles.note}>
          {t('football.cameText', {
            result: isolated(percent(expected.cameWith.result)),
            score: isolated(percent(expected.cameWith.score)),
          })}
        </p>
      )}
    </>
  );
};

const Expected = ({ event, of }: { event: EventDetail; of: NonNullable<Insight['expected']> }) => {
  const t = useT();
  const { basis, now, before } = of;
  return (
    <section className={styles.part}>
      <p className={styles.note}>
        {t('football.expectedText')}
        {sentenceGap()}
        {t(basis.shots === undefined ? `football.basis.${basis.kind}` : 'football.basis.shots')}
      </p>
      <h3 className={styles.sub}>{t('football.chances')}</h3>
      {now !== undefined && <ChancesOf event={event} chances={now} label={t('football.now')} />}
      <ChancesOf event={event} chances={before} label={t('football.before')} />
    </section>
  );
};

type ChancesProps = { event: EventDetail; chances: MatchChances; label: string };

const ChancesOf = ({ event: { home, away }, chances, label }: ChancesProps) => {
  const t = useT();
  const lan = currentLan();
  const three = [
    [teamName(home, lan), chances.home],
    [t('selection.draw'), chances.draw],
    [teamName(away, lan), chances.away],
  ] as const;
  return (
    <>
      <p className={styles.note}>{label}</p>
      <div className={styles.bar} aria-hidden="true">
        {three.map(([name, chance]) => (
          <i key={name} style={{ flexGrow: Number(chance) }} />
        ))}
      </div>
      <dl className={styles.thirds}>
        {three.map(([name, chance]) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd className="figures">
              <bdi dir="ltr">{percent(chance)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <dl className={styles.facts}>
        <dt>{t('football.over25')}</dt>
        <dd className="figures">{percent(chances.over25)}</dd>
        <dt>{t('market.btts')}</dt>
        <dd className="figures">{percent(chances.bothScore)}</dd>
        <dt>{t('football.likeliest')}</dt>
        <dd className="figures">
          {chances.scores.map(({ score, chance }) => (
            <div key={scoreText(score)}>
              <bdi dir="ltr">
                {scoreText(score)} · {percent(chance)}
              </bdi>
            </div>
          ))}
        </dd>
      </dl>
    </>
  );
};

/** What both sides did in their last matches, side by side. */
const Compared = ({ event, insight: { home, away } }: Props) => {
  const t = useT();
  const lan = currentLan();
  if (home.figures.played === 0 && away.figures.played === 0) return null;
  const most = Math.max(home.figures.played, away.figures.played);
  const title = t('football.figures', { count: most });
  const row = (name: (typeof figureRows)[number], figures: TeamFigures) => (
    <Figure>{String(figures[name.key])}</Figure>
  );
  return (
    <section className={styles.part}>
      <h3 className={styles.sub}>{title}</h3>
      <FigureTable
        label={title}
        columns={[t('football.form'), teamName(event.home, lan), teamName(event.away, lan)]}
      >
        {figureRows.map((each) => (
          <FigureRow key={each.key} head={t(each.text)}>
            <td>{row(each, home.figures)}</td>
            <td>{row(each, away.figures)}</td>
          </FigureRow>
        ))}
      </FigureTable>
    </section>
  );
};

const Meetings = ({ event, of }: { event: EventDetail; of: Insight['meetings'] }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <section className={styles.part}>
      <h3 className={styles.sub}>{t('football.meetings')}</h3>
      {of.played === 0 ? (
        <p className={styles.note}>{t('football.noMeetings')}</p>
      ) : (
        <>
          <dl className={styles.thirds}>
            <div>
              <dt>
                <bdi>{teamName(event.home, lan)}</bdi>
              </dt>
              <dd className="figures">{of.homeWon}</dd>
            </div>
            <div>
              <dt>{t('selection.draw')}</dt>
              <dd className="figures">{of.drawn}</dd>
            </div>
            <div>
              <dt>
                <bdi>{teamName(event.away, lan)}</bdi>
              </dt>
              <dd className="figures">{of.awayWon}</dd>
            </div>
          </dl>
          <PlayedRows matches={of.list} withCompetition />
        </>
      )}
    </section>
  );
};

const LastMatches = ({ event, insight }: Props) => {
  const t = useT();
  return ([event.home, event.away] as const).map((team, at) => {
    const { last } = at === 0 ? insight.home : insight.away;
    return (
      <section key={team.id} className={styles.part}>
        <h3 className={styles.sub}>{t('football.lastMatches')}</h3>
        <TeamLink team={team} />
        {last.length === 0 ? (
          <p className={styles.note}>{t('football.noMatches')}</p>
        ) : (
          <PlayedRows matches={last} team={team.id} withCompetition />
        )}
      </section>
    );
  });
};
