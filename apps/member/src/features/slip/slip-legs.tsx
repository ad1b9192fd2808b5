import { formatMoney, formatPercent } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { useQuery } from '@tanstack/react-query';
import { parseOdds, rateOfReturn } from '@touchline/money/odds';
import { callQuery } from '../../lib/query.ts';
import { MatchClock } from '../labels/match-clock.tsx';
import { scoreText } from '../labels/match-name.ts';
import { isInPlay } from '../live/event-patch.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolated } from '../labels/bidi.ts';
import { kickOffAt, useNow } from '../labels/time.tsx';
import { selectionName, textUnder } from '../labels/selection-name.ts';
import { typedText } from '../number-pad/keypad.ts';
import { useOddsText } from '../labels/odds-text.ts';
import { idOf, type SlipSelection } from './selection.ts';
import type { BetView, SlipView } from './quote.ts';
import { SlipBuilder } from './slip-builder.tsx';
import { removePick } from './slip-changes.ts';
import { dispatchSlip } from './slip-store.ts';
import { blockOf, isClosed, type Item, oddsNow, priceToAnswer, type SlipState, targetOf } from './slip.ts';
import styles from './slip.module.css';

/** The odds of a selection; after a move the earlier price is shown next to them. */
const LegPrice = ({ item, size }: { item: Item; size: 'm' | 'l' }) => {
  const oddsText = useOddsText();
  const moved = priceToAnswer(item);
  const before = moved === undefined ? item.before : item.agreed;
  return (
    <span className={`figures ${styles.legsOdds}`} data-size={size} data-moved={before !== undefined}>
      {before !== undefined && (
        <span className={styles.before} aria-hidden="true">
          <s>
            <bdi dir="ltr">{oddsText(before)}</bdi>
          </s>{' '}
          <span className={`${styles.arrow} flips`}>→</span>{' '}
        </span>
      )}
      <bdi dir="ltr">{oddsText(moved ?? item.agreed)}</bdi>
    </span>
  );
};

/**
 * That a match is a replay. Score and minute of one in play, after a blank where a line can break; `before` until it kicks off. The slip keeps its
 * matches up to date.
 */
const LegMoment = ({ pick, before }: { pick: SlipSelection; before?: string }) => {
  const { data } = useQuery(callQuery('eventDetail', { id: pick.event }));
  const t = useT();
  const replay = data?.replay === true && <> · {t('event.replay')}</>;
  if (data === undefined || !isInPlay(data.state)) {
    return (
      <>
        {replay}
        {before}
      </>
    );
  }
  const score = data.score?.ft;
  return (
    <>
      {replay}{' '}
      <span className={styles.live}>
        {score !== undefined && <b className="figures">{scoreText(score)}</b>} <MatchClock event={data} />
      </span>
    </>
  );
};

type LegProps = {
  item: Item;
  /** The single on this selection, where each is a bet of its own. */
  bet: BetView | undefined;
  isConflict: boolean;
  isTarget: boolean;
  isSending: boolean;
  scale: number;
  onStake: () => void;
};

