import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Input } from '@touchline/contract/routes';
import { call } from '../../api/call.ts';
import { useT } from '../../shell/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import type { Span } from './span.ts';

/** Spreadsheets take what begins with this for UTF-8. */
const mark = '\uFEFF';

/** Hands a text to the browser as a file to keep. */
const keep = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([mark, text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** One table of the report as a file; it is asked for with the operator's own token. */
export const CsvButton = ({
  table,
  span,
  title,
}: {
  table: Input<'officeReportExport'>['table'];
  span: Span;
  title: string;
}) => {
  const t = useT();
  const fetching = useMutation({
    mutationFn: () => call('officeReportExport', { ...span, table }),
    onSuccess: ({ name, csv }) => keep(name, csv),
  });
  return (
    <>
      {fetching.isError && <Failure error={fetching.error} />}
      <Button
        variant="default"
        size="compact-xs"
        loading={fetching.isPending}
        onClick={() => fetching.mutate()}
        aria-label={t('report.csvOf', { table: title })}
      >
        {t('report.csv')}
      </Button>
    </>
  );
};
