import { Link } from '@tanstack/react-router';
import type { TeamInfo } from '@touchline/contract/shapes/team';
import { formatMoney, formatPercent, formatSignedMoney } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolated } from '../labels/bidi.ts';
import styles from './team.module.css';

/** A circle of the drawn tree; places are shares of a box of 1 × 1. */
type TreeNode = {
  x: number;
  y: number;
  generation: number;
  empty: boolean;
  parent?: { x: number; y: number };
};

/** Most circles drawn for a generation; the numbers are below. */
const drawnMax = [3, 5, 8] as const;
const rowPlaces = [0.38, 0.64, 0.9] as const;
const top = 0.12;

/**
 * The team as a small tree: the leader at its top, below the people of each generation, as many as there is room for.
 * A generation without people is one empty place, so that the tree keeps its shape.
 * @param people of the first, second and third generation
 */
export const treeShape = (
  people: readonly number[],
): { leader: { x: number; y: number }; nodes: TreeNode[] } => {
  const leader = { x: 0.5, y: top };
  const rows: TreeNode[][] = [];
  for (const [at, most] of drawnMax.entries()) {
    const count = people[at] ?? 0;
    const drawn = Math.max(1, Math.min(most, count));
    const above = rows[at - 1] ?? [leader];
    rows.push(
      Array.from({ length: drawn }, (_, nth) => {
        const parent = above[Math.floor((nth * above.length) / drawn)] ?? leader;
        return {
          x: round((nth + 0.5) / drawn),
          y: rowPlaces[at] ?? 1,
          generation: at + 1,
          empty: count === 0,
          parent: { x: parent.x, y: parent.y },
        };
      }),
    );
  }
  return { leader, nodes: rows.flat() };
};

const round = (share: number): number => Number(share.toFixed(4));

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
          <li key={level} className={styles.treeItem}>
            <Link to="/pages/team/myteam" search={{ level: String(level) }} className={styles.treeRow}>
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
              <span className={styles.treeArrow}>
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
