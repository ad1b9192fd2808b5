import { useEffect, useId, useRef, useState } from 'react';
import type { LimitKind, LimitPeriod, PlayLimit } from '@touchline/contract/shapes/play';
import { limits } from '@touchline/contract/limits';
import { formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { useNow, whenText } from '../../../features/labels/time.tsx';
import { usedPercent } from '../../../features/play/figures.ts';
import { useT, currentLan } from '../../../lib/i18n.tsx';
import { Bar } from '../../../ui/bar.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet, SheetAction } from '../../../ui/sheet.tsx';
import { limitChange, limitKinds, limitOf, limitPeriods } from './limit-change.ts';
import styles from './play.module.css';
import { isolated } from '../../../features/labels/bidi.ts';
import { useScale } from '../../../features/labels/use-scale.ts';
import { AmountBox } from '../../../features/number-pad/amount-box.tsx';
import { pressKey, typedMinor, type PadKey } from '../../../features/number-pad/keypad.ts';
import { NumberPad, useTyping } from '../../../features/number-pad/number-pad.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { changePlay } from '../../../features/play/play-info.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { Button, Actions } from '../../../ui/button.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { countdownText, useLeft } from '../../../features/cashier/countdown.ts';
import { endText } from '../../../features/play/restriction-text.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';

type Which = { kind: LimitKind; period: LimitPeriod };
type Props = { chosen: Which | undefined; limits: readonly PlayLimit[]; onClose: () => void };

/** One limit over the page: what waits for a yes, and a new amount. */
export const LimitSheet = ({ chosen, limits, onClose }: Props) => {
  const t = useT();
  // The sheet keeps its content while it closes.
  const [shown, setShown] = useState(chosen);
  const [round, setRound] = useState(0);
  if (chosen !== undefined && chosen !== shown) {
    setShown(chosen);
    setRound(round + 1);
  }
  const limit = shown === undefined ? undefined : limitOf(limits, shown.kind, shown.period);
  const title =
    shown === undefined
      ? ''
      : t('play.limitTitle', { limit: t(`play.limit.${shown.kind}`), period: t(`play.per.${shown.period}`) });
  return (
    <Sheet open={chosen !== undefined} onClose={onClose} title={title}>
      {shown !== undefined && (
        <div className={styles.form} data-pad={limit?.pending === undefined} key={round}>
          {limit?.pending === undefined ? (
            <LimitForm which={shown} present={limit?.amount} isOpen={chosen !== undefined} onDone={onClose} />
          ) : (
            <PendingLimit limit={limit} pending={limit.pending} onDone={onClose} />
          )}
        </div>
      )}
    </Sheet>
  );
};

/** What one tap adds, in units of the currency. */
const quickAmounts = [50, 100, 500] as const;

type LimitFormProps = {
  which: { kind: LimitKind; period: LimitPeriod };
  /** The limit in force; undefined without one. */
  present: string | undefined;
  isOpen: boolean;
  onDone: () => void;
};

/** A new amount for a limit, and when it would count. */
const LimitForm = ({ which: { kind, period }, present, isOpen, onDone }: LimitFormProps) => {
  const t = useT();
  const scale = useScale();
  const noteId = useId();
  const [typed, setTyped] = useState('');
  const { busy, failure, run } = useAction();
  const minor = typedMinor(typed, scale);
  const wish = minor === undefined ? undefined : formatAmount(minor, scale);
  const change = wish === undefined ? undefined : limitChange(present, wish, scale);
  const onKey = (key: PadKey) => {
    if (!busy) setTyped((text) => pressKey(text, key, scale));
  };
  useTyping(isOpen, onKey);
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));

  const save = async (amount: string | undefined): Promise<void> => {
    const waits = limitChange(present, amount, scale) === 'waits';
    const input = { kind, period, amount };
    if (!(await run(() => changePlay('playLimitSave', input)))) return;
    // What waits is shown in place of the form.
    if (waits) return;
    showToast(t('play.limitSaved'));
    onDone();
  };

  const note = (): string => {
    if (change === 'at_once') return t('play.atOnce');
    if (change === 'waits') return t('play.waits', { hours: limits.limitWaitHours });
    if (change === 'same') return t('play.sameLimit');
    return present === undefined ? t('play.noLimitYet') : t('play.limitNow', { amount: money(present) });
  };

  return (
    <>
      <p className={styles.words}>{t(`play.about.${kind}`)}</p>
      <AmountBox label={t('play.newLimit')} typed={typed} wrong={false} note={noteId} />
      <output id={noteId} className={styles.words}>
        {note()}
      </output>
      <NumberPad scale={scale} disabled={busy} quick={quickAmounts} onKey={onKey} />
      <SheetAction>
        <FormFailure message={failure} />
        <Button
          busy={busy}
          disabled={wish === undefined || change === 'same'}
          onClick={() => void save(wish)}
        >
          {wish === undefined ? t('play.enterLimit') : t('play.setLimitTo', { amount: money(wish) })}
        </Button>
        {present !== undefined && (
          <Button tone="plain" disabled={busy} onClick={() => void save(undefined)}>
            {t('play.removeLimit')}
          </Button>
        )}
      </SheetAction>
    </>
  );
};

