import { useId, useState } from 'react';
import type { LimitKind, LimitPeriod } from '@touchline/contract/shapes/play';
import { limits } from '@touchline/contract/limits';
import { formatMoney } from '@touchline/locales/format';
import { formatAmount } from '@touchline/money/amount';
import { isolated } from '../../../features/labels/bidi.ts';
import { useScale } from '../../../features/labels/use-scale.ts';
import { AmountBox } from '../../../features/number-pad/amount-box.tsx';
import { pressKey, typedMinor, type PadKey } from '../../../features/number-pad/keypad.ts';
import { NumberPad, useTyping } from '../../../features/number-pad/number-pad.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { changePlay } from '../../../features/play/play-info.ts';
import { currentLan, useT } from '../../../lib/i18n.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { Button } from '../../../ui/button.tsx';
import { SheetAction } from '../../../ui/sheet-action.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { limitChange } from './limit-change.ts';
import styles from './play.module.css';

/** What one tap adds, in units of the currency. */
const quickAmounts = [50, 100, 500] as const;

type Props = {
  which: { kind: LimitKind; period: LimitPeriod };
  /** The limit in force; undefined without one. */
  present: string | undefined;
  isOpen: boolean;
  onDone: () => void;
};

/** A new amount for a limit, and when it would count. */
export const LimitForm = ({ which: { kind, period }, present, isOpen, onDone }: Props) => {
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
