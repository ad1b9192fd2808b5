import type { CallInput } from '@touchline/contract/routes';
import { useEffect, useState } from 'react';
import { call, failureText } from '../../lib/call.ts';

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
