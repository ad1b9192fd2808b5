import { useState } from 'react';
import { failureText } from './call.ts';

/** Something sent once: whether it is on its way, and why it failed. */
export const useAction = () => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Runs `work` unless something is on its way already. @returns whether it succeeded */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(failureText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, run, forget: () => setFailure(undefined) };
};
