import { Button } from '@mantine/core';
import type { CsvPart } from '@touchline/contract/shapes/office-views';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { Failure } from './failure.tsx';
import { saveCsv } from './save-csv.ts';
import styles from './ui.module.css';

type CsvExportProps = {
  label: string;
  /** A part of the file, and where the next begins. */
  part: (after: string | undefined, giveUp: AbortSignal) => Promise<CsvPart>;
};

/** A CSV file, fetched part by part with the operator's own token, and kept when all of it is there. */
export const CsvExport = ({ label, part }: CsvExportProps) => {
  const t = useT();
  const [lines, setLines] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (): Promise<void> => {
    const giveUp = new AbortController();
    running.current = giveUp;
    setFailure(undefined);
    setLines(0);
    try {
      const parts: string[] = [];
      for (let after: string | undefined; ;) {
        const { name, csv, next } = await part(after, giveUp.signal);
        parts.push(csv);
        if (next === undefined) {
          saveCsv(name, parts);
          return;
        }
        setLines((before = 0) => before + csv.split('\n').length - (after === undefined ? 2 : 1));
        after = next;
      }
    } catch (error) {
      if (!giveUp.signal.aborted) setFailure(error);
    } finally {
      if (!giveUp.signal.aborted) setLines(undefined);
    }
  };
  const stop = (): void => {
    running.current?.abort();
    setLines(undefined);
  };
  return (
    <div className={styles.filters}>
      {failure !== undefined && <Failure error={failure} />}
      {lines !== undefined && (
        <>
          <output className={styles.progress}>{t('ledger.exporting', { count: lines })}</output>
          <Button variant="default" onClick={stop}>
            {t('ledger.stop')}
          </Button>
        </>
      )}
      <Button variant="default" loading={lines !== undefined} onClick={() => void run()}>
        {label}
      </Button>
    </div>
  );
};
