import { Link, useRouter } from '@tanstack/react-router';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { formatOdds } from '@touchline/money/odds';
import type { ReactNode } from 'react';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { showToast } from '../../lib/toasts.ts';
import { isolated } from '../labels/bidi.ts';
import { useOddsText } from '../labels/odds-text.ts';
import { useSecondsLeft } from '../labels/time.tsx';
import { useRestriction } from '../play/use-restriction.ts';
import { placeBets } from './place.ts';
import type { BetFigures, BetView, SlipView } from './quote.ts';
import { useLiveDelay } from './use-live-delay.ts';
import { idOf } from './selection.ts';
import type { EditQuote } from './use-edit-quote.ts';
import { removePick } from './slip-changes.ts';
import { dispatchSlip, openAfterSignIn } from './slip-store.ts';
import type { Item } from './slip.ts';
import styles from './slip.module.css';

type Props = {
  view: SlipView;
  /** The bet whose stake is being typed. */
  bet: BetView;
  scale: number;
  /** Shows the return and the margin only, where there is little space. */
  brief?: boolean;
};

/** What the stake means: the return, the chance at which it pays off, the margin and what is left. */
export const SlipSummary = ({ view, bet, scale, brief = false }: Props) => {
  const t = useT();
  const lan = currentLan();
  const money = (minor: bigint) => formatMoney(formatAmount(minor, scale), { lan });
  const { tab, total } = view;
  const isMember = useUser() !== undefined;
  const isSystem = tab === 'system';
  const isSeveral = tab === 'single' && view.bets.length > 1;
  const { figures, quote } = bet;
  const isOfOneMarket = tab === 'single' && bet.items.every(({ pick }) => pick.parts === undefined);
  return (
    <dl className={styles.summary}>
      {tab === 'accumulator' && <CombinedOdds figures={figures} />}
      {isSystem && (
        <Row label={t('slip.totalStake')}>
          <bdi dir="ltr">
            {figures.lines} × {money(quote.unitMinor)} = {money(quote.stakeMinor)}
          </bdi>
        </Row>
      )}
      <Row label={isSeveral || isSystem ? t('slip.receiveAll') : t('slip.receive')} strong>
        <bdi dir="ltr">{money(total.receiveMinor)}</bdi>
      </Row>
      {isSystem && <WinsNeeded figures={figures} count={bet.items.length} />}
      {!isSystem && !brief && <BreakEven figures={figures} />}
      {figures.margin !== undefined && (
        <Row label={isOfOneMarket ? t('slip.margin') : t('slip.marginAll')}>
          <bdi dir="ltr">{formatPercent(figures.margin, { lan })}</bdi>
        </Row>
      )}
      {isMember && !brief && (
        <Row label={t('slip.left')} short={total.leftMinor < 0n}>
          <bdi dir="ltr">{money(total.leftMinor)}</bdi>
        </Row>
      )}
    </dl>
  );
};

/** The odds of all legs together and their rate of return. */
const CombinedOdds = ({ figures }: { figures: BetFigures }) => {
  const t = useT();
  const oddsText = useOddsText();
  const percent = formatPercent(figures.rateOfReturn, { lan: currentLan() });
  return (
    <Row label={t('slip.allOdds')}>
      <bdi dir="ltr">
        <b>{oddsText(formatOdds(figures.oddsMilli))}</b>
      </bdi>{' '}
      · {t('slip.return', { percent: isolated(percent) })}
    </Row>
  );
};

const BreakEven = ({ figures }: { figures: BetFigures }) => {
  const t = useT();
  return (
    <Row label={t('slip.breakEven')}>{isolated(formatPercent(figures.breakEven, { lan: currentLan() }))}</Row>
  );
};

/** From how many right legs on a system is sure to bring its stake back. */
const WinsNeeded = ({ figures: { winsToBreakEven }, count }: { figures: BetFigures; count: number }) => {
  const t = useT();
  return (
    <Row label={t('slip.stakeBack')}>
      {winsToBreakEven === undefined
        ? t('slip.stakeBackNever')
        : t('slip.stakeBackFrom', { wins: winsToBreakEven, count })}
    </Row>
  );
};

const Row = ({
  label,
  strong = false,
  short = false,
  children,
}: {
  label: string;
  strong?: boolean;
  /** There is not as much. */
  short?: boolean;
  children: ReactNode;
}) => (
  <div className={styles.row} data-strong={strong} data-short={short}>
    <dt>{label}</dt>
    <dd className="figures">{children}</dd>
  </div>
);

