import { Fragment, type ReactNode } from 'react';
import styles from './ui.module.css';

/** Names and their values; undefined values are left out. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {of
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);
