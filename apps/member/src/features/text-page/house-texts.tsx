import type { HouseText } from '@touchline/contract/shapes/house-texts';
import { formatLongDateTime } from '@touchline/locales/format-time';
import { Fragment } from 'react';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { deviceTimeZone } from '../labels/time.tsx';
import { TextNote, TextSection } from './text-section.tsx';

type Props = {
  /** Missing in an answer that was put by before there were any. */
  valid: readonly HouseText[] | undefined;
  coming: readonly HouseText[] | undefined;
  /** The link named them: they scroll into view and are highlighted. */
  isWanted?: boolean;
};

/** What the house adds to a text of the product: what counts, and what comes with its date. */
export const HouseTexts = ({ valid = [], coming = [], isWanted = false }: Props) => {
  const t = useT();
  const from = (moment: string): string =>
    formatLongDateTime(moment, { lan: currentLan(), timeZone: deviceTimeZone() });
  return (
    <>
      {valid.map(({ kind, version, title, body, from: since }) => (
        <Fragment key={`${kind} ${version}`}>
          <TextNote>{t('rules.version', { version, date: from(since) })}</TextNote>
          <TextSection title={title} body={body} isWanted={isWanted} />
        </Fragment>
      ))}
      {coming.map(({ kind, version, title, body, from: begins }) => (
        <Fragment key={`${kind} ${version}`}>
          <TextNote>{t('rules.coming', { version, date: from(begins) })}</TextNote>
          <TextSection title={title} body={body} />
        </Fragment>
      ))}
    </>
  );
};