/** The action of a slip with closed selections alone: it removes them. A slip of one offers to undo that. */
export const RemoveClosed = ({ items }: { items: readonly Item[] }) => {
  const t = useT();
  const [only] = items;
  const remove = () => {
    if (items.length === 1 && only !== undefined) return removePick(only.pick);
    for (const { pick } of items) dispatchSlip({ type: 'remove', id: idOf(pick) });
  };
  return <Button onClick={remove}>{items.length === 1 ? t('slip.remove') : t('slip.removeClosed')}</Button>;
};

/** The one action of the slip: take the new prices and place, try again, place, or replace the bet that it edits. */
export const SlipButton = ({
  view,
  scale,
  edit,
}: {
  view: SlipView;
  scale: number;
  edit: EditQuote | undefined;
}) => {
  const t = useT();
  const lan = currentLan();
  const oddsText = useOddsText();
  const isMember = useUser() !== undefined;
  const isPaused = useRestriction() !== undefined;
  const sendingText = useSendingText(view);
  const { moved, ready, unheard, bets } = view;
  const place = (which: typeof ready) => () => void placeBets(which, scale, edit?.quote?.quote);
  if (!isMember) return <SignInToBet />;
  // The same button all along: it keeps the focus.
  if (view.isSending) return <Button busy>{sendingText}</Button>;
  if (unheard.length > 0) return <Button onClick={place(unheard)}>{t('common.retry')}</Button>;
  const amount = isolated(formatMoney(formatAmount(view.costMinor, scale), { lan }));
  const odds = moved[0]?.offer?.odds ?? undefined;
  if (odds !== undefined) {
    // An edit has one more price to look at.
    const isPlaced = ready.length > 0 && !isPaused && edit === undefined;
    const agree = () => {
      dispatchSlip({ type: 'agree', seen: moved });
      if (isPlaced) place(ready)();
    };
    return <Button onClick={agree}>{agreeText(t, { moved, odds: oddsText(odds), isPlaced, amount })}</Button>;
  }
  if (view.isEmpty) {
    return (
      <Button tone="quiet" onClick={() => showToast(t('slip.stakeEmpty'))}>
        {t('slip.enter')}
      </Button>
    );
  }
  const canReplace = edit === undefined || (edit.quote !== undefined && bets.length === 1);
  const again = bets.some(({ ticket }) => ticket.refused?.reason === 'duplicate');
  const label = () => {
    if (edit !== undefined) return t('slip.edit.replace');
    if (again) return t('slip.placeAgain', { amount });
    return ready.length > 1
      ? t('slip.placeSeveral', { count: ready.length, amount })
      : t('slip.place', { amount });
  };
  return (
    <Button disabled={ready.length === 0 || isPaused || !canReplace} onClick={place(ready)}>
      {label()}
    </Button>
  );
};

/** The label of the button that accepts moved prices, and places the bets where there is a stake. */
const agreeText = (
  t: ReturnType<typeof useT>,
  {
    moved,
    odds: text,
    isPlaced,
    amount,
  }: { moved: readonly Item[]; odds: string; isPlaced: boolean; amount: string },
): string => {
  const odds = isolated(text);
  if (moved.length > 1) return isPlaced ? t('slip.agreeAllBet', { amount }) : t('slip.agreeAll');
  return isPlaced ? t('slip.agreeBet', { odds, amount }) : t('slip.agree', { odds });
};

/** What the button says while the book answers: a bet in play counts down to its decision. */
const useSendingText = (view: SlipView): string => {
  const t = useT();
  const delayMs = useLiveDelay(view.bets);
  const left = useSecondsLeft(view.isSending ? delayMs : 0);
  return left > 0 ? t('slip.waiting', { seconds: left }) : t('slip.placing');
};

/** For visitors, in place of the button that places: links to sign in and to register, which lead back to the slip as it is. */
const SignInToBet = () => {
  const t = useT();
  const { href } = useRouter().state.location;
  const search = { to: href };
  return (
    <div className={styles.summaryWays}>
      <Link to="/pages/login/login" search={search} className={buttonClass()} onClick={openAfterSignIn}>
        {t('slip.signIn')}
      </Link>
      <Link
        to="/pages/login/signup"
        search={search}
        className={buttonClass('quiet')}
        onClick={openAfterSignIn}
      >
        {t('login.toSignup')}
      </Link>
      <p className={styles.note}>{t('slip.kept')}</p>
    </div>
  );
};
