import { limits } from '@touchline/contract/limits';
import { useEffect, useRef, useState } from 'react';

/**
 * Whether the controls of a video are shown: always while it is paused, and while it plays for three seconds after
 * each move, touch or key.
 */
export const useQuietControls = () => {
  const [shown, setShown] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const wake = (isPlaying: boolean): void => {
    clearTimeout(timer.current);
    setShown(true);
    if (isPlaying) timer.current = setTimeout(() => setShown(false), limits.videoControlsMs);
  };
  return { shown, wake };
};
