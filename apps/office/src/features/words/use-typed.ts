import { useRef } from 'react';

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
