import { Link } from '@tanstack/react-router';
import type { Output } from '@touchline/contract/routes';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { listed } from '../../shell/listed.ts';
import { Note } from '../../ui/note.tsx';
import { useWhere } from './where.ts';
import styles from './home.module.css';

type Alarm = Output<'officeToday'>['alarms'][number];

/** What stops money or bets; the others want a look. */
const grave: readonly Alarm['alarm'][] = [
  'ledger_breach',
  'betting_stopped',
  'payments_stopped',
  'feed_silent',
];

/** What is wrong now, each with the way to its page. */
export const Alarms = ({ of }: { of: readonly Alarm[] }) => {
  const t = useT();
  if (of.length === 0) return <Note done>{t('today.noAlarms')}</Note>;
  return (
    <ul className={styles.alarms} aria-label={t('today.alarms')}>
      {of.map((alarm) => (
        <AlarmLine key={alarm.alarm} of={alarm} />
      ))}
    </ul>
  );
};

const AlarmLine = ({ of }: { of: Alarm }) => {
  const t = useT();
  const { ago } = useFormats();
  const place = useWhere()(of.page);
  const content = (
    <>
      <strong>{t(`alarm.${of.alarm}`, { count: of.count })}</strong>
      {of.names.length > 0 && <span>{listed(of.names)}</span>}
      {of.since !== undefined && <span className={styles.since}>{ago(of.since)}</span>}
      {place !== undefined && <span className={styles.go}>{t(`place.${place.name}`)} →</span>}
    </>
  );
  return (
    <li className={styles.alarm} data-grave={grave.includes(of.alarm)}>
      {place === undefined ? (
        <div>{content}</div>
      ) : (
        <Link to={place.path} search={{}}>
          {content}
        </Link>
      )}
    </li>
  );
};
