import { Link } from '@tanstack/react-router';
import type { Output } from '@touchline/contract/routes';
import { useDayFormats } from '../../lib/day-formats.ts';
import { places, type OfficePlace } from '../../lib/places.ts';
import { useMay } from '../../lib/rights.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import type { PageSearch } from '@touchline/kit/search';
import styles from './home.module.css';

type PageName = Output<'officeToday'>['queues'][number]['page'];

/** Which place of the navigation a page is, as the server calls it. */
const placeNames: Record<PageName, string> = {
  recharges: 'recharges',
  withdrawals: 'withdrawals',
  identity: 'names',
  adjustments: 'corrections',
  teams: 'flags',
  results: 'matches',
  events: 'matches',
  risk: 'risk',
  ledger: 'ledger',
  rails: 'rails',
  settings: 'settings',
  team_rules: 'team',
  reward_rules: 'rewards',
  house_texts: 'rules',
  members: 'members',
  operators: 'operators',
};

/** Finds the place of a page, for those who may open it. */
export const useWhere = (): ((page: PageName) => OfficePlace | undefined) => {
  const may = useMay();
  return (page) =>
    places.find(({ name, right }): boolean => {
      const known: string = name;
      return known === placeNames[page] && may(right);
    });
};

type Queue = Output<'officeToday'>['queues'][number];

const texts = {
  recharges: 'home.recharges',
  withdrawals_in_review: 'home.withdrawals',
  withdrawals_paying: 'home.paying',
  identity: 'home.names',
  adjustments: 'home.corrections',
  team_flags: 'home.flags',
  likenesses: 'home.likenesses',
  results: 'todayQueue.results',
  settings: 'todayQueue.settings',
  team_rules: 'todayQueue.teamRules',
  reward_rules: 'todayQueue.rewardRules',
  house_texts: 'todayQueue.houseTexts',
  factor_ends: 'todayQueue.factorEnds',
  operator_changes: 'todayQueue.operatorChanges',
} as const satisfies Record<Queue['queue'], string>;

/** The filter of the page that shows just these. */
const searches: Partial<Record<Queue['queue'], PageSearch>> = {
  withdrawals_paying: { queue: 'paying' },
  likenesses: { kind: 'likeness' },
  results: { waiting: '1' },
  factor_ends: { factor: 'waits' },
  operator_changes: { tab: 'proposals', state: 'proposed' },
  reward_rules: { view: 'rules' },
  team_rules: { view: 'rules' },
};

/** Where the page has a tab for each kind, that of the oldest. */
const searchOf = ({ queue, kind }: Queue): PageSearch => ({
  ...searches[queue],
  ...(kind === undefined ? {} : { kind, state: 'proposed' }),
});

/** Members are promised an answer within a day. */
const lateSeconds = 24 * 3_600;

/** Queues of work, how much waits and since when, each with the way to it. */
export const Queues = ({ of }: { of: readonly Queue[] }) => {
  const t = useT();
  return (
    <section className={styles.queues} aria-label={t('today.queues')}>
      <h2>{t('today.queues')}</h2>
      <ul>
        {of.map((queue) => (
          <QueueLine key={queue.queue} of={queue} />
        ))}
      </ul>
    </section>
  );
};

const QueueLine = ({ of }: { of: Queue }) => {
  const t = useT();
  const { ago } = useFormats();
  const { count } = useDayFormats();
  const place = useWhere()(of.page);
  const content = (
    <>
      <span>{t(texts[of.queue])}</span>
      {of.oldest !== undefined && (
        <span className={styles.oldest} data-late={(of.waitedSeconds ?? 0) >= lateSeconds}>
          {t('today.oldest', { ago: ago(of.oldest) })}
        </span>
      )}
      <strong className={styles.count}>{count(of.count)}</strong>
    </>
  );
  return (
    <li className={styles.queue} data-waiting={of.count > 0}>
      {place === undefined ? (
        <div>{content}</div>
      ) : (
        <Link to={place.path} search={searchOf(of)}>
          {content}
        </Link>
      )}
    </li>
  );
};