/** One selection among several: its name, its price, what prevents the bet, and its own stake. */
const SlipLeg = ({ item, bet, isConflict, isTarget, isSending, scale, onStake }: LegProps) => {
  const t = useT();
  const lan = currentLan();
  const { pick } = item;
  const block = blockOf(item);
  const name = selectionName(pick);
  const trouble = useTrouble(item, isConflict);
  const stake = isClosed(item) ? undefined : bet;
  return (
    <li className={styles.leg} data-trouble={trouble !== undefined}>
      <div className={styles.legWhat}>
        <p className={styles.legSelection}>{name}</p>
        <p className={styles.legMatch}>
          {textUnder(pick)}
          <LegMoment pick={pick} />
        </p>
        {stake !== undefined && stake.quote.stakeMinor > 0n && (
          <p className={styles.receive}>
            <span className="visually-hidden">{t('slip.receive')} </span>
            <span aria-hidden="true" className={`${styles.arrow} flips`}>
              →
            </span>{' '}
            <bdi dir="ltr">{formatMoney(formatAmount(stake.quote.receiveMinor, scale), { lan })}</bdi>
          </p>
        )}
        {trouble !== undefined && <p className={styles.legsTrouble}>{trouble}</p>}
      </div>
      <div className={styles.side} data-staked={stake !== undefined}>
        {block === 'suspended' || block === 'closed' ? (
          <Icon name="lock" size="small" />
        ) : (
          <LegPrice item={item} size="m" />
        )}
        {stake !== undefined && (
          <button
            type="button"
            className={styles.stake}
            aria-pressed={isTarget}
            disabled={isSending}
            onClick={onStake}
          >
            <span className="visually-hidden">{t('slip.stakeOn', { selection: name })} </span>
            <bdi dir="ltr" className="figures" data-empty={stake.ticket.stake === ''}>
              {typedText(stake.ticket.stake, lan)}
            </bdi>
          </button>
        )}
      </div>
      <span className={styles.legRemove}>
        <IconButton
          label={t('slip.removeLeg', { selection: name })}
          icon={{ name: 'bin' }}
          disabled={isSending}
          onClick={() => removePick(pick)}
        />
      </span>
      <SlipBuilder item={item} compact />
    </li>
  );
};

/** What is wrong with this selection, in a few words. */
function useTrouble(item: Item, isConflict: boolean): string | undefined {
  const t = useT();
  const block = blockOf(item);
  if (item.ticket.phase === 'unheard') return t('slip.noAnswer');
  if (block === 'suspended') return t('event.suspended');
  if (block === 'closed') return t('event.closed');
  if (isConflict) return t('slip.sameMatch');
  return item.ticket.refused?.text;
}

type Props = { slip: SlipState; view: SlipView; scale: number; onStake: () => void };

/** All selections of a slip of several. */
export const SlipLegs = ({ slip, view, scale, onStake }: Props) => {
  const t = useT();
  const target = targetOf(slip);
  return (
    <ul aria-label={t('slip.selections')}>
      {slip.items.map((item) => {
        const id = idOf(item.pick);
        return (
          <SlipLeg
            key={id}
            item={item}
            bet={
              view.tab === 'single'
                ? view.bets.find(({ of }) => typeof of !== 'string' && of.single === id)
                : undefined
            }
            isConflict={view.conflicts.has(id)}
            isTarget={slip.same || target === id}
            isSending={view.isSending}
            scale={scale}
            onStake={() => {
              dispatchSlip({ type: 'target', id });
              onStake();
            }}
          />
        );
      })}
    </ul>
  );
};

/** What is bet on and at which odds, for a slip of one selection. */
export const SlipHead = ({ item }: { item: Item }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const { pick } = item;
  const oddsMilli = parseOdds(oddsNow(item));
  const { clock, day } = kickOffAt(pick.kickOff, now);
  const when = day === undefined ? clock : `${day} ${clock}`;
  return (
    <div className={styles.head}>
      <div className={styles.legsWhat}>
        <p className={styles.legsSelection}>{selectionName(pick)}</p>
        <p className={styles.legsMatch}>
          {textUnder(pick)}
          <LegMoment pick={pick} before={`\u00a0· ${when}`} />
        </p>
      </div>
      {!isClosed(item) && (
        <div className={styles.price}>
          <LegPrice item={item} size="l" />
          {oddsMilli !== undefined && (
            <p className={`figures ${styles.rate}`}>
              {t('slip.return', { percent: isolated(formatPercent(rateOfReturn(oddsMilli), { lan })) })}
            </p>
          )}
        </div>
      )}
      <span className={styles.remove}>
        <IconButton
          label={t('slip.remove')}
          icon={{ name: 'bin' }}
          disabled={item.ticket.phase === 'placing'}
          onClick={() => removePick(pick)}
        />
      </span>
    </div>
  );
};
