import type { CallInput } from '@touchline/contract/routes';
import { call } from '../../api/call.ts';
import { useT } from '../../shell/i18n.ts';
import { CsvExport } from '../../ui/csv-export.tsx';

/** All entries of a filter as one CSV file, fetched part by part. */
export const LedgerExport = ({ filter }: { filter: CallInput<'officeLedgerExport'> }) => {
  const t = useT();
  return (
    <CsvExport
      label={t('ledger.export')}
      part={(after, giveUp) =>
        call('officeLedgerExport', { ...filter, ...(after === undefined ? {} : { after }) }, giveUp)
      }
    />
  );
};
