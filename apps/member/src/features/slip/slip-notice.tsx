import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatMoney } from '@touchline/locales/format';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useSuspendedText } from '../betting/suspended-text.ts';
import { isolated } from '../labels/bidi.ts';
import { useOddsText } from '../labels/odds-text.ts';
import { useRestriction } from '../play/use-restriction.ts';
import { type BetView, type Bounds, type SlipView, tighter } from './quote.ts';
import { blockOf } from './slip.ts';
import styles from './slip.module.css';
import { dispatchSlip } from './slip-store.ts';
import type { Combine } from './use-combine.ts';
import { useLiveDelay } from './use-live-delay.ts';

type Props = { view: SlipView; bet: BetView; bounds: Bounds; combine: Combine | undefined };

/** Words, additional words that are only read aloud, and the way out with one tap. */
type Notice = {
  text: string;
  aloud?: string;
  act?: { label: string; do: () => void };
  /** A second action. */
  orElse?: { label: string; do: () => void };
  /** Links to safer play, which shows limits and time-outs. */
  toPlay?: 'limits' | 'help';
  /** Links to the recharge page: the wallet holds too little. */
  toRecharge?: true;
  isQuiet?: boolean;
};

/** What prevents the bet, the most pressing first, with the action that helps. */
export const SlipNotice = ({ id, ...props }: Props & { id: string }) => {
  const notice = useNotice(props);
  return (
    <output id={id} className={styles.region}>
      {notice !== undefined && (
        <div
          className={styles.notice}
          data-quiet={notice.isQuiet}
          data-several={
            notice.act !== undefined && (notice.orElse !== undefined || notice.toRecharge !== undefined)
          }
        >
          <span>
            {notice.text}
            {notice.aloud !== undefined && <span className="visually-hidden"> {notice.aloud}</span>}
          </span>
          {notice.act !== undefined && <Act onClick={notice.act.do}>{notice.act.label}</Act>}
          {notice.orElse !== undefined && <Act onClick={notice.orElse.do}>{notice.orElse.label}</Act>}
          {notice.toPlay !== undefined && <ToPlay open={notice.toPlay} />}
          {notice.toRecharge !== undefined && <ToRecharge />}
        </div>
      )}
    </output>
  );
};

const Act = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className={styles.take} onClick={onClick}>
    {children}
  </button>
);

const ToPlay = ({ open }: { open: 'limits' | 'help' }) => {
  const t = useT();
  return (
    <Link to="/pages/information/play" search={{ open }} className={styles.take}>
      {t(open === 'limits' ? 'play.limitsLink' : 'nav.play')}
    </Link>
  );
};

const ToRecharge = () => {
  const t = useT();
  return (
    <Link to="/pages/recharge/recharge" className={styles.take}>
      {t('nav.recharge')}
    </Link>
  );
};

function useNotice({ view, bet, bounds, combine }: Props): Notice | undefined {
  const paused = usePausedNotice();
  const blocked = useBlockNotice(view, bet, combine);
  const moved = useMovedNotice(view);
  const refused = useRefusedNotice(bet, bounds);
  const stake = useStakeNotice(view, bet, bounds);
  const live = useLiveNotice(view);
  if (view.isSending) return live;
  return paused ?? blocked ?? moved ?? refused ?? stake ?? live;
}

/** Says that betting is closed while the member has paused play. */
function usePausedNotice(): Notice | undefined {
  const t = useT();
  return useRestriction() === undefined ? undefined : { text: t('shell.bettingClosed'), toPlay: 'help' };
}

function useBlockNotice(view: SlipView, bet: BetView, combine: Combine | undefined): Notice | undefined {
  const t = useT();
  const suspendedText = useSuspendedText();
  if (bet.ticket.phase === 'unheard') return { text: t('slip.unheard') };
  if (view.conflicts.size > 0) {
    return {
      text: combine?.failure ?? t('slip.conflict'),
      ...(combine !== undefined && { act: { label: t('builder.combine'), do: combine.run } }),
      orElse: { label: t('slip.asSingles'), do: () => dispatchSlip({ type: 'tab', tab: 'single' }) },
    };
  }
  // The button removes what has closed.
  if (view.isClosed) {
    const hasSeveral = bet.items.length > 1 || bet.items[0]?.pick.parts !== undefined;
    return { text: hasSeveral ? t('slip.someClosed') : t('slip.closed') };
  }
  if (bet.items.some((item) => blockOf(item) === 'suspended')) return { text: suspendedText };
  return undefined;
}

