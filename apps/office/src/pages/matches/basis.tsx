import type { OfficeEvent, PriceBasis } from '@touchline/contract/shapes/office-trading';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Note } from '../../ui/note.tsx';
import { Tag } from '../../ui/tag.tsx';

const toneOf = { market: 'good', trader: 'plain', results: 'plain', few_results: 'wait' } as const;

/** What the prices of a match rest on, in a word. */
export const BasisTag = ({ of: { basis } }: { of: Pick<OfficeEvent, 'basis'> }) => {
  const t = useT();
  return basis === undefined ? '–' : <Tag tone={toneOf[basis.level]}>{t(`basis.${basis.level}`)}</Tag>;
};

/** The same with its source, or the count of results, and since when. */
export const BasisFact = ({ of: { basis } }: { of: Pick<OfficeEvent, 'basis'> }) => {
  const t = useT();
  const { when } = useFormats();
  if (basis === undefined) return t('basis.unknown');
  const { source, results, shots, at } = basis;
  const rest = [
    source,
    results === undefined ? undefined : t('basis.perTeam', { count: results }),
    shots === undefined ? undefined : t('basis.withShots', { count: shots }),
    at && when(at),
  ];
  return (
    <>
      <BasisTag of={{ basis }} /> {rest.filter((part) => part !== undefined).join(' · ')}
    </>
  );
};

/** What follows from the basis: a smaller share of the caps, or caps that are too high for it. */
export const BasisNote = ({ of }: { of: PriceBasis }) => {
  const t = useT();
  if (of.highCaps) return <Note>{t('basis.highCaps')}</Note>;
  if (Number(of.share) === 100) return null;
  return <Note>{t('basis.share', { percent: String(Number(of.share)) })}</Note>;
};
