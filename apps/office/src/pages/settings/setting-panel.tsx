import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import type { Setting } from '@touchline/contract/shapes/office-settings';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { ChangeState, Problems } from './change-panel.tsx';
import { Editor } from './editor.tsx';
import type { SettingsDraft } from './draft.ts';
import { percentOf } from './entries.ts';
import styles from './settings.module.css';
import { useValueText } from './value-text.ts';

/** What a number may be, in the unit it is typed in. */
const useBounds = () => {
  const t = useT();
  return ({ unit, minimum, maximum }: Setting): string | undefined => {
    const text = (bound: number): string => (unit === 'bp' ? `${percentOf(String(bound))}%` : String(bound));
    if (minimum === undefined) return undefined;
    return maximum === undefined
      ? t('settings.atLeast', { min: text(minimum) })
      : t('settings.between', { min: text(minimum), max: text(maximum) });
  };
};

/** One setting: what it means, where it comes from, what it was before, and what it is to be. */
type Props = { of: Setting; draft: SettingsDraft; version: number };

export const SettingPanel = ({ of, draft, version }: Props) => {
  const t = useT();
  const may = useMay();
  const { lines } = useValueText();
  const bounds = useBounds();
  const past = useCall('officeSettingHistory', { name: of.name, limit: 10 });
  const shown = (text: string | undefined) =>
    lines(of, text).map((line) => (
      <span key={line} className={styles.line}>
        {line}
      </span>
    ));
  return (
    <>
      <p>{t(`settingMeans.${of.name}`)}</p>
      <Facts
        of={[
          [t('settings.value'), <strong key="value">{shown(of.value)}</strong>],
          [t('settings.source'), t(`settingSource.${of.source}`)],
          [t('settings.environment'), of.source === 'office' ? shown(of.environment) : undefined],
          [t('settings.default'), shown(of.default)],
          [t('settings.bounds'), bounds(of)],
          [t('settings.who'), t(of.needsOther ? 'settings.two' : 'settings.one')],
        ]}
      />
      {may('officeSettingSave') && (
        <Edit key={draft.of(of.name) ?? 'none'} of={of} draft={draft} version={version} />
      )}
      <Section title={t('settings.history')}>
        <Past read={past} of={of} />
      </Section>
    </>
  );
};

const Edit = ({ of, draft, version }: Props) => {
  const t = useT();
  const collected = draft.of(of.name);
  const [value, setValue] = useState(collected ?? of.value ?? '');
  // What is wrong with the text alone shows at once, and what other settings contradict at the review of all.
  const collect = useMutation({
    mutationFn: async () => {
      const settings = [{ name: of.name, value }];
      const { problems } = await call('officeSettingSave', { version, settings, dryRun: true });
      return problems.filter((problem) => problem.name === of.name && problem.values['other'] === undefined);
    },
    onSuccess: (problems) => {
      if (problems.length === 0) draft.put(of.name, value);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!collect.isPending) collect.mutate();
  };
  const problems = collect.data ?? [];
  const isSame = value === (collected ?? of.value ?? '');
  return (
    <form className={styles.edit} onSubmit={submit}>
      <Editor
        of={of}
        value={value}
        onChange={(next) => {
          setValue(next);
          collect.reset();
        }}
      />
      {problems.length > 0 && <Problems of={problems} />}
      {collect.isError && <Failure error={collect.error} />}
      {collected !== undefined && <Note>{t('settings.inDraft')}</Note>}
      <div className={styles.actions}>
        <SubmitButton loading={collect.isPending} barred={isSame ? t('content.barSame') : undefined}>
          {t('settings.collect')}
        </SubmitButton>
        {collected !== undefined && (
          <Button variant="default" onClick={() => draft.takeOut(of.name)}>
            {t('settings.takeOut')}
          </Button>
        )}
        {of.source === 'office' && collected !== null && (
          <Button variant="default" onClick={() => draft.put(of.name, null)}>
            {t('settings.reset')}
          </Button>
        )}
      </div>
    </form>
  );
};

type HistoryRead = { data: Output<'officeSettingHistory'> | undefined; error: unknown };

/** The history of one setting, newest first. */
const Past = ({ read: { data, error }, of }: { read: HistoryRead; of: Setting }) => {
  const t = useT();
  const { brief } = useValueText();
  const { when } = useFormats();
  if (error !== null && data === undefined) return <Failure error={error} />;
  if (data === undefined) return <Skeleton lines={3} />;
  if (data.list.length === 0) return <p className={styles.hint}>{t('settings.noHistory')}</p>;
  return (
    <ol className={styles.past}>
      {data.list.map((change) => {
        const step = change.steps.find((each) => each.name === of.name);
        return (
          <li key={change.id}>
            <span className={styles.pastHead}>
              <ChangeState of={change} />
              <span>{when(change.decidedAt ?? change.proposedAt)}</span>
              <span>
                {[change.proposedBy.account, change.decidedBy?.account].filter(Boolean).join(' → ')}
              </span>
            </span>
            <span className={styles.pastStep}>
              {brief(of, step?.before)} → {brief(of, step?.after)}
            </span>
            <span className={styles.hint}>{change.reason}</span>
          </li>
        );
      })}
    </ol>
  );
};
