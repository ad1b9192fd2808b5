import { Button, TextInput } from '@mantine/core';
import type { OfficeEventDetail } from '@touchline/contract/shapes/office-trading';
import { stageName } from '@touchline/locales/feed-names';
import { useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats, useSite } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Ask } from '../../features/trading/ask.tsx';
import { KeyButton } from '../../features/trading/key-button.tsx';
import { nameOfCompetition, nameOfMarket, nameOfMatch, nameOfTeam } from '../../features/trading/names.ts';
import { refreshTrading } from '../../features/trading/stops.tsx';
import { momentOfWall, wallTime } from '../../lib/wall-time.ts';
import { Note } from '../../ui/notices.tsx';
import { BasisFact, BasisNote, FeedAge, goalsText, MatchPhase, Offer } from './match-marks.tsx';
import styles from './matches.module.css';

const exposureAgainMs = 15_000;

/** Where a match is: score, minute, feed, offer, what it may cost; and the button that stops it. */
export const MatchHead = ({ of }: { of: OfficeEventDetail }) => {
  const t = useT();
  const { money, when, currency } = useFormats();
  const { event, feed, stakes } = of;
  const may = useMay();
  const exposure = useCall(
    'officeExposureEvent',
    { id: event.id },
    { enabled: may('officeExposureEvent'), follow: exposureAgainMs },
  );
  const { score, competition } = event;
  const isOver = !event.live && event.state !== 'scheduled';
  // Once a match is over and settled nothing is at risk any more.
  const worst = isOver && of.settlement === 'done' ? undefined : exposure.data?.worst;
  return (
    <section className={styles.head} aria-label={nameOfMatch(event)}>
      <div className={styles.board}>
        <span className={styles.team}>{nameOfTeam(event.home)}</span>
        <span className={styles.score}>{score?.ft === undefined ? '–' : goalsText(score.ft)}</span>
        <span className={styles.team}>{nameOfTeam(event.away)}</span>
        <span className={styles.under}>
          <MatchPhase of={event} />
          {score?.ht !== undefined && <span>{t('match.halfTime', { score: goalsText(score.ht) })}</span>}
          {event.redCards !== undefined && (
            <span>{t('match.redCards', { cards: goalsText(event.redCards) })}</span>
          )}
        </span>
      </div>
      <dl className={styles.facts}>
        <Fact name={t('match.competition')}>
          {nameOfCompetition(competition)}
          {competition.stage !== undefined && ` · ${stageName(competition.stage, t)}`}
        </Fact>
        <Fact name={t('match.kickOff')}>{when(event.kickOff)}</Fact>
        <Fact name={t('match.feed')}>
          {feed.name} · <FeedAge of={of} />
        </Fact>
        <Fact name={t('match.offer')}>
          <Offer of={of} />
        </Fact>
        <Fact name={t('basis.title')}>
          <BasisFact of={of} />
        </Fact>
        <Fact name={t('match.stakes', { currency })}>{money(stakes.singles)}</Fact>
        {worst !== undefined && (
          <Fact name={t('match.worst', { currency })}>
            {Number(worst) > 0 ? <span className={styles.cost}>−{money(worst)}</span> : t('match.safe')}
          </Fact>
        )}
      </dl>
      <MatchStop of={of} />
      <MatchMove of={of} />
      {of.basis !== undefined && !isOver && (
        <div className={styles.wide}>
          <BasisNote of={of.basis} />
          {of.againstBasis.length > 0 && (
            <Note>
              {t('basis.against', {
                markets: of.againstBasis.map((market) => nameOfMarket({ market })).join(', '),
              })}
            </Note>
          )}
        </div>
      )}
      {of.withheld && (
        <div className={styles.wide}>
          <Note>{t('match.withheld')}</Note>
        </div>
      )}
    </section>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Suspends the match as a whole, or shows who did and reopens it. */
const MatchStop = ({ of: { event, stops } }: { of: OfficeEventDetail }) => {
  const t = useT();
  const may = useMay();
  const { when } = useFormats();
  const [asks, setAsks] = useState(false);
  const whole = stops.find(({ market }) => market === undefined);
  const isOver = !event.live && event.state !== 'scheduled';
  const callbacks = {
    onDone: () => {
      setAsks(false);
      void refreshTrading();
    },
    onBack: () => setAsks(false),
    onRefused: () => void refreshTrading(),
  };
  const canChange = may('officeSuspend') && !asks && (whole !== undefined || !isOver);
  return (
    <>
      {canChange && (
        <div className={styles.action}>
          <KeyButton
            keys="m"
            text={whole ? t('match.openAgain') : t('match.stop')}
            harm={whole === undefined}
            onPress={() => setAsks(true)}
          />
        </div>
      )}
      {whole && (
        <div className={styles.wide}>
          <Note>
            {t('match.stoppedBy', { who: whole.by.name, when: when(whole.at), reason: whole.reason })}
          </Note>
        </div>
      )}
      {asks && (
        <div className={styles.wide}>
          {whole ? (
            <Ask
              sentence={t('stop.openSure')}
              label={t('match.openAgain')}
              run={(reason) => call('officeOpen', { stop: whole.id, reason })}
              {...callbacks}
            />
          ) : (
            <Ask
              sentence={t('match.stopSure', { match: nameOfMatch(event) })}
              label={t('match.stop')}
              harm
              usual={t('stop.usual')}
              run={(reason) => call('officeSuspend', { event: event.id, reason })}
              {...callbacks}
            />
          )}
        </div>
      )}
    </>
  );
};

/** The feed that operators are themselves. */
const ownFeed = 'office';

/** Changes the kick-off of a match that operators brought, while it is to come. */
const MatchMove = ({ of: { event, feed } }: { of: OfficeEventDetail }) => {
  const t = useT();
  const { timeZone } = useSite();
  const { when } = useFormats();
  const mayMove = useMay()('officeEventMove');
  const [typed, setTyped] = useState<string>();
  const [moved, setMoved] = useState<string>();
  if (!mayMove || feed.name !== ownFeed || event.state !== 'scheduled') return null;
  const to = typed === undefined ? undefined : momentOfWall(typed, timeZone);
  if (typed === undefined) {
    return (
      <>
        <div className={styles.move}>
          <KeyButton
            keys="d"
            text={t('match.move')}
            onPress={() => {
              setMoved(undefined);
              setTyped(wallTime(new Date(event.kickOff), timeZone));
            }}
          />
        </div>
        {moved !== undefined && (
          <div className={styles.wide}>
            <Note done>{t('match.moved', { when: when(moved) })}</Note>
          </div>
        )}
      </>
    );
  }
  const isOther = to !== undefined && to.getTime() !== Date.parse(event.kickOff);
  return (
    <div className={styles.wide}>
      <TextInput
        type="datetime-local"
        label={t('match.newKickOff', { zone: timeZone })}
        description={t('match.moveHint')}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        className={styles.moment}
      />
      {!isOther && (
        <Button variant="default" onClick={() => setTyped(undefined)}>
          {t('decision.back')}
        </Button>
      )}
      {isOther && (
        <Ask
          isQuiet
          sentence={t('match.moveSure', { from: when(event.kickOff), to: when(to.toISOString()) })}
          label={t('match.move')}
          run={async (reason) => {
            await call('officeEventMove', {
              event: event.id,
              from: event.kickOff,
              to: to.toISOString(),
              reason,
            });
          }}
          onDone={() => {
            setTyped(undefined);
            setMoved(to.toISOString());
            void refreshTrading();
          }}
          onBack={() => setTyped(undefined)}
          onRefused={() => void refreshTrading()}
        />
      )}
    </div>
  );
};
