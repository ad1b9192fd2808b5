import { TextInput } from '@mantine/core';
import type { Output } from '@touchline/contract/routes';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './outbox.module.css';

type Message = Output<'officeOutboxList'>['list'][number];

const limit = 50;
const keyOf = ({ id }: Message): string => id;
const ofRow = ({ id }: Message) => ({ member: '-', id });
const toneOf = { kept: 'plain', waiting: 'wait', sent: 'good', failed: 'bad' } as const;

/** What no other server had a part in. */
const own = new Set<Message['fault']>(['no_carrier', 'too_late', 'withdrawn', 'fault']);

/** Why it was not sent, in words; next to it the original answer. */
const Fault = ({ of: { error, fault = 'other' } }: { of: Message }) => {
  const t = useT();
  return (
    <>
      {t(`outboxFault.${fault}`)} {!own.has(fault) && <code className={styles.answer}>{error}</code>}
    </>
  );
};

const State = ({ of }: { of: Message }) => {
  const t = useT();
  return <Tag tone={toneOf[of.state]}>{t(`outboxState.${of.state}`)}</Tag>;
};

/** What a message says. Opening it is a line of the audit log. */
const Text = ({ id }: { id: string }) => {
  const message = useCall('officeOutboxOpen', { id });
  if (message.isError) {
    return <Failure error={message.error} onRetry={() => void message.refetch()} />;
  }
  return <p className={styles.text}>{message.data?.text}</p>;
};

const useColumns = (): Column<Message>[] => {
  const t = useT();
  const { when } = useFormats();
  return useMemo(
    () => [
      { id: 'to', header: t('outbox.to'), cell: ({ to }) => to },
      {
        id: 'channel',
        header: t('column.channel'),
        wide: true,
        cell: ({ channel }) => t(`outboxChannel.${channel}`),
      },
      { id: 'subject', header: t('outbox.subject'), wide: true, cell: ({ subject }) => subject ?? '–' },
      { id: 'state', header: t('column.state'), cell: (message) => <State of={message} /> },
      { id: 'tries', header: t('outbox.tries'), align: 'end', wide: true, cell: ({ tries }) => tries },
      { id: 'at', header: t('column.at'), cell: ({ at }) => when(at) },
    ],
    [t, when],
  );
};

/** Mails and short messages, newest first. */
export const OutboxPage = () => {
  const t = useT();
  const columns = useColumns();
  const { when } = useFormats();
  const page = usePageNumber();
  const { to = '' } = usePageSearch();
  const list = useCall('officeOutboxList', { page, limit, to: to === '' ? undefined : to }, { keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  const open = list.data?.list.find(({ id }) => id === queue.open?.id);
  return (
    <Page
      title={t('place.outbox')}
      filters={
        <TextInput
          aria-label={t('outbox.to')}
          placeholder={t('outbox.to')}
          data-search
          defaultValue={to}
          maxLength={254}
          onBlur={({ currentTarget }) => queue.filter({ to: currentTarget.value.trim() })}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      }
    >
      <PagedList
        label={t('place.outbox')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('outbox.empty'), hint: t('outbox.emptyHint') }}
        open={
          open && {
            key: open.id,
            title: open.subject ?? t('outbox.message'),
            content: (
              <>
                <Facts
                  of={[
                    [t('outbox.to'), open.to],
                    [t('column.state'), <State key="state" of={open} />],
                    [t('outbox.tries'), open.tries],
                    [t('column.at'), when(open.at)],
                    [t('outbox.sentAt'), open.sentAt === undefined ? undefined : when(open.sentAt)],
                    [t('outbox.error'), open.error && <Fault key="error" of={open} />],
                  ]}
                />
                <Text id={open.id} />
              </>
            ),
            onClose: queue.close,
          }
        }
      />
    </Page>
  );
};
