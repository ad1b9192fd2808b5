import type { BetMoment, BetState, LegPart, BetLeg } from '@touchline/contract/shapes/bet';
import { formatOdds } from '@touchline/locales/format';
import { coverName } from '@touchline/money/system-names';
import { Fragment } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { nameOfLeg, nameOfMarket, nameOfMatch, nameOfPart, scoreText } from '../../features/trading/names.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import styles from './members.module.css';

export const toneOfBet: Readonly<Record<BetState, Tone>> = {
  waiting: 'plain',
  in_progress: 'wait',
  win: 'good',
  lose: 'bad',
  refund: 'plain',
};

const odds = (text: string): string => formatOdds(text, { lan: currentLan() });

/** One bet: its money, its legs with their results, and its history. */
export const BetDetail = ({ member, id }: { member: string; id: string }) => {
  const t = useT();
  const { money, when, currency } = useFormats();
  const { percent } = useDayFormats();
  const { data, error, refetch } = useCall('officeMemberBet', { member, id });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={8} />;
  const amount = (text: string): string => `${money(text)} ${currency}`;
  return (
    <>
      <Facts
        of={[
          [
            t('column.state'),
            <Tag key="state" tone={toneOfBet[data.state]}>
              {t(`betState.${data.state}`)}
            </Tag>,
          ],
          [
            t('bet.type'),
            `${t(`betType.${data.type}`)} ${coverName(data.k, data.legs.length) ?? (data.k === undefined ? '' : `${data.k}/${data.legs.length}`)}`,
          ],
          [t('bet.stake'), amount(data.stake)],
          [t('bet.odds'), odds(data.odds)],
          [t('bet.potential'), amount(data.potential)],
          [t('bet.kept'), data.kept === undefined ? undefined : percent(data.kept)],
          [t('bet.cashedOut'), data.cashOut === undefined ? undefined : amount(data.cashOut)],
          [t('bet.openStake'), data.openStake === undefined ? undefined : amount(data.openStake)],
          [t('bet.payout'), data.payout === undefined ? undefined : amount(data.payout)],
          [t('bet.placed'), when(data.placedAt)],
          [t('bet.settled'), data.settledAt === undefined ? undefined : when(data.settledAt)],
          [t('bet.rules'), data.rules],
          [t('bet.id'), data.id],
        ]}
      />
      <Section title={t('bet.legs')}>
        <div>
          {data.legs.map((leg, at) => (
            <LegLine key={`${leg.event} ${at}`} leg={leg} />
          ))}
        </div>
      </Section>
      <Section title={t('bet.history')}>
        <dl className={styles.timeline}>
          {data.timeline.map((moment, at) => (
            <Fragment key={`${moment.at} ${at}`}>
              <dt>{when(moment.at)}</dt>
              <dd>
                <MomentText of={moment} legs={data.legs} />
              </dd>
            </Fragment>
          ))}
        </dl>
      </Section>
    </>
  );
};

const LegLine = ({ leg }: { leg: BetLeg }) => {
  const t = useT();
  const { when } = useFormats();
  const { score } = leg;
  return (
    <div className={styles.leg}>
      <div className={styles.legTitle}>
        <span>{nameOfMatch(leg)}</span>
        <Tag tone={toneOfBet[leg.state]}>
          {leg.outcome === undefined ? t(`betState.${leg.state}`) : t(`outcome.${leg.outcome}`)}
        </Tag>
      </div>
      {leg.parts === undefined ? (
        <span>
          {nameOfMarket({ market: leg.market })} · {nameOfLeg(leg, leg)} · {odds(leg.odds)}
        </span>
      ) : (
        <BuilderLine leg={leg} parts={leg.parts} />
      )}
      <span className={styles.soft}>
        {[
          when(leg.kickOff),
          score?.ft === undefined ? undefined : t('bet.score', { score: scoreText(score.ft) }),
          score?.ht === undefined ? undefined : t('bet.halfScore', { score: scoreText(score.ht) }),
        ]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </span>
    </div>
  );
};

/** A builder with its joint price, and each of its selections with its own price and result. */
const BuilderLine = ({ leg, parts }: { leg: BetLeg; parts: readonly LegPart[] }) => {
  const t = useT();
  const textOf = (part: LegPart): string =>
    [
      nameOfPart(part, leg),
      part.since === undefined ? undefined : `(${scoreText(part.since)})`,
      part.odds === null ? undefined : t('bet.alone', { odds: odds(part.odds) }),
      part.outcome === undefined ? undefined : t(`outcome.${part.outcome}`),
    ]
      .filter((text) => text !== undefined)
      .join(' · ');
  return (
    <>
      <span>
        {[
          nameOfMarket(leg),
          t('bet.joint', { odds: odds(leg.odds) }),
          leg.pays === undefined ? undefined : t('bet.pays', { factor: leg.pays }),
        ]
          .filter((text) => text !== undefined)
          .join(' · ')}
      </span>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <li key={[part.market, part.line, part.selection].join(' ')}>{textOf(part)}</li>
        ))}
      </ul>
    </>
  );
};

const MomentText = ({ of: moment, legs }: { of: BetMoment; legs: readonly BetLeg[] }) => {
  const t = useT();
  const { signed, currency } = useFormats();
  const leg = moment.leg === undefined ? undefined : legs[moment.leg];
  const parts = [
    t(`betMoment.${moment.what}`),
    moment.minute === undefined ? undefined : `${moment.minute}′`,
    moment.score && scoreText(moment.score),
    leg && nameOfMatch(leg),
    moment.state && t(`betState.${moment.state}`),
    moment.amount === undefined ? undefined : `${signed(moment.amount)} ${currency}`,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
};
