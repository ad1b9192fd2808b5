import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CsvPart } from '@touchline/contract/shapes/office-views';
import { useT } from '../../shell/i18n.ts';
import { Failure } from '../../ui/failure.tsx';
import styles from '../growth/growth.module.css';

/** Hands a file to the browser. */
const save = (name: string, parts: readonly string[]): void => {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** A CSV file, fetched part by part with the operator's own token, and kept when all of it is there. */
export const CsvButton = ({ part }: { part: (after: string | undefined) => Promise<CsvPart> }) => {
  const t = useT();
  const fetching = useMutation({
    mutationFn: async () => {
      const parts: string[] = [];
      for (let after: string | undefined; ;) {
        const { name, csv, next } = await part(after);
        parts.push(csv);
        if (next === undefined) return save(name, parts);
        after = next;
      }
    },
  });
  return (
    <div className={styles.row}>
      {fetching.isError && <Failure error={fetching.error} />}
      <Button variant="default" loading={fetching.isPending} onClick={() => fetching.mutate()}>
        {t('commission.export')}
      </Button>
    </div>
  );
};
