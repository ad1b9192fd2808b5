import { Link } from '@tanstack/react-router';
import { formatLongDate } from '@touchline/locales/format-time';
import { useCall } from '../../lib/query.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { HouseTexts } from '../../features/text-page/house-texts.tsx';
import { TextNote, TextSection, TextSkeleton } from '../../features/text-page/text-section.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import type { PageSearch } from '@touchline/kit/search';
import { Pair } from '../../ui/pair.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './rules.module.css';

/** The published rules bets are settled by: those in force, or the version of a bet, at the section asked for. */
export const RulesPage = ({ version, section, house }: PageSearch) => {
  const t = useT();
  const { data, error, refetch } = useCall('rules', {
    version,
    house,
  });
  return (
    <Page layout="wide" title={t('nav.rules')} onRefresh={refetch}>
      {data !== undefined && (
        <>
          <Pair
            wider="beside"
            beside={
              <>
                {data.sections.map(({ id, title, body }, at) => (
                  <TextSection key={id} number={at + 1} title={title} body={body} isWanted={id === section} />
                ))}
                <HouseTexts valid={data.house} coming={data.coming} isWanted={section === 'house'} />
              </>
            }
          >
            <TextNote>
              {t('rules.version', {
                version: data.version,
                date: formatLongDate(data.publishedAt, { lan: currentLan(), timeZone: 'UTC' }),
              })}
            </TextNote>
            <Card flush>
              <nav aria-label={t('rules.contents')} className={styles.contents}>
                {data.sections.map(({ id, title }, at) => (
                  <Link
                    key={id}
                    to="/pages/rules/rules"
                    search={{
                      ...(version === undefined ? {} : { version }),
                      ...(house === undefined ? {} : { house }),
                      section: id,
                    }}
                    replace
                    className={styles.link}
                  >
                    <span className="figures">{at + 1}.</span> {title}
                  </Link>
                ))}
              </nav>
            </Card>
          </Pair>
        </>
      )}
      {data === undefined && error === null && <TextSkeleton />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
    </Page>
  );
};
