import type { ContentVersion } from '@touchline/contract/shapes/inbox';
import { weekdayName } from '@touchline/locales/format-time';
import { localeOf } from '@touchline/locales/locales';
import { Fragment } from 'react';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { listed } from '../../lib/listed.ts';
import { DifferenceText } from '../../features/words/difference-text.tsx';
import { noWords, textsOf, writtenLans } from '../../features/words/texts.ts';
import styles from './content.module.css';

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
export const Changes = ({ before, after }: { before: ContentVersion | undefined; after: ContentVersion }) => {
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
