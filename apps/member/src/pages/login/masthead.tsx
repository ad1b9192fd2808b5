import { PlayMoneyTag } from '../../frame/play-money-tag.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import styles from './masthead.module.css';

/** The head of the pages for visitors: half a pitch drawn in hairlines, the site's name on the halfway line. */
export const Masthead = ({ lead }: { lead: string }) => {
  const name = useStore(configStore).site?.name ?? 'Touchline';
  return (
    <div className={styles.masthead}>
      <svg
        className={styles.pitch}
        viewBox="0 0 343 150"
        preserveAspectRatio="xMidYMin slice"
        aria-hidden="true"
      >
        <path d="M.5 150V.5h342V150M96.5.5v44h150V.5M137.5.5v17h68V.5M145 44.5c6 12 16 18 26.5 18s20.5-6 26.5-18" />
        <path d="M.5 12.5c6 0 12-5 12-12M330.5.5c0 7 6 12 12 12" />
        <circle cx="171.5" cy="31" r="1.3" fill="currentColor" />
      </svg>
      <p className={styles.name} translate="no">
        {name.toLocaleLowerCase('en')}
      </p>
      <p className={styles.lead}>{lead}</p>
      <PlayMoneyTag />
    </div>
  );
};
