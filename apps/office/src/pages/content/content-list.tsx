import type { Content, ContentKind } from '@touchline/contract/shapes/inbox';
import { localeOf } from '@touchline/locales/locales';
import { useMemo } from 'react';
import { useFormats } from '../../lib/site.ts';
import { currentLan, listed, useT } from '../../lib/i18n.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { isWritten, readAs, textsOf, writtenLans } from '../../features/words/texts.ts';
import styles from './content.module.css';

/** The tone of a state. */
export const toneOf = {
  draft: 'plain',
  planned: 'wait',
  shown: 'good',
  ended: 'plain',
  removed: 'bad',
} as const;

/** Its title in the language of the office, else in English. */
export const titleOf = ({ texts }: Pick<Content, 'texts'>): string =>
  readAs(textsOf(texts), currentLan()).title;

const orderOf = ({ order }: Content): number => order;

const Languages = ({ of }: { of: Content }) => {
  const t = useT();
  const texts = textsOf(of.texts);
  const missing = writtenLans.filter((lan) => !isWritten(texts, lan));
  const names = listed(missing.map((lan) => localeOf(lan).name));
  const written = writtenLans.length - missing.length;
  return (
    <span title={missing.length === 0 ? undefined : t('content.missing', { languages: names })}>
      {t('content.written', { written, all: writtenLans.length })}
    </span>
  );
};

/** The columns of what members read. */
export const useContentColumns = (kind: ContentKind): Column<Content>[] => {
  const t = useT();
  const { when } = useFormats();
  return useMemo(
    () => [
      {
        id: 'title',
        header: t('letter.title'),
        cell: (of) => <span className={styles.title}>{titleOf(of)}</span>,
      },
      {
        id: 'state',
        header: t('column.state'),
        cell: ({ state, draft }) => (
          <span className={styles.tags}>
            <Tag tone={toneOf[state]}>{t(`contentState.${state}`)}</Tag>
            {draft && state !== 'draft' && <Tag>{t('content.newDraft')}</Tag>}
          </span>
        ),
      },
      {
        id: 'from',
        header: t('content.from'),
        cell: ({ from }) => (from === undefined ? '–' : when(from)),
      },
      {
        id: 'until',
        header: t('content.until'),
        cell: ({ until }) => (until === undefined ? '–' : when(until)),
      },
      { id: 'languages', header: t('content.languages'), align: 'end', cell: (of) => <Languages of={of} /> },
      ...(kind === 'notice'
        ? []
        : [{ id: 'order', header: t('content.order'), align: 'end' as const, cell: orderOf }]),
      {
        id: 'version',
        header: t('content.version'),
        align: 'end',
        wide: true,
        cell: ({ version }) => version,
      },
      { id: 'by', header: t('content.savedBy'), wide: true, cell: ({ savedBy }) => savedBy.account },
      { id: 'at', header: t('content.savedAt'), wide: true, cell: ({ savedAt }) => when(savedAt) },
    ],
    [t, when, kind],
  );
};
