import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RiskAlert } from '@touchline/contract/shapes/office-views';
import { useState } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useFormats } from '../../lib/site.ts';
import { nameOfCompetition, nameOfLeg, nameOfMarket, nameOfMatch } from '../../features/trading/names.ts';
import { useT } from '../../lib/i18n.ts';
import { Note } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import { Meter } from '../../ui/figure.tsx';
import styles from './risk.module.css';

/** What an operator should look at first. */
const shownFirst = 6;

const keyOf = ({
  scope,
  event,
  competition,
  market,
  line,
  selection,
  parts = [],
  member,
}: RiskAlert): string =>
  [
    scope,
    event?.id,
    competition?.id,
    market,
    line,
    selection,
    ...parts.map((part) => [part.market, part.line, part.selection].join(' ')),
    member?.id,
  ].join(' ');

/** What an alert is about, from the largest to the smallest. */
const aboutOf = ({ event, competition, market, line, selection, parts, member }: RiskAlert): string =>
  [
    competition && nameOfCompetition(competition),
    event && nameOfMatch(event),
    // A selection has the line of its side, so the line is shown with the selection.
    market &&
      nameOfMarket({ market, line: selection === undefined && line !== undefined ? line : undefined }),
    market && selection && event && nameOfLeg({ market, selection, line, parts }, event),
    member?.account,
  ]
    .filter((part) => part !== undefined)
    .join('\u00a0· ');

/** Caps that are nearly used, the fullest first. */
export const AlertList = ({ of }: { of: readonly RiskAlert[] }) => {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const shown = of
    .toSorted((a, b) => (b.percent ?? 0) - (a.percent ?? 0))
    .slice(0, isWhole ? of.length : shownFirst);
  return (
    <Section title={t('risk.alerts')}>
      {shown.length === 0 && <Note done>{t('risk.noAlerts')}</Note>}
      {shown.length > 0 && (
        <ul className={styles.alerts}>
          {shown.map((alert) => (
            <li key={keyOf(alert)}>
              <AlertLine of={alert} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < of.length && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          {t('risk.allAlerts', { count: of.length - shown.length })}
        </Button>
      )}
    </Section>
  );
};

const AlertLine = ({ of }: { of: RiskAlert }) => {
  const t = useT();
  const { money } = useFormats();
  const { percent } = useDayFormats();
  const about = aboutOf(of);
  return (
    <div className={styles.alert}>
      <span className={styles.scope}>{t(`risk.scope.${of.scope}`)}</span>
      <strong>{of.percent === undefined ? money(of.used) : percent(of.percent)}</strong>
      <span className={styles.about}>
        {of.event === undefined ? (
          about
        ) : (
          <Link to="/risk" search={{ event: of.event.id }}>
            {about}
          </Link>
        )}
      </span>
      {of.percent !== undefined && <Meter percent={of.percent} />}
    </div>
  );
};
