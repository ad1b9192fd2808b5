import { useRouter } from '@tanstack/react-router';
import type { Output } from '@touchline/contract/routes';
import { formatLongDate } from '@touchline/locales/format-time';
import type { PageSearch } from '@touchline/kit/search';
import { call } from '../../lib/call.ts';
import { useCall } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { HouseTexts } from '../../features/text-page/house-texts.tsx';
import { TextNote, TextSection, TextSkeleton } from '../../features/text-page/text-section.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { useMayReadPages } from '../../lib/public-pages.ts';
import { updateUser, useUser } from '../../lib/user.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormFailure } from '../../ui/form-failure.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import styles from './terms.module.css';

type Terms = Output<'terms'>;

/** The terms of the house: those in force, or another of their versions. A member accepts those in force here. */
export const TermsPage = ({ version }: PageSearch) => {
  const t = useT();
  const user = useUser();
  const mayRead = useMayReadPages();
  const { data, error, refetch } = useCall('terms', version === undefined ? {} : { version });
  const isOld =
    data !== undefined && data.versions[0] !== undefined && data.versions[0].version !== data.version;
  const isAccepted = data !== undefined && user?.termsAccepted === data.version;
  return (
    <Page
      title={t('nav.terms')}
      onRefresh={refetch}
      dock={
        data !== undefined && user !== undefined && !isOld && !isAccepted && <Accept version={data.version} />
      }
    >
      {data !== undefined && (
        <>
          <Versions terms={data} />
          {isOld && <TextNote>{t('terms.old')}</TextNote>}
          {isAccepted && <TextNote>{t('terms.accepted')}</TextNote>}
          {data.sections.map(({ id, title, body }, at) => (
            <TextSection key={id} number={at + 1} title={title} body={body} />
          ))}
          <HouseTexts valid={data.house} coming={data.coming} />
          <Card flush>
            {mayRead ? (
              <ListRow icon="book" label={t('nav.rules')} to="/pages/rules/rules" />
            ) : (
              <ListRow
                icon="bank"
                label={t('nav.companyprofile')}
                to="/pages/companyprofile/companyprofile"
              />
            )}
          </Card>
        </>
      )}
      {data === undefined && error === null && <TextSkeleton />}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
    </Page>
  );
};

const dayOf = (day: string): string => formatLongDate(day, { lan: currentLan(), timeZone: 'UTC' });

/** Which version is read, and since when it is in force; a choice where there are several. */
const Versions = ({ terms: { version, publishedAt, versions } }: { terms: Terms }) => {
  const t = useT();
  const router = useRouter();
  if (versions.length < 2)
    return <TextNote>{t('rules.version', { version, date: dayOf(publishedAt) })}</TextNote>;
  return (
    <SelectBox
      label={t('terms.versions')}
      options={versions.map((one) => ({
        value: one.version,
        label: t('terms.versionOf', { version: one.version, date: dayOf(one.publishedAt) }),
      }))}
      value={version}
      onChange={(next) =>
        void router.navigate({ to: '/pages/terms/terms', search: { version: next }, replace: true })
      }
    />
  );
};

const Accept = ({ version }: { version: string }) => {
  const t = useT();
  const { busy, failure, run } = useAction();
  const accept = async (): Promise<void> => {
    updateUser(await call('termsAccept', { version }, { quiet: true, toast: t('terms.done') }));
  };
  return (
    <div className={styles.dock}>
      <FormFailure message={failure} />
      <Button busy={busy} onClick={() => void run(accept)}>
        {t('terms.accept')}
      </Button>
    </div>
  );
};
