import { useState } from 'react';
import type { PlayInfo, TimeOut } from '@touchline/contract/shapes/play';
import { formatMoney } from '@touchline/locales/format';
import { isNothing } from '../../../features/cashier/amounts.ts';
import { isolated } from '../../../features/labels/bidi.ts';
import { timeOutEnd, timeOuts } from '../../../features/play/figures.ts';
import { useAction } from '../../../lib/use-action.ts';
import { changePlay } from '../../../features/play/play-info.ts';
import { endText } from '../../../features/play/restriction-text.ts';
import { currentLan, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/user.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { ChoiceRows } from '../../../ui/choice-rows.tsx';
import { Actions, Button } from '../../../ui/button.tsx';
import { Sheet, SheetAction } from '../../../ui/sheet.tsx';
import { showToast } from '../../../lib/toasts.ts';
import styles from './play.module.css';

type Props = { open: boolean; info: PlayInfo; onClose: () => void };

/** A time-out over the page: how long, what it means, and a tap that begins it. */
export const TimeOutSheet = ({ open, info, onClose }: Props) => {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} title={t('play.timeOut')}>
      <Steps info={info} onClose={onClose} />
    </Sheet>
  );
};

const Steps = ({ info, onClose }: Omit<Props, 'open'>) => {
  const t = useT();
  const [length, setLength] = useState<TimeOut>();
  const turnoverLeft = useUser()?.turnoverLeft ?? '0';
  const [isAsking, setAsking] = useState(false);
  // The ends count from when the choice is looked at.
  const [now] = useState(Date.now);
  const { busy, failure, run } = useAction();
  // One that is under way can be made longer, never shorter.
  const present = Date.parse(info.restriction?.until ?? '');
  const lengths = timeOuts.filter((known) => !(Date.parse(timeOutEnd(known, now)) <= present));
  const begin = async (): Promise<void> => {
    if (length === undefined || !(await run(() => changePlay('playTimeOut', { length })))) return;
    showToast(t('play.timeOutBegun'));
    onClose();
  };
  if (isAsking && length !== undefined) {
    return (
      <div className={styles.form}>
        <p className={styles.end}>
          {t('play.timeOutEnds')}
          <b>{endText(timeOutEnd(length, now))}</b>
        </p>
        <ul className={styles.list}>
          <li>{t('play.noBetting')}</li>
          <li>{t('play.betsStand')}</li>
          <li>
            {isNothing(turnoverLeft)
              ? t('play.withdrawOpen')
              : t('play.turnoverStays', { left: isolated(formatMoney(turnoverLeft, { lan: currentLan() })) })}
          </li>
          <li>{t('play.timeOutFixed')}</li>
        </ul>
        <FormFailure message={failure} />
        <Actions>
          <Button tone="quiet" disabled={busy} onClick={() => setAsking(false)}>
            {t('common.back')}
          </Button>
          <Button tone="quiet" busy={busy} onClick={() => void begin()}>
            {t('play.beginTimeOut')}
          </Button>
        </Actions>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <p className={styles.words}>{t('play.timeOutText')}</p>
      <ChoiceRows
        label={t('play.howLong')}
        options={lengths.map((value) => ({
          value,
          label: t(`play.length.${value}`),
          aside: endText(timeOutEnd(value, now)),
        }))}
        value={length}
        onChange={setLength}
      />
      <SheetAction>
        <Button tone="quiet" disabled={length === undefined} onClick={() => setAsking(true)}>
          {t('play.next')}
        </Button>
      </SheetAction>
    </div>
  );
};
