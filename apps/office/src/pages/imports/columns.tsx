import type {
  ImportChange,
  ImportReason,
  ImportRow,
  ImportRowState,
} from '@touchline/contract/shapes/office-imports';
import { bracketed } from '@touchline/locales/bracketed';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';

const tones: Record<ImportRowState, Tone> = {
  new: 'good',
  changed: 'good',
  unchanged: 'plain',
  refused: 'bad',
  waiting: 'wait',
};

type Goals = { home: number | string; away: number | string };
const pair = (goals: Goals | undefined): string => (goals ? `${goals.home}–${goals.away}` : '?');

/** A full-time score, and the half-time score behind it in brackets. */
const bothTimes = ({ ft, ht }: { ft?: Goals | undefined; ht?: Goals | undefined }): string =>
  pair(ft) + bracketed(pair(ht), currentLan());

/** The planned changes, old next to new. */
const useChangeText = (): ((change: ImportChange) => string) => {
  const t = useT();
  const { when } = useFormats();
  return (change) => {
    const { from, to, goals, goalsBefore, ft, ht, against, as } = change;
    if (change.do === 'add') {
      const price = goals ? `, ${t('import.goals')} ${pair(goals)}` : `, ${t('import.noPrices')}`;
      return `${to ? when(to) : ''}${price}`;
    }
    if (change.do === 'kick_off') return `${from ? when(from) : ''} → ${to ? when(to) : ''}`;
    if (change.do === 'begun') return t('import.begun', { at: to ? when(to) : '' });
    if (change.do === 'prices') return `${t('import.goals')} ${pair(goalsBefore)} → ${pair(goals)}`;
    if (change.do !== 'result') return t('import.link');
    const beside = against ? `${bothTimes(against)} → ` : '';
    return `${beside}${bothTimes({ ft, ht })}${as ? `, ${t(`resultAs.${as}`)}` : ''}`;
  };
};

const offStates = ['postponed', 'abandoned', 'cancelled'] as const;

/** Why nothing is done about a row. */
const useReason = (): ((reason: ImportReason) => string) => {
  const t = useT();
  const { when } = useFormats();
  return ({ why, values }) => {
    const state = offStates.find((each) => each === values['state']);
    return t(`importReason.${why}`, {
      ...values,
      ...(values['at'] !== undefined && { at: when(values['at']) }),
      ...(state && { state: t(`eventState.${state}`) }),
    });
  };
};

/** The columns of a file's rows. */
export const useImportColumns = (): Column<ImportRow>[] => {
  const t = useT();
  const textOf = useChangeText();
  const reasonOf = useReason();
  return [
    { id: 'row', header: t('import.row'), align: 'end', cell: ({ row }) => (row === 0 ? '' : String(row)) },
    {
      id: 'state',
      header: t('column.state'),
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`importState.${state}`)}</Tag>,
    },
    { id: 'match', header: t('margin.match'), cell: ({ names }) => names || '–' },
    { id: 'what', header: t('import.what'), cell: ({ changes }) => changes.map(textOf).join('; ') || '–' },
    {
      id: 'why',
      header: t('import.why'),
      cell: ({ reasons }) => reasons.map(reasonOf).join('; '),
    },
  ];
};
