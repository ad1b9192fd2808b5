import { Link } from '@tanstack/react-router';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { formatPercent } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Actions, Button, IconButton } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Fold } from '../../ui/fold.tsx';
import { SheetAction, Sheet } from '../../ui/sheet.tsx';
import { isolated, sentenceGap } from '../labels/bidi.ts';
import { MarginMeaning } from '../labels/margin-meaning.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import { marketBeside, selectionName } from '../labels/selection-name.ts';
import { type SelectionRef, partText } from '../slip/selection.ts';
import styles from './builder.module.css';
import { type BuilderView, type PartRow, roundedOdds } from './builder-view.ts';

type Props = {
  event: EventDetail;
  view: BuilderView;
  open: boolean;
  addLabel: string;
  /** The answer for these selections has not come yet. */
  isOld: boolean;
  onAdd: () => void;
  onRemove: (part: SelectionRef) => void;
  onClear: () => void;
  onClose: () => void;
};

/** The draft in full: what each selection changes about the price, and how the price is made. */
export const BuilderSheet = (props: Props) => {
  const { event, view, open, addLabel, isOld, onAdd, onRemove, onClear, onClose } = props;
  const t = useT();
  const lan = currentLan();
  const oddsText = useOddsText();
  const { rows, price } = view;
  return (
    <Sheet open={open} onClose={onClose} title={t('builder.title')} returnTo="[data-builder] button">
      <ul aria-label={t('slip.selections')}>
        {rows.map((row) => (
          <OnePart key={partText(row.part)} event={event} row={row} onRemove={() => onRemove(row.part)} />
        ))}
      </ul>
      {price !== undefined && (
        <>
          <Facts>
            <Fact label={t('slip.odds')}>{oddsText(price.odds)}</Fact>
            {price.chance !== undefined && (
              <Fact label={t('builder.chanceAll')}>{formatPercent(price.chance, { lan })}</Fact>
            )}
            <Fact label={t('slip.marginAll')}>{formatPercent(price.margin, { lan })}</Fact>
          </Facts>
          <JointPrice price={price} />
        </>
      )}
      <Link to="/pages/rules/rules" search={{ section: 'builder' }} className={styles.rule}>
        {t('insight.rule')}
      </Link>
      <SheetAction>
        <Actions>
          <Button tone="quiet" onClick={onClear}>
            {t('builder.clear')}
          </Button>
          <Button disabled={price === undefined || isOld} onClick={onAdd}>
            {addLabel}
          </Button>
        </Actions>
      </SheetAction>
    </Sheet>
  );
};

type PartProps = { event: EventDetail; row: PartRow; onRemove: () => void };

/** A selection with its own price, the price of the others without it, and a button that removes it. */
const OnePart = ({ event, row: { part, odds, without, problem }, onRemove }: PartProps) => {
  const t = useT();
  const oddsText = useOddsText();
  const named = { ...event, ...part };
  const name = selectionName(named);
  const market = marketBeside(named);
  const figures = [
    odds === null ? undefined : t('builder.alone', { odds: isolated(oddsText(odds)) }),
    without === null ? undefined : t('builder.without', { odds: isolated(oddsText(without)) }),
  ].filter((text) => text !== undefined);
  return (
    <li className={styles.part}>
      <div className={styles.sheetWhat}>
        <p className={styles.name}>{name}</p>
        {market !== undefined && <p className={styles.sheetFine}>{market}</p>}
        {figures.length > 0 && <p className={`figures ${styles.sheetFine}`}>{figures.join(' · ')}</p>}
        {problem !== undefined && <p className={styles.problem}>{t(`builder.trouble.${problem}`)}</p>}
      </div>
      <span className={styles.remove}>
        <IconButton
          label={t('slip.removeLeg', { selection: name })}
          icon={{ name: 'bin' }}
          onClick={onRemove}
        />
      </span>
    </li>
  );
};

/** Explains in plain words why the joint price is not the product of the prices, and what the margin is. */
const JointPrice = ({ price }: { price: NonNullable<BuilderView['price']> }) => {
  const t = useT();
  const lan = currentLan();
  const oddsText = useOddsText();
  const { odds, margin, chance, single } = price;
  return (
    <Fold label={t('builder.how')}>
      <div className={styles.words}>
        {chance !== undefined && (
          <p>{t('builder.sum', { chance: isolated(formatPercent(chance, { lan })) })}</p>
        )}
        {single !== null && (
          <p>
            {t('builder.multiplied', { odds: isolated(oddsText(roundedOdds(single))) })}
            {sentenceGap()}
            {t('builder.depend', { odds: isolated(oddsText(odds)) })}
          </p>
        )}
        <p>
          <MarginMeaning margin={margin} />
        </p>
        <p>{t('builder.refund')}</p>
      </div>
    </Fold>
  );
};
