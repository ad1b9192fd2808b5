import { type ComponentProps, useState } from 'react';
import { Button, type ButtonTone } from './button.tsx';
import { ConfirmSheet } from './confirm-sheet.tsx';

type Props = Pick<ComponentProps<typeof ConfirmSheet>, 'title' | 'text' | 'danger' | 'dismiss'> & {
  /** Names the action, here and in the sheet. */
  label: string;
  tone: ButtonTone;
  /** Carries the action out; it shows its failures itself and never rejects. */
  onConfirm: () => Promise<unknown>;
};

/** A button whose action is confirmed first. */
export const ConfirmButton = ({ label, tone, onConfirm, ...sheet }: Props) => {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button tone={tone} data-confirms onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmSheet
        {...sheet}
        open={asking}
        confirm={label}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};