function useMovedNotice({ moved }: SlipView): Notice | undefined {
  const t = useT();
  const oddsText = useOddsText();
  const [first] = moved;
  if (first?.offer === undefined) return undefined;
  const [before, after] = [oddsText(first.agreed), oddsText(first.offer.odds ?? '')];
  return {
    text: moved.length === 1 ? t('slip.moved') : t('slip.pricesMoved', { count: moved.length }),
    aloud: t('slip.fromTo', { before, after }),
  };
}

function useRefusedNotice(
  { of, ticket: { refused } }: BetView,
  { available, scale }: Bounds,
): Notice | undefined {
  const t = useT();
  const lan = currentLan();
  if (refused === undefined) return undefined;
  if (refused.reason === 'limit_reached') return { text: refused.text, toPlay: 'limits' };
  if (refused.reason === 'excluded') return { text: refused.text, toPlay: 'help' };
  // One tap leads to a stake that can be placed: never to more than the wallet holds.
  const stake =
    refused.max === undefined
      ? refused.min
      : of === 'system'
        ? refused.max
        : tighter(refused.max, available, scale);
  // A counter-offer of nothing is a plain no.
  if (stake === undefined || !/[1-9]/.test(stake)) return { text: refused.text };
  const label = t('slip.take', { amount: isolated(formatMoney(stake, { lan })) });
  return { text: refused.text, act: { label, do: () => dispatchSlip({ type: 'stake', of, stake }) } };
}

function useStakeNotice(view: SlipView, bet: BetView, bounds: Bounds): Notice | undefined {
  const t = useT();
  const lan = currentLan();
  const { of, quote, figures, max } = bet;
  const { available, min, scale } = bounds;
  const money = (amount: string) => isolated(formatMoney(amount, { lan }));
  const insufficient = { text: t('slip.insufficient'), toRecharge: true } as const;
  const lines = BigInt(figures.lines);
  const minor = (amount: bigint) => formatAmount(amount, scale);
  /** The stake of one line that makes the whole bet this much, rounded towards what is allowed. */
  const offer = (unit: string): Pick<Notice, 'act'> =>
    /[1-9]/.test(unit)
      ? {
          act: {
            label: t('slip.take', { amount: money(unit) }),
            do: () => dispatchSlip({ type: 'stake', of, stake: unit }),
          },
        }
      : {};
  if (quote.problem === 'under_min') {
    const unit = minor(((parseAmount(min, scale) ?? 0n) + lines - 1n) / lines);
    return { text: t('slip.min', { amount: money(min) }), ...offer(unit) };
  }
  if (quote.problem === 'over_max') {
    // The wallet may hold less than the bet's maximum: the lower of the two is shown.
    const bound = tighter(max, available, scale);
    const unit = minor((parseAmount(bound, scale) ?? 0n) / lines);
    return {
      ...(bound === max ? { text: t('slip.max', { amount: money(max) }) } : insufficient),
      ...offer(unit),
    };
  }
  if (view.isBeyondWallet) {
    // Several bets share what the wallet holds: no stake is the right one for each.
    const unit = minor((parseAmount(available, scale) ?? 0n) / lines);
    return { ...insufficient, ...(view.bets.length === 1 && offer(unit)) };
  }
  return undefined;
}

/** A live bet is accepted only some seconds after it was sent. */
function useLiveNotice({ bets, isSending }: SlipView): Notice | undefined {
  const t = useT();
  const delayMs = useLiveDelay(bets);
  if (delayMs === 0) return undefined;
  const seconds = Math.ceil(delayMs / 1_000);
  return {
    text: isSending ? t('slip.liveWaiting') : t('slip.liveDelay', { seconds }),
    isQuiet: true,
  };
}
