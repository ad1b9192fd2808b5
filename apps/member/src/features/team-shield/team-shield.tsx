import { useId } from 'react';
import type { Team } from '@touchline/contract/shapes/football';
import { shieldLook } from './shield-look.ts';
import styles from './team-shield.module.css';

const outline = 'M2 2h22v13c0 6-5 9-11 11C7 24 2 21 2 15z';

/** A team's shield: its national flag, or its colours with initials. Says nothing to readers; the name stands beside it. */
export const TeamShield = ({ team, size = 'm' }: { team: Team; size?: 'm' | 'l' }) => {
  const clip = useId();
  const look = shieldLook(team);
  return (
    <svg className={size === 'l' ? styles.large : styles.shield} viewBox="0 0 26 28" aria-hidden="true">
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {look.kind === 'flag' ? (
          <image href={look.url} width="26" height="28" preserveAspectRatio="xMidYMid slice" />
        ) : (
          <>
            <rect width="26" height="28" fill={look.field} />
            <path d="M0 17.5 13 21l13-3.5V28H0z" fill={look.point} />
            <text x="13" y="13.5" fill={look.ink} className={styles.initials}>
              {look.initials}
            </text>
          </>
        )}
      </g>
      <path d={outline} className={styles.edge} />
    </svg>
  );
};
