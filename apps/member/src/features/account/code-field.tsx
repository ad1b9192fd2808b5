import { limits } from '@touchline/contract/limits';
import { plainCode } from '@touchline/kit/typed-text';
import type { ComponentProps } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Field } from '../../ui/field.tsx';
import type { useSendCode } from './use-send-code.ts';
import styles from './account.module.css';

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'end' | 'hint'> & {
  sending: ReturnType<typeof useSendCode>;
  onSend: () => void;
};

/**
 * The code that was sent, with the button that asks for it and says when it can be asked again. A code on the console is
 * not in the reader's own letters: the way to it stays next to an error.
 */
export const CodeField = ({ sending, onSend, error, ...rest }: Props) => {
  const t = useT();
  const { waitSeconds, sent, isOnConsole, busy, failure } = sending;
  const word = waitSeconds > 0 ? t('account.codeAgainIn', { seconds: waitSeconds }) : t('account.sendCode');
  return (
    <Field
      {...rest}
      label={t('account.code')}
      hint={
        sent
          ? t(isOnConsole ? 'account.codeOnConsole' : 'account.codeSent', { minutes: limits.codeMinutes })
          : undefined
      }
      keepsHint={isOnConsole}
      error={error ?? failure}
      inputMode="numeric"
      autoComplete="one-time-code"
      // A pasted code may have blanks and marks around it.
      maxLength={24}
      dir="ltr"
      end={
        <button
          type="button"
          className={styles.send}
          disabled={busy || waitSeconds > 0}
          aria-busy={busy || undefined}
          onClick={onSend}
        >
          {sent && waitSeconds === 0 ? t('account.codeAgain') : word}
        </button>
      }
    />
  );
};

/** Whether a typed code can be one. */
export const isCode = (typed: string): boolean => /^[0-9]{6}$/.test(plainCode(typed));

/** A code of the authenticator app, or a recovery code. */
export const OtpField = (props: Omit<ComponentProps<typeof Field>, 'label' | 'type'>) => {
  const t = useT();
  return (
    <Field
      hint={t('account.otpHint')}
      {...props}
      label={t('account.otp')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={24}
      dir="ltr"
    />
  );
};
