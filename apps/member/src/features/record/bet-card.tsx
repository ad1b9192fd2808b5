import type { Bet, BetState, BetLeg } from '@touchline/contract/shapes/bet';
import { formatCount, formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { memo, use, useId, useState, createContext } from 'react';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { LabelledFigure } from '../../ui/facts.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useSayChanges } from '../../ui/aloud.tsx';
import { CashOutButton } from '../cash-out/cash-out-button.tsx';
import { canBeSold } from '../cash-out/cash-out-state.ts';
import { isolated } from '../labels/bidi.ts';
import { matchName } from '../labels/match-name.ts';
import { Moment, whenText, useNow } from '../labels/time.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import { marketBeside, selectionName } from '../labels/selection-name.ts';
import { betTitle, PartLines } from '../labels/leg-lines.tsx';
import { useScale } from '../labels/use-scale.ts';
import { BetHistory } from './bet-history.tsx';
import { BetLegs, LegScore } from './bet-legs.tsx';
import { potentialNow } from './figures.ts';
import { isSettled } from './timeline.ts';
import styles from './record.module.css';

const looks = {
  waiting: { icon: 'clock', tone: 'quiet' },
  in_progress: { icon: 'ball', tone: 'quiet' },
  win: { icon: 'check', tone: 'pitch' },
  lose: { icon: 'cross', tone: 'red' },
  refund: { icon: 'undo', tone: 'amber' },
} as const satisfies Record<BetState, { icon: IconName; tone: 'quiet' | 'pitch' | 'red' | 'amber' }>;

/** The state of a bet by icon, word and colour. */
const BetTag = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const { icon, tone } = looks[bet.state];
  return (
    <Tag tone={tone}>
      <Icon name={icon} size="small" />
      {t(`record.state.${bet.state}`)}
    </Tag>
  );
};

/** A bet: what it is on, money and state, which is read aloud when it changes; a tap opens its history. */
export const BetCard = memo(function BetCard({ bet, opened = false }: { bet: Bet; opened?: boolean }) {
  const [isUnfolded, setUnfolded] = useState(opened);
  const ownId = useId();
  const beside = use(BesideContext);
  const isOpen = beside === undefined ? isUnfolded : beside.shown === bet.id;
  const id = beside === undefined ? ownId : besideId;
  const scale = useScale();
  const t = useT();
  useSayChanges(`${titleOf(bet)}: ${t(`record.state.${bet.state}`)}`);
  return (
    <Card>
      <article className={styles.bet} data-beside={beside && isOpen}>
        <button
          type="button"
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => (beside === undefined ? setUnfolded(!isOpen) : beside.show(bet.id))}
        >
          <span className={styles.betCardMatch}>{titleOf(bet)}</span>
          <BetTag bet={bet} />
          <span className={styles.arrow} data-open={beside === undefined ? isOpen : 'beside'}>
            <Icon name="down" size="small" />
          </span>
          <Selection bet={bet} />
          <span className={styles.times}>
            <span>
              {t('record.betTime')} · <Moment at={bet.placedAt} />
            </span>
            {bet.legs.length === 1 && bet.legs.map((leg) => <KickOff key={leg.event} leg={leg} />)}
          </span>
        </button>
        {bet.legs.length > 1 ? (
          <>
            <LegProgress legs={bet.legs} />
            <BetLegs legs={bet.legs} />
          </>
        ) : (
          bet.legs.map((leg) => <PartLines key={leg.event} leg={leg} withOutcomes />)
        )}
        <Figures bet={bet} />
        {canBeSold(bet, potentialNow(bet, scale)) && <CashOutButton bet={bet} />}
        {beside === undefined && (
          <div id={id} hidden={!isOpen}>
            {isOpen && <BetHistory bet={bet} />}
          </div>
        )}
      </article>
    </Card>
  );
});

