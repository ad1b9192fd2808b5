import styles from './ui.module.css';

type Props = {
  /** Sizes in rem; the full width unless given. */
  width?: number;
  height?: number;
  round?: boolean;
};

/** A quiet shape where content will be. Put one for each line of the content. */
export const Skeleton = ({ width, height = 1, round = false }: Props) => (
  <span
    className={styles.skeleton}
    data-round={round}
    style={{ inlineSize: width === undefined ? '100%' : `${width}rem`, blockSize: `${height}rem` }}
    aria-hidden="true"
  />
);

/** A turning ring; name next to it what is being waited for. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
