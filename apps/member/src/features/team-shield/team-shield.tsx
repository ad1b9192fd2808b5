import type { Team } from '@touchline/contract/shapes/football';
import { useId, useState } from 'react';
import styles from './team-shield.module.css';

/** What is painted on a shield: a national flag, or two colours with initials. */
type ShieldLook =
  | { kind: 'flag'; url: string }
  | { kind: 'colours'; field: string; point: string; ink: string; initials: string };

/** Grey of a team whose colours cannot be read. */
const unknownColour = '#5b6b64';

/** Address of a national flag next to the app, or undefined for what is no code of a flag. */
export function flagUrl(code: string | undefined): string | undefined {
  return code !== undefined && /^[a-z]{2}(-[a-z]{3})?$/.test(code) ? `./flags/${code}.svg` : undefined;
}

/** How to paint a team: by its flag, else by its colours, with initials that can be read on them. */
export function shieldLook(team: {
  flag?: string | undefined;
  short: string;
  colours: readonly string[];
}): ShieldLook {
  const url = flagUrl(team.flag);
  if (url !== undefined) return { kind: 'flag', url };
  const field = hexColour(team.colours[0]) ?? unknownColour;
  const point = hexColour(team.colours[1]) ?? field;
  return { kind: 'colours', field, point, ink: inkOn(field), initials: team.short.slice(0, 3).toUpperCase() };
}

/** Black or white, whichever contrasts more with a colour "#rrggbb" (WCAG relative luminance). */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Contrast with white is 1.05 / (L + 0.05), with black (L + 0.05) / 0.05; they meet at L ≈ 0.179.
  return luminance > 0.179 ? '#000000' : '#ffffff';
}

// Colours come with the feed and go into an attribute, so only plain ones pass.
function hexColour(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  return short === null
    ? undefined
    : `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`;
}

const outline = 'M2 2h22v13c0 6-5 9-11 11C7 24 2 21 2 15z';

/** A team's shield: its national flag, or its colours with initials. Hidden from screen readers; the name is next to it. */
export const TeamShield = ({ team, size = 'm' }: { team: Team; size?: 'm' | 'l' }) => {
  const clip = useId();
  // A flag that never came, as without a network: the browser would draw its sign of a broken picture.
  const [lost, setLost] = useState<string>();
  const look = shieldLook(lost !== undefined && lost === team.flag ? { ...team, flag: undefined } : team);
  return (
    <svg className={size === 'l' ? styles.large : styles.shield} viewBox="0 0 26 28" aria-hidden="true">
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {look.kind === 'flag' ? (
          <image
            href={look.url}
            width="26"
            height="28"
            preserveAspectRatio="xMidYMid slice"
            onError={() => setLost(team.flag)}
          />
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
