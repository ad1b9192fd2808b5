import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './words.module.css';

type Props = {
  isDirty: () => boolean;
  /** The page keeps what was typed from row to row. */
  isPageWide?: boolean;
};

/** Asks before words that were not saved are left: for another page, another row, or when the page is closed. */
export const Unsaved = ({ isDirty, isPageWide = false }: Props) => {
  const t = useT();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const view = ({ search }: { search: object }) => JSON.stringify({ ...search, lan: '' });
      const isOtherRow = !isPageWide && view(current) !== view(next);
      return isDirty() && (current.pathname !== next.pathname || isOtherRow);
    },
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Sheet title={t('content.unsaved')} onClose={reset}>
      <div className={styles.leave}>
        <p>{t('content.unsavedHint')}</p>
        <Button onClick={reset}>{t('content.stay')}</Button>
        <Button variant="danger" onClick={proceed}>
          {t('content.leave')}
        </Button>
      </div>
    </Sheet>
  );
};

/** Whether something was typed into a form since it opened or was last sent. */
export type TypedInto = { onChange: () => void; isDirty: () => boolean; sent: () => void };

/** Hears all fields of a form by their events, so that none is forgotten. */
export const useTyped = (): TypedInto => {
  const isTyped = useRef(false);
  return {
    onChange: () => {
      isTyped.current = true;
    },
    isDirty: () => isTyped.current,
    sent: () => {
      isTyped.current = false;
    },
  };
};
