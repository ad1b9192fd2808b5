import { Button } from '@mantine/core';
import type { CsvPart } from '@touchline/contract/shapes/office-views';
import { saveFile } from '@touchline/kit/save-file';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../lib/i18n.ts';
import { Failure } from './notices.tsx';
import styles from './ui.module.css';

/** Byte order byteOrderMark: spreadsheets take a text that begins with it for UTF-8. */
const byteOrderMark = '\uFEFF';

/** Saves a table as a file, marked as UTF-8 once. The server marks the files it makes itself. */
export const saveCsv = (name: string, parts: readonly (string | Blob)[]): void => {
  const [first] = parts;
  const isMarked = typeof first !== 'string' || first.startsWith(byteOrderMark);
  saveFile(
    new File([...(isMarked ? [] : [byteOrderMark]), ...parts], name, { type: 'text/csv;charset=utf-8' }),
  );
};

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
