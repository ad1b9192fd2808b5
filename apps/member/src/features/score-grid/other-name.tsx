import { useT } from '../../shell/i18n.tsx';

const names = ['other', 'other_home', 'other_draw', 'other_away'] as const;

/** What stands beneath the grid: "Any other home win". */
export const OtherName = ({ selection }: { selection: string }) => {
  const t = useT();
  const name = names.find((known) => known === selection);
  return name === undefined ? selection : t(`selection.${name}`);
};
