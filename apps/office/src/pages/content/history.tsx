import { Button } from '@mantine/core';
import type { ContentVersion } from '@touchline/contract/shapes/inbox';
import { weekdayName } from '@touchline/locales/format-time';
import { localeOf } from '@touchline/locales/locales';
import { Fragment, useState } from 'react';
import { DifferenceText } from '../../features/words/difference-text.tsx';
import { noWords, textsOf, writtenLans } from '../../features/words/texts.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { currentLan, listed, useT } from '../../lib/i18n.ts';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
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

const facts = [
  'from',
  'until',
  'link',
  'tone',
  'section',
  'supportKind',
  'value',
  'image',
  'video',
  'order',
] as const;

/** What of its words one version changed, language by language. */
const useWordChanges = (before: ContentVersion | undefined, after: ContentVersion) => {
  const [old, next] = [textsOf(before?.texts ?? {}), textsOf(after.texts)];
  return writtenLans.flatMap((lan) => {
    const [was, is] = [old[lan] ?? noWords, next[lan] ?? noWords];
    const parts = (['title', 'body', 'alt'] as const).filter((part) => was[part] !== is[part]);
    return parts.length === 0 ? [] : [{ lan, was, is, parts }];
  });
};

/** What a version changed: word by word, and what belongs to it. */
const Changes = ({ before, after }: { before: ContentVersion | undefined; after: ContentVersion }) => {
  const t = useT();
  const { when } = useFormats();
  const words = useWordChanges(before, after);
  const textOf = (of: ContentVersion | undefined, name: (typeof facts)[number]): string => {
    const value = of?.[name];
    if (value === undefined) return '–';
    return name === 'from' || name === 'until' ? when(String(value)) : String(value);
  };
  const hoursOf = ({ hours }: Partial<ContentVersion> = {}): string => {
    if (hours === undefined) return '–';
    const days = hours.days.toSorted((a, b) => a - b).map((day) => weekdayName(day, { lan: currentLan() }));
    return `${listed(days)} ${hours.from}–${hours.to}`;
  };
  const rows = [
    ...facts.map((name) => [t(`contentField.${name}`), textOf(before, name), textOf(after, name)] as const),
    [t('contentField.hours'), hoursOf(before), hoursOf(after)] as const,
  ].filter(([, was, is]) => was !== is);
  if (words.length === 0 && rows.length === 0) return <p className={styles.none}>{t('content.noChange')}</p>;
  return (
    <div className={styles.changes}>
      {words.map(({ lan, was, is, parts }) => (
        <section key={lan} className={styles.change} aria-label={localeOf(lan).name}>
          <h4 lang={lan}>{localeOf(lan).name}</h4>
          <div>
            {parts.map((part) => (
              <DifferenceText key={part} before={was[part]} after={is[part]} lan={lan} />
            ))}
          </div>
        </section>
      ))}
      {rows.length > 0 && (
        <dl className={styles.facts}>
          {rows.map(([name, was, is]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                {before !== undefined && <del>{was}</del>} <span>{is}</span>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </div>
  );
};
