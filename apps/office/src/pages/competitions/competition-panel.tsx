import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallInput } from '@touchline/contract/routes';
import type { OfficeCompetition } from '@touchline/contract/shapes/office-names';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Note } from '../../ui/notices.tsx';
import { useTyped } from '../../features/words/unsaved.tsx';
import { CompetitionForm } from './competition-form.tsx';
import styles from './competitions.module.css';

/** One competition: what there is of it, and what an operator says of it. */
export const CompetitionPanel = ({
  of,
  onMade,
}: {
  of: OfficeCompetition | undefined;
  onMade: (id: string) => void;
}) => {
  const t = useT();
  const mayWrite = useMay()('officeCompetitionSave');
  const typed = useTyped();
  const [saves, setSaves] = useState(0);
  const save = useMutation({
    mutationFn: (input: CallInput<'officeCompetitionSave'>) => call('officeCompetitionSave', input),
    onSuccess: ({ id }) => {
      typed.sent();
      setSaves(saves + 1);
      if (of === undefined) onMade(id);
    },
    // Done, or refused because it has changed: fetch the current values.
    onSettled: () => again('officeCompetitionList', 'officeEventList', 'officeEventDetail'),
  });
  return (
    <>
      {of !== undefined && <Head of={of} />}
      {save.isError && <Failure error={save.error} />}
      {save.isSuccess && <Note done>{t('competition.saved')}</Note>}
      {mayWrite && <CompetitionForm key={saves} of={of} save={save} typed={typed} />}
    </>
  );
};

const Head = ({ of }: { of: OfficeCompetition }) => {
  const t = useT();
  const may = useMay();
  const { when, money, currency } = useFormats();
  const { id, off, live, toCome, over, stakes, saved } = of;
  return (
    <>
      {off !== undefined && <Note>{t('competition.offSince', { when: when(off) })}</Note>}
      <Facts
        of={[
          [t('competition.live'), String(live)],
          [t('competition.toCome'), String(toCome)],
          [t('competition.over'), String(over)],
          [t('competition.stakes', { currency }), money(stakes.singles)],
          [t('margin.last'), saved && `${saved.by.name}, ${when(saved.at)}: ${saved.reason}`],
        ]}
      />
      {of.known && (
        <p className={styles.links}>
          {may('officeEventList') && (
            <Link to="/matches" search={{ competition: id }}>
              {t('competition.matches')}
            </Link>
          )}
          {may('officeOfferList') && (
            <Link to="/margins" search={{ member: 'competition', id }}>
              {t('competition.margins')}
            </Link>
          )}
        </p>
      )}
    </>
  );
};
