import { Button } from '@mantine/core';
import { useT } from '../../../lib/i18n.ts';
import { Note } from '../../../ui/note.tsx';

/** The record has moved since the page was opened: it is looked at again before anything is decided. */
export const Moved = ({ onLookAgain }: { onLookAgain: () => void }) => {
  const t = useT();
  return (
    <Note>
      {t('result.moved')}{' '}
      <Button variant="default" size="compact-xs" onClick={onLookAgain}>
        {t('result.lookAgain')}
      </Button>
    </Note>
  );
};
