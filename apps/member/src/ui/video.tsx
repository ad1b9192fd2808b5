import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { limits } from '@touchline/contract/limits';
import styles from './ui.module.css';

/**
 * Whether the controls of a video are shown: always while it is paused, and while it plays for three seconds after
 * each move, touch or key.
 */
const useQuietControls = () => {
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

type Props = { src: string; label: string; poster?: string | undefined };

/** A video with the browser's own controls, which hide after three seconds while it plays. */
export const Video = ({ src, label, poster }: Props) => {
  const { shown, wake } = useQuietControls();
  const moved = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>): void => wake(!currentTarget.paused);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the words next to it describe it
    <video
      className={styles.video}
      src={src}
      poster={poster}
      aria-label={label}
      controls={shown}
      playsInline
      preload="metadata"
      tabIndex={0}
      onPlay={moved}
      onPause={moved}
      onEnded={moved}
      onPointerMove={moved}
      onPointerDown={moved}
      onFocus={moved}
      onKeyDown={moved}
    />
  );
};
