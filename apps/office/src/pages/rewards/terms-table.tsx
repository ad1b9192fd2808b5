import type { RewardTerms } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useFormats } from '../../api/site.ts';
import { currentLan, useT } from '../../shell/i18n.ts';
import { Changed } from '../growth/changed.tsx';
import { ScrollBox } from '../growth/scroll-box.tsx';
import styles from '../growth/growth.module.css';

type Terms = RewardTerms & { members?: number | undefined };

/** VIP levels side by side; where they change, what was stands before what is to be. */
export const TermsTable = ({
  of,
  before,
  hasMembers = false,
}: {
  of: readonly Terms[];
  before?: readonly Terms[] | undefined;
  hasMembers?: boolean;
}) => {
  const t = useT();
  const { money, currency } = useFormats();
  const textsOf = (one: Terms): string[] => [
    money(one.turnover),
    `${one.withdrawFee}%`,
    money(one.withdrawMax),
    `${one.checkIn}%`,
    t(`reward.support.${one.support}`),
  ];
  return (
    <ScrollBox label={t('reward.levels')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('reward.level')}</th>
            {hasMembers && (
              <th scope="col" data-align="end">
                {t('reward.members')}
              </th>
            )}
            {[
              t('reward.turnover', { currency }),
              t('reward.fee'),
              t('reward.max', { currency }),
              t('reward.percent'),
            ].map((head) => (
              <th key={head} scope="col" data-align="end">
                {head}
              </th>
            ))}
            <th scope="col">{t('reward.support')}</th>
          </tr>
        </thead>
        <tbody>
          {of.map((one) => {
            const was = before?.find(({ level }) => level === one.level);
            const old = was === undefined ? undefined : textsOf(was);
            return (
              <tr key={one.level}>
                <th scope="row">{one.level}</th>
                {hasMembers && (
                  <td data-align="end">
                    {one.members === undefined ? '–' : formatCount(one.members, { lan: currentLan() })}
                  </td>
                )}
                {textsOf(one).map((text, at) => (
                  // The order of the figures is fixed.
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={at} data-align={at < 4 ? 'end' : undefined}>
                    <Changed text={text} was={old?.[at]} />
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