type PendingLimitProps = { limit: PlayLimit; pending: NonNullable<PlayLimit['pending']>; onDone: () => void };

/** A higher limit, or none, that waits: the remaining time, the confirmation when it is possible, and the way back. */
const PendingLimit = ({ limit, pending, onDone }: PendingLimitProps) => {
  const t = useT();
  const lan = currentLan();
  const { busy, failure, run } = useAction();
  const leftMs = useLeft(pending.from);
  // Its clock may be behind this one; then it says so.
  const isReady = pending.ready || leftMs === 0;
  const amountText = (amount: string | undefined) =>
    amount === undefined ? t('play.noLimit') : formatMoney(amount, { lan });
  const send = (name: 'playLimitConfirm' | 'playLimitCancel', toast: string) => async () => {
    if (!(await run(() => changePlay(name, { id: pending.id })))) return;
    showToast(toast);
    onDone();
  };
  return (
    <>
      <Facts>
        <Fact label={t('play.limitInForce')}>{amountText(limit.amount)}</Fact>
        <Fact label={t('play.limitWaiting')}>
          <b>{amountText(pending.amount)}</b>
        </Fact>
        {isReady ? (
          <Fact label={t('play.confirmUntil')} words>
            {endText(pending.until)}
          </Fact>
        ) : (
          <Fact label={t('play.confirmIn')}>{countdownText(leftMs)}</Fact>
        )}
      </Facts>
      <p className={styles.words}>{t(isReady ? 'play.readyText' : 'play.waitingText')}</p>
      <FormFailure message={failure} />
      <Actions>
        <Button tone="quiet" busy={busy} onClick={() => void send('playLimitCancel', t('play.limitKept'))()}>
          {t('play.keepLimit')}
        </Button>
        {isReady && (
          <Button
            tone="quiet"
            busy={busy}
            onClick={() => void send('playLimitConfirm', t('play.limitSaved'))()}
          >
            {t('play.confirmLimit')}
          </Button>
        )}
      </Actions>
    </>
  );
};

type CardProps = {
  limits: readonly PlayLimit[];
  /** The page was opened for them: they come into sight. */
  isWanted: boolean;
  onChoose: (kind: LimitKind, period: LimitPeriod) => void;
};

/** Every limit there can be, those that are set with what is used and left of them. */
export const LimitsCard = ({ limits, isWanted, onChoose }: CardProps) => {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  return (
    <div ref={place}>
      <Card flush>
        {limitKinds.map((kind) => (
          <section key={kind} className={styles.section} aria-label={t(`play.limit.${kind}`)}>
            <h3 className={styles.kind}>{t(`play.limit.${kind}`)}</h3>
            <ul>
              {limitPeriods.map((period) => (
                <li key={period} className={styles.item}>
                  <button type="button" className={styles.limit} onClick={() => onChoose(kind, period)}>
                    <LimitInside period={period} limit={limitOf(limits, kind, period)} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Card>
    </div>
  );
};

const LimitInside = ({ period, limit }: { period: LimitPeriod; limit: PlayLimit | undefined }) => {
  const t = useT();
  const scale = useScale();
  const now = useNow();
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));
  const { amount, used = '0', left, pending, resetsAt } = limit ?? {};
  const percent = amount === undefined ? 0 : usedPercent(used, amount, scale);
  return (
    <>
      <span>{t(`play.per.${period}`)}</span>
      <span className={styles.value}>
        {amount === undefined ? t('play.noLimit') : <b className="figures">{money(amount)}</b>}
        <Icon name="forward" size="small" flips />
      </span>
      {amount !== undefined && (
        <>
          <span className={styles.wide}>
            <Bar label={t('play.used')} percent={percent} tone={percent === 100 ? 'amber' : 'pitch'} />
          </span>
          <span className={styles.left}>
            <span>{t('play.usedAmount', { amount: money(used) })}</span>
            <span>
              {t('play.leftUntil', { amount: money(left ?? '0'), when: whenText(resetsAt ?? '', now) })}
            </span>
          </span>
        </>
      )}
      {pending !== undefined && (
        <span className={styles.pending}>
          {pending.ready
            ? t('play.pendingReady')
            : t('play.pendingFrom', { when: whenText(pending.from, now) })}
        </span>
      )}
    </>
  );
};
