import { type ComponentProps, useState } from 'react';
import { Button, type ButtonTone } from './button.tsx';
import { ConfirmSheet } from './confirm-sheet.tsx';

type Props = Pick<
  ComponentProps<typeof ConfirmSheet>,
  'title' | 'text' | 'danger' | 'dismiss' | 'busy' | 'failure'
> & {
  /** Names the action, here and in the sheet. */
  label: string;
  tone: ButtonTone;
  /** Carries the action out. Gives whether it is done; otherwise the sheet stays open and shows `failure`. */
  onConfirm: () => Promise<boolean>;
  /** The sheet opens: what failed before is over. */
  onAsk: () => void;
};

/** A button whose action is confirmed first. */
export const ConfirmButton = ({ label, tone, onConfirm, onAsk, ...sheet }: Props) => {
  const [asking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    if (await onConfirm()) setAsking(false);
  };
  return (
    <>
      <Button
        tone={tone}
        data-confirms
        onClick={() => {
          onAsk();
          setAsking(true);
        }}
      >
        {label}
      </Button>
      <ConfirmSheet
        {...sheet}
        open={asking}
        confirm={label}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};
