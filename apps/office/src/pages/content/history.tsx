import { Button } from '@mantine/core';
import type { ContentVersion } from '@touchline/contract/shapes/inbox';
import { useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { Section } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Changes } from './changes.tsx';
import styles from './content.module.css';

const limit = 20;

/** Every version there has been: who saved it, when, and what it changed. */
export const History = ({ id, version }: { id: string; version: number }) => {
  const t = useT();
  const [page, setPage] = useState(1);
  // One more than is shown, to compare the last one with.
  const list = useCall(
    'officeContentVersions',
    { id, page: 1, limit: Math.min(page * limit + 1, 100) },
    {
      keep: true,
    },
  );
  const rows = list.data?.list ?? [];
  const shown = rows.slice(0, page * limit);
  return (
    <Section title={t('content.history', { count: list.data?.total ?? version })}>
      {list.error !== null && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined && list.error === null && <Skeleton lines={3} />}
      <ol className={styles.versions}>
        {shown.map((each, at) => (
          <Version key={each.version} of={each} before={rows[at + 1]} isOpenFirst={at === 0} />
        ))}
      </ol>
      {list.data !== undefined && list.data.total > shown.length && page * limit < 100 && (
        <Button variant="default" onClick={() => setPage(page + 1)}>
          {t('content.olderVersions')}
        </Button>
      )}
    </Section>
  );
};

const Version = ({
  of,
  before,
  isOpenFirst,
}: {
  of: ContentVersion;
  before: ContentVersion | undefined;
  isOpenFirst: boolean;
}) => {
  const t = useT();
  const { when } = useFormats();
  const [isOpen, setOpen] = useState(isOpenFirst && before !== undefined);
  const kind = of.removed ? 'removed' : of.draft ? 'draft' : 'published';
  return (
    <li className={styles.version}>
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={styles.number}>{of.version}</span>
        <Tag tone={kind === 'published' ? 'good' : kind === 'removed' ? 'bad' : 'plain'}>
          {t(`contentVersion.${kind}`)}
        </Tag>
        <span>{of.savedBy.account}</span>
        <span className={styles.historySoft}>{when(of.savedAt)}</span>
      </button>
      {isOpen && <Changes before={before} after={of} />}
    </li>
  );
};
