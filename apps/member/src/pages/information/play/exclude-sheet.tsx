import { useState, type FormEvent } from 'react';
import type { Exclusion, PlayInfo } from '@touchline/contract/shapes/play';
import { isNothing } from '../../../features/cashier/amounts.ts';
import { exclusionEnd, exclusions } from '../../../features/play/figures.ts';
import { endText } from '../../../features/play/restriction-text.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ChoiceRows } from '../../../ui/choice-rows.tsx';
import { Button, Actions } from '../../../ui/button.tsx';
import { Sheet, SheetAction } from '../../../ui/sheet.tsx';
import styles from './play.module.css';
import { useAction } from '../../../lib/use-action.ts';
import { changePlay } from '../../../features/play/play-info.ts';
import { PasswordField } from '../../../ui/field.tsx';
import { showToast } from '../../../lib/toasts.ts';

type Props = { open: boolean; info: PlayInfo; onClose: () => void };

/** Self-exclusion over the page: how long, what happens, and the confirmation with password and end. */
export const ExcludeSheet = ({ open, info, onClose }: Props) => {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} title={t('play.exclude')}>
      <Steps info={info} onClose={onClose} />
    </Sheet>
  );
};

const Steps = ({ info, onClose }: Omit<Props, 'open'>) => {
  const t = useT();
  const [length, setLength] = useState<Exclusion>();
  const [isAsking, setAsking] = useState(false);
  const [now] = useState(Date.now);
  const open = info.restriction?.kind === 'excluded' ? info.restriction : undefined;
  if (open !== undefined && open.until === undefined) {
    return <p className={styles.words}>{t('play.excludedForGood')}</p>;
  }
  // One that is in force can be made longer, never shorter.
  const present = Date.parse(open?.until ?? '');
  const lengths = exclusions.filter((known) => {
    const end = exclusionEnd(known, now);
    return end === undefined || !(Date.parse(end) <= present);
  });
  if (isAsking && length !== undefined) {
    return (
      <ExcludeConfirm
        length={length}
        end={exclusionEnd(length, now)}
        onBack={() => setAsking(false)}
        onDone={onClose}
      />
    );
  }
  return (
    <div className={styles.form}>
      <p className={styles.words}>{t('play.excludeText')}</p>
      <ul className={styles.list}>
        <li>{t('play.noBetting')}</li>
        <li>{isNothing(info.openStakes) ? t('play.noOpenStakes') : t('play.stakesReturned')}</li>
        <li>{t('play.runningBets')}</li>
        <li>{t('play.noMessages')}</li>
        <li>{t('play.withdrawOpen')}</li>
        <li>{t('play.excludeFixed')}</li>
      </ul>
      <ChoiceRows
        label={t('play.howLong')}
        options={lengths.map((value) => {
          const end = exclusionEnd(value, now);
          return {
            value,
            label: t(`play.length.${value}`),
            aside: end === undefined ? t('play.noEnd') : endText(end),
          };
        })}
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

type ExcludeConfirmProps = {
  length: Exclusion;
  /** When it ends; undefined for good. */
  end: string | undefined;
  onBack: () => void;
  onDone: () => void;
};

/** The second confirmation of an exclusion: its end written out, and the member's password. */
const ExcludeConfirm = ({ length, end, onBack, onDone }: ExcludeConfirmProps) => {
  const t = useT();
  const [password, setPassword] = useState('');
  const { busy, failure, run, forget } = useAction();
  const send = async (): Promise<void> => {
    if (!(await run(() => changePlay('playExclude', { length, password })))) return;
    showToast(t('play.excludeBegun'));
    onDone();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void send();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.end}>
        {end === undefined ? t('play.excludeNeverEnds') : t('play.excludeEnds')}
        <b>{end === undefined ? t('play.length.permanent') : endText(end)}</b>
      </p>
      <p className={styles.words}>{t(end === undefined ? 'play.excludeForever' : 'play.excludeLast')}</p>
      <PasswordField
        label={t('form.password')}
        error={failure}
        value={password}
        autoComplete="current-password"
        enterKeyHint="send"
        onChange={({ target }) => {
          setPassword(target.value);
          forget();
        }}
      />
      <Actions>
        <Button tone="quiet" disabled={busy} onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button type="submit" tone="quiet" busy={busy} disabled={password === ''}>
          {t('play.excludeMe')}
        </Button>
      </Actions>
    </form>
  );
};
