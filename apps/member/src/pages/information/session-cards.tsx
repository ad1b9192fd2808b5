import type { OpenDevice } from '@touchline/contract/shapes/account';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { callQuery, queryClient } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { useNow, whenText } from '../../features/labels/time.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './information.module.css';

/** Where the account is signed in, to sign out there. */
export const SessionCards = ({ list }: { list: readonly OpenDevice[] }) => {
  const t = useT();
  const now = useNow();
  const [ending, setEnding] = useState<OpenDevice | 'others'>();
  const { busy, failure, run, forget } = useAction();
  const nameOf = ({ browser, system }: OpenDevice): string =>
    [browser, system].filter((part) => part !== undefined).join(', ') || t('account.unknownDevice');

  const ask = (which: OpenDevice | 'others'): void => {
    forget();
    setEnding(which);
  };
  const end = async (which: OpenDevice | 'others'): Promise<void> => {
    const input = which === 'others' ? { others: true as const } : { id: which.id };
    try {
      const answer = await call('sessionEnd', input, {
        mask: false,
        quiet: true,
        toast: t('account.sessionEnded'),
      });
      queryClient.setQueryData(callQuery('sessionList', {}).queryKey, answer);
    } catch (error) {
      // The list may have changed.
      void queryClient.invalidateQueries({ queryKey: ['sessionList'] });
      throw error;
    }
  };
  const confirm = async (which: OpenDevice | 'others'): Promise<void> => {
    if (await run(() => end(which))) setEnding(undefined);
  };

  return (
    <>
      <Card flush>
        {list.map((device) => (
          <div key={device.id} className={styles.row}>
            <div className={styles.sessionWhat}>
              <bdi className={styles.sessionName}>{nameOf(device)}</bdi>
              <span className={styles.sessionNote}>
                <bdi dir="ltr">{device.address}</bdi>
                {' · '}
                {t('account.lastUsed', { when: whenText(device.lastUsedAt, now) })}
              </span>
            </div>
            {device.current ? (
              <Tag tone="pitch">{t('account.thisDevice')}</Tag>
            ) : (
              <button type="button" className={styles.end} onClick={() => ask(device)}>
                {t('account.endSession')}
                <span className="visually-hidden"> {nameOf(device)}</span>
              </button>
            )}
          </div>
        ))}
      </Card>
      {list.length > 1 && (
        <Button tone="quiet" onClick={() => ask('others')}>
          {t('account.endOthers')}
        </Button>
      )}
      <ConfirmSheet
        open={ending !== undefined}
        title={ending === 'others' ? t('account.endOthersTitle') : t('account.endSessionTitle')}
        text={t('account.endSessionText')}
        confirm={t('account.endSession')}
        danger
        busy={busy}
        failure={failure}
        onConfirm={() => {
          if (ending !== undefined) void confirm(ending);
        }}
        onCancel={() => setEnding(undefined)}
      />
    </>
  );
};
