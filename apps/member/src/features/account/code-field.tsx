import { limits } from '@touchline/contract/limits';
import { plainCode } from '@touchline/kit/typed-text';
import { type ComponentProps, useEffect, useState } from 'react';
import type { CallInput } from '@touchline/contract/routes';
import { useT } from '../../lib/i18n.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './account.module.css';
import { call, failureText } from '../../lib/call.ts';

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

type SendCode = {
  /** Seconds until another can be asked for; 0 when one can be. */
  waitSeconds: number;
  sent: boolean;
  /** No mail or short messages are set up: the server prints codes on its console. */
  isOnConsole: boolean;
  busy: boolean;
  failure: string | undefined;
  send: (input: CallInput<'sendCode'>) => void;
};

/** Asks the server to send a code, and counts down until it can be asked again. */
export const useSendCode = (): SendCode => {
  const [nextAtMs, setNextAtMs] = useState(0);
  const [nowMs, setNowMs] = useState(0);
  const [isOnConsole, setOnConsole] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    if (nextAtMs === 0) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [nextAtMs]);

  const ask = async (input: CallInput<'sendCode'>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { retryAfter, way } = await call('sendCode', input, { mask: false, quiet: true });
      setOnConsole(way === 'console');
      setNowMs(Date.now());
      setNextAtMs(Date.now() + retryAfter * 1_000);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    waitSeconds: Math.max(0, Math.ceil((nextAtMs - nowMs) / 1_000)),
    sent: nextAtMs > 0,
    isOnConsole,
    busy,
    failure,
    send: (input) => void ask(input),
  };
};
