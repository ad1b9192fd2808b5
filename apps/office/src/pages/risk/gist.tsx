import type { EventExposure } from '@touchline/contract/shapes/office-views';
import { useFormats } from '../../api/site.ts';
import { scoreText } from '../../trading/names.ts';
import { useT } from '../../shell/i18n.ts';
import { gist } from './words.ts';
import styles from './risk.module.css';

const size = (amount: string): string => amount.replace('-', '');

/** The grid in a sentence. */
export const Gist = ({ of }: { of: EventExposure['cells'] }) => {
  const t = useT();
  const { money } = useFormats();
  const all = gist(of);
  if (all === undefined) return null;
  const { worst, best, losing, count } = all;
  const [low, high] = [worst.worst.startsWith('-'), best.best.startsWith('-')];
  const text = () => {
    if (!low) return t('risk.wordsGain', { least: money(worst.worst), most: money(best.best) });
    if (high) return t('risk.wordsLoss', { least: money(size(best.best)), most: money(size(worst.worst)) });
    return t('risk.words', {
      worst: money(size(worst.worst)),
      worstScore: scoreText(worst),
      best: money(best.best),
      bestScore: scoreText(best),
      losing,
      count,
    });
  };
  return <p className={styles.gist}>{text()}</p>;
};
