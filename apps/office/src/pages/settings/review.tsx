import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { ReasonField } from '../../ui/fields.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Problems, refresh, Steps, type SettingsByName } from './change-panel.tsx';
import type { SettingsDraft } from './draft.ts';
import styles from './settings.module.css';

/** A time as its field has it, in the time of this computer; undefined while there is none. */
const momentOf = (local: string): string | undefined => {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** The whole change before it is sent: what it does, what is wrong with it, from when, and why. */
export const Review = ({
  draft,
  version,
  known,
  onClose,
  onSent,
}: {
  draft: SettingsDraft;
  version: number;
  known: SettingsByName;
  onClose: () => void;
  onSent: (id: string | undefined) => void;
}) => {
  const t = useT();
  const [isLater, setLater] = useState(false);
  const [local, setLocal] = useState('');
  const [reason, setReason] = useState('');
  const effectiveFrom = isLater ? momentOf(local) : undefined;
  const input = {
    version,
    settings: draft.settings,
    effectiveFrom,
  };
  const tried = useQuery({
    queryKey: ['settingsTried', input],
    queryFn: ({ signal }) => call('officeSettingSave', { ...input, dryRun: true }, signal),
    retry: false,
    staleTime: 0,
  });
  const save = useMutation({
    mutationFn: () => call('officeSettingSave', { ...input, reason }),
    onSuccess: ({ change }) => {
      draft.drop();
      onSent(change?.state === 'proposed' || change?.counts === false ? change.id : undefined);
      void refresh();
    },
    onError: () => void refresh(),
  });
  const problems = tried.data?.problems ?? [];
  const hint = tried.data?.needsOther === true ? 'proposeHint' : isLater ? 'makeLater' : 'makeHint';
  const isReady = tried.isSuccess && problems.length === 0 && (!isLater || effectiveFrom !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !save.isPending) save.mutate();
  };
  return (
    <Sheet title={t('settings.reviewTitle')} onClose={onClose}>
      <form className={styles.review} onSubmit={submit}>
        {tried.isError && <Failure error={tried.error} onRetry={() => void refresh()} />}
        {tried.isPending && <Skeleton lines={draft.settings.length + 1} />}
        {tried.data !== undefined && <Steps steps={tried.data.steps} known={known} />}
        {problems.length > 0 && <Problems title={t('settings.problems')} of={problems} />}
        <div className={styles.when}>
          <NativeSelect
            label={t('settings.when')}
            value={isLater ? 'later' : 'now'}
            onChange={({ currentTarget }) => setLater(currentTarget.value === 'later')}
            data={[
              { value: 'now', label: t('settings.whenNow') },
              { value: 'later', label: t('settings.whenLater') },
            ]}
          />
          {isLater && (
            <TextInput
              type="datetime-local"
              label={t('settings.moment')}
              value={local}
              required
              withAsterisk={false}
              onChange={({ currentTarget }) => setLocal(currentTarget.value)}
            />
          )}
        </div>
        <ReasonField value={reason} onChange={setReason} />
        {save.isError && <Failure error={save.error} />}
        {tried.isSuccess && problems.length === 0 && <Note>{t(`settings.${hint}`)}</Note>}
        <div className={styles.actions}>
          <Button type="submit" disabled={!isReady} loading={save.isPending}>
            {t(tried.data?.needsOther === true ? 'settings.propose' : 'settings.make')}
          </Button>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            {t('decision.back')}
          </Button>
        </div>
      </form>
    </Sheet>
  );
};
