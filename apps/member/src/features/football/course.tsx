import { useQuery } from '@tanstack/react-query';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { formatPercent } from '@touchline/locales/format';
import { formatTime } from '@touchline/locales/format-time';
import { teamName } from '@touchline/locales/team-names';
import { callQuery } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';
import { Fold } from '../../ui/fold.tsx';
import { deviceTimeZone, useNow } from '../labels/time.tsx';
import { scoreText } from '../labels/match-name.ts';
import {
  courseOf,
  pathOf,
  placeOf,
  type CourseChances,
  type MatchCourse as Drawn,
  type CourseMark,
} from './course-series.ts';
import styles from './football.module.css';

const sides = [0, 1, 2] as const;
const percent = (chance: number): string => formatPercent((100 * chance).toFixed(0), { lan: currentLan() });
const clock = (atMs: number): string =>
  formatTime(new Date(atMs).toISOString(), { lan: currentLan(), timeZone: deviceTimeZone() });

/** Goals and chances of a match on one axis of time, drawn and as a table. Nothing while there are no prices to draw. */
export const Course = ({ event }: { event: EventDetail }) => {
  const t = useT();
  const now = useNow();
  const query = callQuery('priceHistory', { event: event.id, market: '1x2' });
  const { data } = useQuery({ ...query, queryKey: [...query.queryKey, event.main?.version] });
  const course =
    data && courseOf(data, { incidents: event.history ?? [], kickOff: event.kickOff, untilMs: now });
  if (course === undefined) return null;
  const names = [teamName(event.home, currentLan()), t('selection.draw'), teamName(event.away, currentLan())];
  return (
    <section className={styles.part}>
      <h3 className={styles.sub}>{t('football.course')}</h3>
      <Chart course={course} />
      <p className={styles.legend} aria-hidden="true">
        {sides.map((nth) => (
          <span key={nth}>
            <svg viewBox="0 0 20 4" focusable="false">
              <path className={styles.line} data-nth={nth} d="M0 2H20" />
            </svg>
            <bdi>{names[nth]}</bdi>
          </span>
        ))}
      </p>
      <p className={styles.note}>{t('football.courseText')}</p>
      <Fold label={t('house.table')}>
        <CourseTable course={course} names={names} event={event} />
      </Fold>
    </section>
  );
};

/** Hidden from screen readers: the table next to it has the same values. */
const Chart = ({ course }: { course: Drawn }) => (
  <div className={styles.course} aria-hidden="true">
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" focusable="false">
      <path className={styles.grid} d="M0 0H1M0 0.5H1M0 1H1" />
      {sides.map((nth) => (
        <path key={nth} className={styles.line} data-nth={nth} d={pathOf(course, nth)} />
      ))}
    </svg>
    {[1, 0.5].map((chance) => (
      <span
        key={chance}
        className={`figures ${styles.level}`}
        style={{ insetBlockStart: `calc(1.5rem + ${8 * (1 - chance)}rem)` }}
      >
        {percent(chance)}
      </span>
    ))}
    {course.marks
      .filter(({ incident }) => incident.kind === 'goal')
      .map(({ incident, atMs }) => (
        <div
          key={`${incident.at} ${scoreText(incident.score)}`}
          className={styles.goal}
          style={{ insetInlineStart: `${100 * placeOf(course, atMs)}%` }}
        >
          <span className="figures">{scoreText(incident.score)}</span>
        </div>
      ))}
    <p className={`figures ${styles.axis}`}>
      <span>{clock(course.fromMs)}</span>
      <span>{clock(course.untilMs)}</span>
    </p>
  </div>
);

type TableProps = { course: Drawn; names: readonly string[]; event: EventDetail };

const CourseTable = ({ course, names, event }: TableProps) => {
  const t = useT();
  const what = ({ incident }: CourseMark): string => {
    const { kind, side, score } = incident;
    if (kind !== 'goal') return t(`event.incident.${kind}`);
    const team = teamName(side === 'away' ? event.away : event.home, currentLan());
    return `${t('event.goal', { team })} ${scoreText(score)}`;
  };
  const first = course.points[0];
  return (
    <FigureTable small label={t('football.course')} columns={[t('insight.when'), ...names]}>
      {first !== undefined && (
        <FigureRow head={<Figure>{clock(course.fromMs)}</Figure>}>
          <Cells chances={first.chances} />
        </FigureRow>
      )}
      {course.marks.map((mark) => (
        <FigureRow
          key={`${mark.incident.kind} ${mark.incident.at} ${scoreText(mark.incident.score)}`}
          head={
            <>
              <Figure>
                {mark.incident.minute === undefined ? clock(mark.atMs) : `${mark.incident.minute}′`}
              </Figure>{' '}
              {what(mark)}
            </>
          }
        >
          <Cells chances={mark.after ?? mark.before} />
        </FigureRow>
      ))}
    </FigureTable>
  );
};

const Cells = ({ chances }: { chances: CourseChances | undefined }) =>
  sides.map((nth) => (
    <td key={nth}>
      <Figure>{chances === undefined ? '–' : percent(chances[nth])}</Figure>
    </td>
  ));
