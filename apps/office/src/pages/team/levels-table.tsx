import type { TeamLevel } from '@touchline/contract/shapes/team';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { figuresOf, firstRate } from './level-figures.ts';
import { Changed } from '../growth/changed.tsx';
import { ScrollBox } from '../growth/scroll-box.tsx';
import styles from '../growth/growth.module.css';

const withUnit = (text: string, at: number): string => (at >= firstRate ? `${text}%` : text);

/** Team levels side by side; where they change, what was stands before what is to be. */
export const LevelsTable = ({
  levels,
  before,
}: {
  levels: readonly TeamLevel[];
  before?: readonly TeamLevel[] | undefined;
}) => {
  const t = useT();
  return (
    <ScrollBox label={t('team.rules')}>
      <table className={styles.table}>
        <LevelsHead />
        <tbody>
          {levels.map((level, row) => {
            const old = before?.[row];
            const was = old === undefined ? undefined : figuresOf(old);
            return (
              <tr key={level.level}>
                <th scope="row">{level.level}</th>
                {figuresOf(level).map((text, at) => (
                  // The order of the figures is fixed.
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={at} data-align="end">
                    <Changed text={withUnit(text, at)} was={old && withUnit(was?.[at] ?? '', at)} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
};

/** The heads of these columns. */
const LevelsHead = () => {
  const t = useT();
  const { currency } = useFormats();
  return (
    <thead>
      <tr>
        <th scope="col">{t('team.level')}</th>
        {[
          t('team.people'),
          t('team.rechargedPeople'),
          t('team.rechargedEach', { currency }),
          t('team.bets'),
          ...[1, 2, 3].map((generation) => t('team.rateOf', { generation })),
        ].map((head) => (
          <th key={head} scope="col" data-align="end">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
};
