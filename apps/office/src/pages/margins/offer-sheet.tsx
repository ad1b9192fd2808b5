import type { CallInput, Output } from '@touchline/contract/routes';
import { useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { nameOfCompetition, nameOfMatch } from '../../trading/names.ts';
import { OfferHistory } from './offer-history.tsx';
import { OfferForm } from './offer-form.tsx';

type Scope = CallInput<'officeOfferDetail'>['scope'];

/** The heading of a scope: what it is of, and who said something of it last. */
const Head = ({ sheet }: { sheet: Output<'officeOfferDetail'> }) => {
  const t = useT();
  const { when } = useFormats();
  const { event, competition, goals, saved, matches, scope } = sheet;
  return (
    <Facts
      of={[
        [t('margin.match'), event && nameOfMatch(event)],
        [t('margin.kickOff'), event && when(event.kickOff)],
        [t('margin.competition'), competition && nameOfCompetition(competition)],
        [t('margin.goals'), goals && `${goals.home} – ${goals.away}`],
        [t('margin.matches'), scope === 'event' ? undefined : String(matches)],
        [t('margin.last'), saved && `${saved.by.name}, ${when(saved.at)}: ${saved.reason}`],
      ]}
    />
  );
};

/** What counts for a scope, to be changed. */
export const OfferSheetView = ({ scope, id }: { scope: Scope; id: string }) => {
  const at = scope === 'site' ? { scope } : { scope, id };
  const sheet = useCall('officeOfferDetail', at);
  if (sheet.isError && !sheet.data) {
    return <Failure error={sheet.error} onRetry={() => void sheet.refetch()} />;
  }
  if (!sheet.data) return <Skeleton lines={8} />;
  return (
    <>
      <Head sheet={sheet.data} />
      <OfferForm key={`${scope} ${id}`} at={at} sheet={sheet.data} refetch={sheet.refetch} />
      <OfferHistory at={at} version={sheet.data.version} />
    </>
  );
};
