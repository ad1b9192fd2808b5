import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '@touchline/contract/routes';
import { auditFile } from '../../api/call.ts';
import { useT } from '../../shell/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import { saveCsv } from '../../ui/save-csv.ts';

/** The lines that the filters leave, all of them, as a file. That it was taken is a line of the log too. */
export const AuditExport = ({ of }: { of: CallInput<'officeAuditList'> }) => {
  const t = useT();
  const fetching = useMutation({
    mutationFn: () => auditFile(of),
    onSuccess: (file) => saveCsv('audit.csv', [file]),
  });
  return (
    <>
      {fetching.isError && <Failure error={fetching.error} />}
      <Button variant="default" loading={fetching.isPending} onClick={() => fetching.mutate()}>
        {t('audit.export')}
      </Button>
    </>
  );
};
