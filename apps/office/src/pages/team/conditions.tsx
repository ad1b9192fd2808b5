import type { OfficeTeamPlace } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useFormats } from '../../api/site.ts';
import { currentLan, useT } from '../../shell/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import { ScrollBox } from '../growth/scroll-box.tsx';
import styles from '../growth/growth.module.css';

type Condition = OfficeTeamPlace['levels'][number]['conditions'][number];

/** What each level asks for, and how far the member is. */
export const Conditions = ({ of }: { of: OfficeTeamPlace }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const count = (value: number): string => formatCount(value, { lan: currentLan() });
  const nameOf = ({ condition, each }: Condition): string =>
    each === undefined
      ? t(`team.condition.${condition}`)
      : t('team.condition.each', { amount: `${money(each)} ${currency}` });
  return (
    <ScrollBox label={t('team.asks')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('team.level')}</th>
            <th scope="col">{t('team.asks')}</th>
            <th scope="col" data-align="end">
              {t('team.has')}
            </th>
            <th scope="col" data-align="end">
              {t('team.needs')}
            </th>
            <th scope="col">{t('column.state')}</th>
          </tr>
        </thead>
        <tbody>
          {of.levels.flatMap(({ level, reached, conditions }) =>
            conditions.length === 0
              ? [
                  <tr key={level}>
                    <th scope="row">{level}</th>
                    <td colSpan={3}>{t('team.noConditions')}</td>
                    <td>
                      <Met is={reached} />
                    </td>
                  </tr>,
                ]
              : conditions.map((one, at) => (
                  <tr key={`${level}-${one.condition}`}>
                    {at === 0 && (
                      <th scope="row" rowSpan={conditions.length}>
                        {level}
                      </th>
                    )}
                    <td data-wraps>{nameOf(one)}</td>
                    <td data-align="end">{count(one.have)}</td>
                    <td data-align="end">{count(one.needed)}</td>
                    <td>
                      <Met is={one.met} />
                    </td>
                  </tr>
                )),
          )}
        </tbody>
      </table>
    </ScrollBox>
  );
};

const Met = ({ is }: { is: boolean }) => {
  const t = useT();
  return <Tag tone={is ? 'good' : 'plain'}>{is ? t('team.met') : t('team.notYet')}</Tag>;
};
