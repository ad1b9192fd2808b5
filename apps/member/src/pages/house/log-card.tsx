import { dayMs, hourMs, minuteMs } from '@touchline/contract/durations';
import type { HouseLog } from '@touchline/contract/shapes/house';
import { formatCount } from '@touchline/locales/format';
import { formatDuration, formatLongDate, formatLongDateTime } from '@touchline/locales/format-time';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { deviceTimeZone, useNow } from '../../features/labels/time.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './house.module.css';
import { Big, Bigs, Later, Part } from './part.tsx';

/** A verifier key by what people compare: the number of the key, and how the key itself begins. */
const shortKey = (vkey: string): string => vkey.replace(/^.*\+([^+]{8})\+(.{8}).*$/, '$1+$2…');

/** An age in whole days, or hours, or minutes. */
const inWholeUnits = (ageMs: number): number => {
  const unitMs = [dayMs, hourMs, minuteMs].find((each) => ageMs >= each) ?? minuteMs;
  return Math.max(unitMs, ageMs - (ageMs % unitMs));
};

/** The log itself: how long it is, since when, by which key, and who watches it. */
export const LogCard = ({ log }: { log: HouseLog }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const options = { lan, timeZone: deviceTimeZone() };
  const { origin, size, firstAt, checkpointAt, epoch, vkey } = log;
  return (
    <Part part="log" title={t('house.log')} words={t('house.logText')}>
      <div className={styles.logBody}>
        <div className={styles.stack}>
          <Bigs>
            <Big name={t('house.entries')}>{formatCount(size, { lan })}</Big>
            {firstAt !== undefined && (
              <Big
                words
                name={t('house.since')}
                note={formatDuration(inWholeUnits(now - Date.parse(firstAt)), { lan })}
              >
                {formatLongDate(firstAt, options)}
              </Big>
            )}
          </Bigs>
          <p className={styles.words}>
            {checkpointAt === undefined
              ? t('house.noCheckpoint')
              : t('house.checkpoint', { time: formatLongDateTime(checkpointAt, options) })}
          </p>
          {epoch > 1 && (
            <p className={styles.words}>
              {t('house.epoch', { number: isolated(formatCount(epoch, { lan })) })}
            </p>
          )}
        </div>
        <div className={styles.stack}>
          <CopyBox label={t('house.key', { origin: isolated(origin) })} text={vkey} shown={shortKey(vkey)} />
          <p className={styles.words}>{t('house.keyHint')}</p>
        </div>
        <Witnesses log={log} />
      </div>
    </Part>
  );
};

/** The other signers of the log, and what it means when there are none. */
const Witnesses = ({ log: { witnesses, needed } }: { log: HouseLog }) => {
  const t = useT();
  const lan = currentLan();
  if (witnesses.length === 0) return <Later title={t('house.noWitness')}>{t('house.noWitnessHint')}</Later>;
  return (
    <div className={styles.stack}>
      <h3 className={styles.small}>{t('house.witnesses')}</h3>
      <ul className={styles.rows}>
        {witnesses.map((witness) => (
          <li key={witness.name}>
            <bdi className={styles.name}>{witness.name}</bdi>
            <WitnessState of={witness} />
          </li>
        ))}
      </ul>
      <p className={styles.words}>
        {t('house.witnessesText')}
        {needed > 0 &&
          ` ${t('house.needed', { needed: formatCount(needed, { lan }), count: formatCount(witnesses.length, { lan }) })}`}
      </p>
    </div>
  );
};

const WitnessState = ({ of: { since, size, ok } }: { of: HouseLog['witnesses'][number] }) => {
  const t = useT();
  const lan = currentLan();
  if (since === undefined) return <Tag>{t('house.witnessNever')}</Tag>;
  if (!ok) return <Tag tone="amber">{t('house.witnessRefuses')}</Tag>;
  const date = formatLongDate(since, { lan, timeZone: deviceTimeZone() });
  return (
    <span className={styles.note}>
      {size === undefined
        ? t('house.witnessSince', { date })
        : t('house.witnessUpTo', { date, number: isolated(formatCount(size, { lan })) })}
    </span>
  );
};
