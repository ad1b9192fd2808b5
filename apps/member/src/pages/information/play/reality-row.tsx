import { realityMinutes } from '../../../features/play/figures.ts';
import { useAction } from '../../../lib/use-action.ts';
import { changePlay } from '../../../features/play/play-info.ts';
import { useT } from '../../../lib/i18n.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { SelectBox } from '../../../ui/select-box.tsx';
import { showToast } from '../../../lib/toasts.ts';
import styles from './play.module.css';

/** How often play is interrupted by how long it has lasted. */
export const RealityRow = ({ minutes }: { minutes: number | undefined }) => {
  const t = useT();
  const { busy, failure, run } = useAction();
  const choose = async (chosen: string): Promise<void> => {
    const next = realityMinutes.find((known) => String(known) === chosen);
    if (await run(() => changePlay('realitySave', next === undefined ? {} : { minutes: next }))) {
      showToast(t('play.realitySaved'));
    }
  };
  return (
    <div className={styles.reality}>
      <SelectBox
        label={t('play.reality')}
        options={[
          { value: 'never', label: t('play.realityNever') },
          ...realityMinutes.map((known) => ({
            value: String(known),
            label: t('play.realityEvery', { minutes: known }),
          })),
        ]}
        value={minutes === undefined ? 'never' : String(minutes)}
        disabled={busy}
        onChange={(chosen) => void choose(chosen)}
      />
      <FormFailure message={failure} />
    </div>
  );
};
