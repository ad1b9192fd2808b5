import { Link } from '@tanstack/react-router';
import type { TeamInfo } from '@touchline/contract/shapes/team';
import { formatMoney, formatPercent, formatSignedMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolated } from '../labels/bidi.ts';
import styles from './team-tree.module.css';
import { treeShape } from './tree-shape.ts';

const width = 320;
const height = 136;
const radius = [18, 10, 8, 6] as const;

/** The three levels of a team: drawn as a tree, and each with its people, what they recharged and what it brought. */
export const TeamTree = ({ levels }: { levels: TeamInfo['levels'] }) => {
  const t = useT();
  const lan = currentLan();
  const money = (amount: string) => isolated(formatMoney(amount, { lan }));
  return (
    <Card flush>
      <div className={styles.drawing}>
        <Drawing people={levels.map(({ people }) => people)} />
      </div>
      <ul>
        {levels.map(({ level, people, recharge, revenue, rate }) => (
          <li key={level} className={styles.item}>
            <Link to="/pages/team/myteam" search={{ level: String(level) }} className={styles.row}>
              <span className={styles.name}>
                <b>{t('team.generation', { level })}</b>
                <span className={styles.note}>
                  {t('team.people', { count: people })} · {isolated(formatPercent(rate, { lan }))}
                </span>
              </span>
              <span className={styles.sums}>
                <b className="figures">{isolated(formatSignedMoney(revenue, { lan }))}</b>
                <span className={styles.note}>{t('team.recharged', { amount: money(recharge) })}</span>
              </span>
              <span className={styles.arrow}>
                <Icon name="forward" size="small" flips />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const Drawing = ({ people }: { people: readonly number[] }) => {
  const t = useT();
  const { leader, nodes } = treeShape(people);
  return (
    <svg className={styles.tree} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      {nodes.map(({ x, y, parent = leader }) => (
        <line
          key={`${x} ${y}`}
          className={styles.edge}
          x1={parent.x * width}
          y1={parent.y * height}
          x2={x * width}
          y2={y * height}
        />
      ))}
      {nodes.map(({ x, y, generation, empty }) => (
        <circle
          key={`${x} ${y}`}
          className={styles.node}
          data-generation={generation}
          data-empty={empty}
          cx={x * width}
          cy={y * height}
          r={radius[generation] ?? 6}
        />
      ))}
      <circle className={styles.node} cx={leader.x * width} cy={leader.y * height} r={radius[0]} />
      <circle className={styles.leader} cx={leader.x * width} cy={leader.y * height} r={radius[0]} />
      <text className={styles.you} x={leader.x * width} y={leader.y * height + 3.5}>
        {t('team.you')}
      </text>
    </svg>
  );
};
