import { useState, type FormEvent } from 'react';
import type { Exclusion } from '@touchline/contract/shapes/play';
import { useAction } from '../../../lib/use-action.ts';
import { changePlay } from '../../../features/play/play-info.ts';
import { endText } from '../../../features/play/restriction-text.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Actions } from '../../../ui/actions.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { showToast } from '../../../lib/toasts.ts';
import styles from './play.module.css';

type Props = {
  length: Exclusion;
  /** When it ends; undefined for good. */
  end: string | undefined;
  onBack: () => void;
  onDone: () => void;
};

/** The second confirmation of an exclusion: its end written out, and the member's password. */
export const ExcludeConfirm = ({ length, end, onBack, onDone }: Props) => {
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
