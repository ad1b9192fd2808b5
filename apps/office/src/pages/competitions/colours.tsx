import { useT } from '../../lib/i18n.ts';

/** The two colours of a team side by side, and as they are written. */
export const Colours = ({ of: [first, second] }: { of: readonly [string, string] }) => {
  const t = useT();
  return (
    <svg
      display="block"
      width={32}
      height={16}
      role="img"
      aria-label={t('club.coloursOf', { first, second })}
    >
      <rect width={16} height={16} fill={first} />
      <rect x={16} width={16} height={16} fill={second} />
      <rect x={0.5} y={0.5} width={31} height={15} fill="none" stroke="currentColor" strokeOpacity={0.4} />
    </svg>
  );
};