/** When the match of a single begins, in words while it is to come. */
const KickOff = ({ leg: { state, kickOff } }: { leg: BetLeg }) => {
  const t = useT();
  const now = useNow();
  return (
    <span>
      {t('record.step.kick_off')} · {state === 'waiting' ? whenText(kickOff, now) : <Moment at={kickOff} />}
    </span>
  );
};

/** The match of a single, else the kind of bet. */
export const titleOf = (bet: Bet): string => {
  const [leg] = bet.legs;
  return bet.legs.length === 1 && leg !== undefined ? matchName(leg) : betTitle(bet);
};

/** "Over 2.5 · Total goals · 2–1 (1–0)" of a single; the stake per line of a system. */
const Selection = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const [leg] = bet.legs;
  if (bet.type === 'system') {
    const amount = isolated(formatMoney(bet.unit, { lan: currentLan() }));
    return <span className={styles.betCardSelection}>{t('record.perLine', { amount })}</span>;
  }
  if (bet.legs.length > 1 || leg === undefined) return null;
  return (
    <span className={styles.betCardSelection}>
      {[selectionName(leg), marketBeside(leg)].filter((text) => text !== undefined).join(' · ')}
      <LegScore leg={leg} />
    </span>
  );
};

const Figures = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const lan = currentLan();
  const scale = useScale();
  const oddsText = useOddsText();
  // What was paid for it is all it brings.
  const isSoldWhole = isSettled(bet) && bet.cashOut !== undefined && bet.payout === undefined;
  return (
    <dl className={styles.figures}>
      <LabelledFigure label={t('record.stake')}>{formatMoney(bet.stake, { lan })}</LabelledFigure>
      {bet.type !== 'system' && (
        <LabelledFigure label={t('record.odds')}>{oddsText(bet.odds)}</LabelledFigure>
      )}
      {!isSoldWhole && (
        <LabelledFigure
          label={isSettled(bet) ? t('record.received') : t('record.potential')}
          state={bet.state}
        >
          {formatMoney(isSettled(bet) ? (bet.payout ?? formatAmount(0n, scale)) : potentialNow(bet, scale), {
            lan,
          })}
        </LabelledFigure>
      )}
      {bet.cashOut !== undefined && (
        <LabelledFigure label={t('record.cashedOut')}>{formatMoney(bet.cashOut, { lan })}</LabelledFigure>
      )}
      {bet.openStake !== undefined && !isSettled(bet) && (
        <LabelledFigure label={t('record.openStake')}>{formatMoney(bet.openStake, { lan })}</LabelledFigure>
      )}
    </dl>
  );
};

/** Decided legs come first, then those in play, then those not started. */
const legOrder = [
  'win',
  'refund',
  'lose',
  'in_progress',
  'waiting',
] as const satisfies readonly BetLeg['state'][];

/** The progress of a combined bet: a mark for each leg, and how many of them are won, lost, in progress and not started. */
const LegProgress = ({ legs }: { legs: readonly BetLeg[] }) => {
  const t = useT();
  const groups = legOrder
    .map((state) => ({ state, count: legs.filter((leg) => leg.state === state).length }))
    .filter(({ count }) => count > 0);
  return (
    <div className={styles.progress}>
      <span className={styles.marks} aria-hidden="true">
        {groups.flatMap(({ state, count }) =>
          Array.from({ length: count }, (_, at) => <span key={`${state} ${at}`} data-state={state} />),
        )}
      </span>
      <p className={styles.words}>
        {groups
          .map(
            ({ state, count }) =>
              `${t(`record.state.${state}`)}\u00a0${formatCount(count, { lan: currentLan() })}`,
          )
          .join(' · ')}
      </p>
    </div>
  );
};

/** Which bet of a list has its history next to the list, and the way to choose another. */
type Beside = { shown: string | undefined; show: (id: string) => void };

/** Undefined where a card opens its history within itself. */
export const BesideContext = createContext<Beside | undefined>(undefined);

/** Id of the place next to the list. */
export const besideId = 'bet-beside';
