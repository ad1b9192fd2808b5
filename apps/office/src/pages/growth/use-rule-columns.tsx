import { useMemo } from 'react';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import type { Column } from '../../table/data-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { type RuleChange, toneOf } from './rule-change.tsx';

/** Columns of a list of proposals. */
export const useRuleColumns = <C extends RuleChange>(): Column<C>[] => {
  const t = useT();
  const { when } = useFormats();
  return useMemo(
    () => [
      { id: 'reason', header: t('decision.reason'), cell: ({ reason }) => reason },
      {
        id: 'state',
        header: t('column.state'),
        cell: ({ state }) => <Tag tone={toneOf[state]}>{t(`ruleChangeState.${state}`)}</Tag>,
      },
      { id: 'by', header: t('correction.proposedBy'), cell: ({ proposedBy }) => proposedBy.account },
      {
        id: 'at',
        header: t('correction.proposedAt'),
        wide: true,
        cell: ({ proposedAt }) => when(proposedAt),
      },
      {
        id: 'decided',
        header: t('column.decidedBy'),
        wide: true,
        cell: ({ decidedBy }) => decidedBy?.account ?? '–',
      },
      {
        id: 'version',
        header: t('ruleChange.version'),
        align: 'end',
        wide: true,
        cell: ({ version }) => version ?? '–',
      },
    ],
    [t, when],
  );
};
