import type { Setting, SettingChange } from '@touchline/contract/shapes/office-settings';
import type { PageSearch } from '@touchline/kit/search';
import { useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import type { Output } from '@touchline/contract/routes';
import { useCall } from '../../lib/query.ts';
import { useProposalColumns } from '../../features/queue/proposal.tsx';
import { Split } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber } from '../../lib/search.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Unsaved } from '../../features/words/unsaved.tsx';
import { ChangePanel, ChangeState } from './change-panel.tsx';
import { type SettingsDraft, useDraft } from './draft.ts';
import { Filters, SettingTable, useShown, views } from './setting-table.tsx';
import { Review } from './review.tsx';
import { SettingPanel } from './setting-panel.tsx';
import { useFormats } from '../../lib/site.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './settings.module.css';

const limit = 50;
/** The address has what is open: a setting by its name, a change by its id. */
const ofSetting = ({ name }: Setting) => ({ member: 'setting', id: name });
const ofChange = ({ id }: SettingChange) => ({ member: 'change', id });

/** What owners change while the server runs, and the changes that wait for another owner or for their time. */
export const SettingsPage = () => {
  const t = useT();
  const page = usePageNumber();
  const draft = useDraft();
  const [isReviewed, setReviewed] = useState(false);
  const read = useCall('officeSettingList', {}, { follow: true });
  const settings = useQueue<Setting>(undefined, ofSetting);
  const changes = useQueue<SettingChange>(undefined, ofChange);
  const { open, search } = settings;
  const isPast = choiceOf(search.view, views) === 'history';
  const past = useCall('officeSettingHistory', { page, limit }, { enabled: isPast, keep: true });
  const shown = useShown(read.data?.settings, search);
  const known = new Map<string, Setting>((read.data?.settings ?? []).map((each) => [each.name, each]));
  const setting = open?.member === 'setting' ? known.get(open.id) : undefined;
  const change =
    open?.member === 'change'
      ? [...(read.data?.changes ?? []), ...(past.data?.list ?? [])].find(({ id }) => id === open.id)
      : undefined;
  const review = draft.settings.length > 0 ? () => setReviewed(true) : undefined;
  useShortcut('p', t('settings.review'), review);
  const isNarrow = setting !== undefined || change !== undefined;
  const forChanges = { searchOf: changes.linkOf, openKey: change?.id, isNarrow };
  const waiting = read.data?.changes ?? [];

  return (
    <Page title={t('place.settings')} filters={<Filters search={search} onChange={settings.filter} />}>
      <Split
        list={
          isPast ? (
            <>
              <ChangeTable
                {...forChanges}
                label={t('settings.history')}
                rows={past.data?.list}
                error={past.error}
                onRetry={() => void past.refetch()}
              />
              <Pager total={past.data?.total} limit={limit} />
            </>
          ) : (
            <>
              {waiting.length > 0 && (
                <Section title={t('settings.waiting')}>
                  <ChangeTable
                    {...forChanges}
                    label={t('settings.waiting')}
                    rows={waiting}
                    error={null}
                    onRetry={() => void read.refetch()}
                  />
                </Section>
              )}
              <DraftBar draft={draft} onReview={() => setReviewed(true)} />
              <SettingTable
                rows={shown}
                draft={draft}
                searchOf={settings.linkOf}
                openKey={setting?.name}
                isNarrow={isNarrow}
                error={read.error}
                onRetry={() => void read.refetch()}
              />
              {read.data !== undefined && search.q === undefined && <Fixed of={read.data.fixed} />}
            </>
          )
        }
        open={
          setting === undefined
            ? change && {
                key: change.id,
                title: t('settings.change'),
                onClose: changes.close,
                content: (
                  <ChangePanel
                    of={change}
                    version={read.data?.version}
                    known={known}
                    onDone={changes.close}
                  />
                ),
              }
            : {
                key: setting.name,
                title: t(`setting.${setting.name}`),
                onClose: settings.close,
                content: <SettingPanel of={setting} draft={draft} version={read.data?.version ?? 0} />,
              }
        }
      />
      <Unsaved isDirty={() => draft.settings.length > 0} isPageWide />
      {isReviewed && read.data !== undefined && draft.settings.length > 0 && (
        <Review
          draft={draft}
          version={read.data.version}
          known={known}
          onClose={() => setReviewed(false)}
          onSent={(id) => {
            setReviewed(false);
            if (id !== undefined) settings.filter({ member: 'change', id });
          }}
        />
      )}
    </Page>
  );
};

/** How much one has put together, and where to send it. */
const DraftBar = ({ draft, onReview }: { draft: SettingsDraft; onReview: () => void }) => {
  const t = useT();
  const count = draft.settings.length;
  if (count === 0) return null;
  return (
    <output className={styles.draft}>
      <strong>{t('settings.draft', { count })}</strong>
      <span className={styles.actions}>
        <Button onClick={onReview}>{t('settings.review')}</Button>
        <Button variant="default" onClick={draft.drop}>
          {t('settings.drop')}
        </Button>
      </span>
    </output>
  );
};

/** Settings that are fixed: the currency, and those of the environment, of which only whether they are set is shown. */
const Fixed = ({ of }: { of: Output<'officeSettingList'>['fixed'] }) => {
  const t = useT();
  const { currency } = useFormats();
  return (
    <>
      <p className={styles.hint}>{t('settings.currency', { currency })}</p>
      <details className={styles.fixed}>
        <summary>{t('settings.fixed')}</summary>
        <p className={styles.hint}>{t('settings.fixedHint')}</p>
        <ul className={styles.names}>
          {of.map(({ name, isSet }) => (
            <li key={name}>
              <code>{name}</code>
              <Tag tone={isSet ? 'good' : 'plain'}>{t(isSet ? 'settings.set' : 'settings.unset')}</Tag>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
};

const changeKey = ({ id }: SettingChange): string => id;

const useChangeColumns = (): Column<SettingChange>[] => {
  const t = useT();
  const { when } = useFormats();
  const { state, people } = useProposalColumns<SettingChange>(ChangeState);
  return useMemo(
    () => [
      {
        id: 'what',
        header: t('settings.change'),
        cell: ({ steps: [first, ...rest] }) =>
          first === undefined
            ? '–'
            : [t(`setting.${first.name}`), ...(rest.length > 0 ? [`+ ${rest.length}`] : [])].join(' '),
      },
      state,
      {
        id: 'from',
        header: t('settings.effective'),
        cell: ({ effectiveFrom }) =>
          effectiveFrom === undefined ? t('settings.atOnce') : when(effectiveFrom),
      },
      ...people,
    ],
    [t, when, state, people],
  );
};

/** Changes, each with its state, when it takes effect, and who proposed and decided it. */
const ChangeTable = (props: {
  label: string;
  rows: readonly SettingChange[] | undefined;
  searchOf: (row: SettingChange) => PageSearch;
  openKey: string | undefined;
  error: unknown;
  onRetry: () => void;
  isNarrow: boolean;
}) => {
  const t = useT();
  const columns = useChangeColumns();
  return (
    <DataTable
      {...props}
      columns={columns}
      keyOf={changeKey}
      empty={{ title: t('settings.noHistory'), hint: t('settings.noHistoryHint') }}
    />
  );
};
