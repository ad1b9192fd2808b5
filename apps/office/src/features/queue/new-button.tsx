import { Button } from '@mantine/core';
import { useShortcut } from '../../lib/shortcuts.ts';

/** In the address instead of an id while something new is written. */
export const newKeyword = 'new';

/** Begins something new, also by the key n. */
export const NewButton = ({ label, onPress }: { label: string; onPress: () => void }) => {
  useShortcut('n', label, onPress);
  return (
    <Button variant="default" onClick={onPress}>
      {label}
    </Button>
  );
};
