import { formatPercent } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { shareSteps } from './sale.ts';
import styles from './share-choice.module.css';

type Props = { percent: number; disabled: boolean; onChange: (percent: number) => void };

/** How much of the bet is sold: four steps, or any of twenty on the slider. */
export const ShareChoice = ({ percent, disabled, onChange }: Props) => {
  const t = useT();
  const text = (share: number) => formatPercent(String(share), { lan: currentLan() });
  return (
    <fieldset className={styles.share} disabled={disabled}>
      <legend className="visually-hidden">{t('cashOut.share')}</legend>
      <Segmented
        label={t('cashOut.share')}
        value={String(percent)}
        options={shareSteps.map((step) => ({ value: String(step), label: text(step) }))}
        onChange={(step) => onChange(Number(step))}
      />
      <label className={styles.slider}>
        <span>{t('cashOut.share')}</span>
        <input
          type="range"
          min={5}
          max={100}
          step={5}
          value={percent}
          aria-valuetext={text(percent)}
          onChange={({ target }) => onChange(Number(target.value))}
        />
        <bdi dir="ltr" className="figures">
          {text(percent)}
        </bdi>
      </label>
    </fieldset>
  );
};
