import { Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CallInput, Output } from '@touchline/contract/routes';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { again } from '../../api/query.ts';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { Failure } from '../../ui/failure.tsx';
import { Note } from '../../ui/note.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Unsaved } from '../../words/unsaved.tsx';
import { useTyped } from '../../words/use-typed.ts';
import { nameOfTeam } from '../../trading/names.ts';
import { draftOf, inputOf, isReadable, type Draft } from './draft.ts';
import { Effect } from './effect.tsx';
import { useMarketName } from './market-name.ts';
import { MarketRows } from './market-rows.tsx';
import styles from './margins.module.css';

type At = Pick<CallInput<'officeOfferDetail'>, 'scope' | 'id'>;

/** Changes what counts for a scope: first what it would do is shown, then it is saved with a reason. */
export const OfferForm = ({ at, sheet }: { at: At; sheet: Output<'officeOfferDetail'> }) => {
  const t = useT();
  const nameOf = useMarketName();
  const mayWrite = useMay()('officeOfferSave');
  const [draft, setDraft] = useState<Draft>(() => draftOf(sheet));
  const [reason, setReason] = useState('');
  const [sure, setSure] = useState(false);
  const preview = useMutation({ mutationFn: () => call('officeOfferPreview', { ...at, ...inputOf(draft) }) });
  const typed = useTyped();
  const save = useMutation({
    mutationFn: () =>
      call('officeOfferSave', {
        ...at,
        ...inputOf(draft),
        version: sheet.version,
        reason,
        sure: sure || undefined,
      }),
    onSuccess: () => {
      typed.sent();
      setReason('');
      setSure(false);
      preview.reset();
    },
    // Done, or refused because it has changed: fetch the current values.
    onSettled: () =>
      again(
        ...(['officeOfferDetail', 'officeOfferHistory', 'officeOfferList'] as const),
        ...(['officeCompetitionList', 'officeEventDetail'] as const),
      ),
  });
  const change = (next: Partial<Draft>): void => {
    setDraft({ ...draft, ...next });
    setSure(false);
    preview.reset();
    save.reset();
  };
  const isChanged = JSON.stringify(inputOf(draft)) !== JSON.stringify(inputOf(draftOf(sheet)));
  // What the draft, or a wider rule, offers although the prices of the match rest on too little.
  const against = sheet.markets
    .filter(({ market, needs, wider }) => {
      const offered = draft.markets[market]?.offered ?? 'wider';
      return needs !== undefined && (offered === 'on' || (offered === 'wider' && wider.offered));
    })
    .map(({ market }) => market);
  const barred = (): string | undefined => {
    if (!isReadable(draft)) return t('bar.number');
    return isChanged ? undefined : t('content.barSame');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (preview.data === undefined) preview.mutate();
    else if (!save.isPending) save.mutate();
  };
  const side = (of: 'home' | 'away', name: string) => (
    <TextInput
      label={t('margin.shiftOf', { team: name })}
      value={draft[of]}
      onChange={({ currentTarget }) => change({ [of]: currentTarget.value })}
      placeholder="0.00"
      inputMode="decimal"
      disabled={!mayWrite}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit} onChange={typed.onChange}>
      {sheet.event && (
        <fieldset className={styles.shift}>
          <legend>{t('margin.shift')}</legend>
          {side('home', nameOfTeam(sheet.event.home))}
          {side('away', nameOfTeam(sheet.event.away))}
        </fieldset>
      )}
      <MarketRows sheet={sheet} draft={draft} change={change} mayWrite={mayWrite} />
      {against.length > 0 && <Note>{t('basis.against', { markets: against.map(nameOf).join(', ') })}</Note>}
      {preview.isError && <Failure error={preview.error} />}
      {save.isError && <Failure error={save.error} />}
      {mayWrite && preview.data === undefined && (
        <SubmitButton variant="default" loading={preview.isPending} barred={barred()}>
          {t('margin.preview')}
        </SubmitButton>
      )}
      {preview.data && (
        <>
          <Effect of={preview.data} scope={at.scope} />
          <ReasonField value={reason} onChange={setReason} />
          {preview.data.large && (
            <>
              <Note>{t('margin.large')}</Note>
              <Checkbox
                label={t('margin.sure')}
                checked={sure}
                onChange={({ currentTarget }) => setSure(currentTarget.checked)}
              />
            </>
          )}
          <SubmitButton
            loading={save.isPending}
            barred={preview.data.large && !sure ? t('bar.sure') : undefined}
          >
            {t('margin.save')}
          </SubmitButton>
        </>
      )}
      <Unsaved isDirty={typed.isDirty} />
    </form>
  );
};
