import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query.ts';
import { canPush, currentEndpoint, isBlocked, subscribe, unsubscribe } from '../../features/push/push.ts';
import { usePushKey } from '../../features/push/use-push-key.ts';
import { useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AlertKinds } from './alert-kinds.tsx';
import styles from './notify.module.css';

const endpointKey = ['pushEndpoint'];

/** Push messages to this browser, off until the member wants them. Nothing where browser or site cannot. */
export const PushCard = () => {
  const publicKey = usePushKey();
  const endpoint = useQuery({
    queryKey: endpointKey,
    // A query has no undefined answer.
    queryFn: async () => (await currentEndpoint()) ?? null,
    enabled: canPush(),
  });
  if (publicKey === undefined || endpoint.data === undefined) return null;
  return <PushSwitch publicKey={publicKey} endpoint={endpoint.data ?? undefined} />;
};

const PushSwitch = ({ publicKey, endpoint }: { publicKey: string; endpoint: string | undefined }) => {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<'push.blocked' | 'push.failed'>();

  const turnOn = async (): Promise<void> => {
    const address = await subscribe(publicKey);
    if (address === undefined) {
      setProblem(isBlocked() ? 'push.blocked' : undefined);
      return;
    }
    await call('pushSave', address, { mask: false, quiet: true });
  };
  const turnOff = async (): Promise<void> => {
    await unsubscribe();
    // The server drops what it still knows at the next message.
    if (endpoint !== undefined)
      await call('pushDel', { endpoint }, { mask: false, quiet: true }).catch(() => undefined);
  };
  const change = async (on: boolean): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await (on ? turnOn() : turnOff());
    } catch {
      setProblem('push.failed');
      if (on) await unsubscribe().catch(() => undefined);
    }
    await queryClient.invalidateQueries({ queryKey: endpointKey });
    setBusy(false);
  };

  return (
    <Card>
      <div className={styles.push} aria-busy={isBusy || undefined}>
        <Switch
          label={t('push.title')}
          checked={endpoint !== undefined}
          onChange={(on) => {
            if (!isBusy) void change(on);
          }}
        />
        <p className={styles.text}>{t('push.text')}</p>
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            {t(problem)}
          </p>
        )}
      </div>
      <AlertKinds />
    </Card>
  );
};
