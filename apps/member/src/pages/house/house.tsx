import { apiOrigin } from '@touchline/client/origin';
import type { Output } from '@touchline/contract/routes';
import type { HouseFigures, HouseLog } from '@touchline/contract/shapes/house';
import { formatCount } from '@touchline/locales/format';
import { formatLongDate } from '@touchline/locales/format-time';
import { useCall } from '../../lib/query.ts';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { deviceTimeZone } from '../../features/labels/time.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { Page } from '../../features/frame/page.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CalibrationCard } from './calibration-card.tsx';
import { LogCard } from './log-card.tsx';
import { MarginsCard } from './margins-card.tsx';
import { OwedCard } from './owed-card.tsx';
import { type AsOf, Big, Bigs, Later, Part } from './part.tsx';
import styles from './house.module.css';
import { TimesCard } from './times-card.tsx';

/** What the house has done and what it promised, from its public log alone. For everybody, also without an account. */
export const HousePage = () => {
  const t = useT();
  const { data, error, refetch } = useCall('housePage', {});
  return (
    <Page title={t('nav.house')} layout="wide" onRefresh={refetch}>
      {data !== undefined && <House {...data} />}
      {data === undefined && error === null && <Waiting />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
    </Page>
  );
};

const House = ({ log, owners, asOf, figures }: Output<'housePage'>) => {
  const t = useT();
  return (
    <>
      <p className={styles.lead}>{t('house.lead')}</p>
      {owners !== undefined && <Owners of={owners} />}
      <div className={styles.grid}>
        <LogCard log={log} />
        <MarginsCard margins={figures.margins} asOf={asOf} />
        <CalibrationCard bands={figures.calibration} matches={figures.payouts.matches} asOf={asOf} />
        <OwedCard owed={figures.owed} />
        <TimesCard figures={figures} asOf={asOf} />
        <BetsCard figures={figures} asOf={asOf} />
        <PlayCard play={figures.play} asOf={asOf} />
        <AgainCard log={log} />
      </div>
    </>
  );
};

/** Whether a second owner checks who is let into the office: with one owner left, nothing else on this page is checked by two. */
const Owners = ({ of: { state, from } }: { of: NonNullable<Output<'housePage'>['owners']> }) => {
  const t = useT();
  if (state === 'alone') return <p className={styles.lead}>{t('house.ownerAlone')}</p>;
  if (state !== 'asked' || from === undefined) return null;
  const date = formatLongDate(from, { lan: currentLan(), timeZone: deviceTimeZone() });
  return <p className={styles.lead}>{t('house.ownerAsked', { date })}</p>;
};

const Waiting = () => (
  <div className={styles.grid}>
    {[11, 16, 16, 9, 9, 9].map((height, at) => (
      <div key={`${at} ${height}`} data-part={at === 0 ? 'log' : undefined}>
        <Card>
          <Skeleton height={height} />
        </Card>
      </div>
    ))}
  </div>
);

/** What went another way: results that were corrected, what is void, and bets that were refused. */
const BetsCard = ({
  figures: { corrections, voids, refused },
  asOf,
}: {
  figures: HouseFigures;
  asOf: AsOf;
}) => {
  const t = useT();
  const lan = currentLan();
  const count = (cases: number): string => formatCount(cases, { lan });
  return (
    <Part part="bets" title={t('house.changes')} words={t('house.changesText')} asOf={asOf}>
      <Facts>
        <Fact label={t('house.correctedResults')}>{count(corrections.results)}</Fact>
        <Fact label={t('house.correctedBets')}>{count(corrections.bets)}</Fact>
        <Fact label={t('house.correctedBalances')}>{count(corrections.balances)}</Fact>
        <Fact label={t('house.voidMatches')}>{count(voids.matches)}</Fact>
        <Fact label={t('house.voidMarkets')}>{count(voids.markets)}</Fact>
      </Facts>
      <h3 className={styles.small}>{t('house.refused')}</h3>
      {refused.length === 0 ? (
        <p className={styles.words}>{t('house.noRefused')}</p>
      ) : (
        <Facts>
          {refused.map(({ reason, count: cases }) => (
            <Fact key={reason} label={t(`house.refusal.${reason}`)}>
              {count(cases)}
            </Fact>
          ))}
        </Facts>
      )}
    </Part>
  );
};

/** Numbers of members are published from this many on, rounded down to tens. */
const countedFrom = 10;

/** How many members use limits and breaks. */
const PlayCard = ({ play, asOf }: { play: HouseFigures['play']; asOf: AsOf }) => {
  const t = useT();
  const lan = currentLan();
  const members = (count: number | undefined): string =>
    count === undefined
      ? t('house.fewer', { count: isolated(formatCount(countedFrom, { lan })) })
      : t('house.atLeast', { count: isolated(formatCount(count, { lan })) });
  return (
    <Part
      part="play"
      title={t('house.play')}
      words={
        play === undefined
          ? undefined
          : t('house.playText', { day: formatLongDate(`${play.day}T12:00:00Z`, { lan, timeZone: 'UTC' }) })
      }
      asOf={play && asOf}
    >
      {play === undefined ? (
        <Later title={t('house.noPlay')}>{t('house.noPlayHint')}</Later>
      ) : (
        <Bigs>
          <Big words name={t('house.withLimits')}>
            {members(play.withLimits)}
          </Big>
          <Big words name={t('house.excluded')}>
            {members(play.excluded)}
          </Big>
        </Bigs>
      )}
    </Part>
  );
};

/** How anybody computes the figures again. */
const AgainCard = ({ log: { vkey } }: { log: HouseLog }) => {
  const t = useT();
  const origin = apiOrigin(location);
  const command = `npm run audit -- ${origin}`;
  return (
    <Part part="again" title={t('house.again')} words={t('house.againText')}>
      <CopyBox label={t('house.command')} text={`${command} --key '${vkey}'`} shown={`${command} --key …`} />
      <a className={styles.link} href={`${origin}/log/checkpoint`} target="_blank" rel="noreferrer">
        {t('house.checkpointLink')}
      </a>
    </Part>
  );
};
