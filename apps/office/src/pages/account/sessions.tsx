import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchline/contract/routes';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './account.module.css';

/** Where the operator is signed in, and how to end it there. */
export const Sessions = () => {
  const t = useT();
  const { when } = useFormats();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useCall('officeSessionList', {});
  const end = useMutation({
    mutationFn: (which: CallInput<'officeSessionEnd'>) => call('officeSessionEnd', which),
    onSettled: () => client.invalidateQueries({ queryKey: ['officeSessionList'] }),
  });
  if (isPending) return <Skeleton lines={2} />;
  if (data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {end.isError && <Failure error={end.error} />}
      <ul className={styles.sessions}>
        {data.list.map(({ id, current, browser, system, address, lastUsedAt }) => (
          <li key={id} className={styles.session}>
            <span>
              {[browser, system].filter((one) => one !== undefined).join(' · ') || t('sessions.unknown')}
              <br />
              <span className={styles.hint}>
                {address} · {current ? t('sessions.this') : t('sessions.used', { when: when(lastUsedAt) })}
              </span>
            </span>
            {!current && (
              <Button
                variant="default"
                size="compact-xs"
                loading={end.isPending}
                onClick={() => end.mutate({ id })}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.list.length > 1 && (
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ others: true })}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </>
  );
};
