import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatLongDate } from '@touchline/locales/format-time';
import { useCall } from '../../api/query.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Page } from '../../shell/page.tsx';
import type { PageSearch } from '../../shell/search.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './rules.module.css';

/** The published rules bets are settled by: those in force, or the version a bet stands under, at the section asked for. */
export const RulesPage = ({ version, section }: PageSearch) => {
  const t = useT();
  const { data, error, refetch } = useCall('rules', version === undefined ? {} : { version });
  return (
    <Page title={t('nav.rules')} onRefresh={refetch}>
      {data !== undefined && (
        <>
          <p className={styles.version}>
            {t('rules.version', {
              version: data.version,
              date: formatLongDate(data.publishedAt, { lan: currentLan(), timeZone: 'UTC' }),
            })}
          </p>
          <Card flush>
            <nav aria-label={t('rules.contents')} className={styles.contents}>
              {data.sections.map(({ id, title }, at) => (
                <Link
                  key={id}
                  to="/pages/rules/rules"
                  search={{ ...(version === undefined ? {} : { version }), section: id }}
                  replace
                  className={styles.link}
                >
                  <span className="figures">{at + 1}.</span> {title}
                </Link>
              ))}
            </nav>
          </Card>
          {data.sections.map(({ id, title, body }, at) => (
            <Section key={id} number={at + 1} title={title} body={body} isWanted={id === section} />
          ))}
        </>
      )}
      {data === undefined && error === null && <RulesSkeleton />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
    </Page>
  );
};

type SectionProps = { number: number; title: string; body: string; isWanted: boolean };

/** One rule; the one asked for comes into sight and stands out. */
const Section = ({ number, title, body, isWanted }: SectionProps) => {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return (
    <section ref={place} className={styles.section} data-wanted={isWanted}>
      <Card>
        <h2 className={styles.title}>
          <span className="figures">{number}.</span> {title}
        </h2>
        {body.split('\n').map((paragraph) => (
          <p key={paragraph} className={styles.body}>
            {paragraph}
          </p>
        ))}
      </Card>
    </section>
  );
};

const RulesSkeleton = () =>
  ['one', 'two', 'three'].map((key) => (
    <Card key={key}>
      <div aria-hidden="true" className={styles.skeleton}>
        <Skeleton width={9} height={1.25} />
        <Skeleton />
        <Skeleton />
      </div>
    </Card>
  ));
