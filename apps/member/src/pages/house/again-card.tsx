import { apiOrigin } from '@touchline/client/origin';
import type { HouseLog } from '@touchline/contract/shapes/house';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { useT } from '../../state/i18n.tsx';
import styles from './house.module.css';
import { Part } from './part.tsx';

/** How anybody computes the figures again. */
export const AgainCard = ({ log: { vkey } }: { log: HouseLog }) => {
  const t = useT();
  const origin = apiOrigin(location);
  const command = `npm run audit -- ${origin}`;
  return (
    <Part part="again" title={t('house.again')} words={t('house.againText')}>
      <CopyBox label={t('house.command')} text={`${command} --key '${vkey}'`} shown={`${command} --key …`} />
      <a className={styles.link} href={`${origin}/log/checkpoint`} target="_blank" rel="noreferrer">
        {t('house.checkpointLink')}
      </a>
    </Part>
  );
};
