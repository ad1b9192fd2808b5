import type { SyntheticEvent } from 'react';
import { useQuietControls } from './use-quiet-controls.ts';
import styles from './video.module.css';

type Props = { src: string; label: string; poster?: string | undefined };

/** A video with the browser's own controls, which hide after three seconds while it plays. */
export const Video = ({ src, label, poster }: Props) => {
  const { shown, wake } = useQuietControls();
  const moved = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>): void => wake(!currentTarget.paused);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the words beside it say what it shows
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
