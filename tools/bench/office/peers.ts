import type pg from 'pg';
import { median } from '../lib/report.ts';

/** What an office without summary tables would run: the same figures, added up from bets and entries each time. */
const peers = {
  'exposure of a match': `
    select l.market, l.line, l.selection, sum(b.stake) as stake, sum(b.potential) as potential
    from bet b join bet_leg l on l.shard = b.shard and l.member_id = b.member_id and l.bet_id = b.id
    where b.state = 'open' and l.event_id =
      (select l.event_id from bet_leg l join bet b on b.id = l.bet_id where b.state = 'open' limit 1)
    group by l.market, l.line, l.selection`,
  'biggest bets': `select id, stake, potential from bet where state = 'open' order by potential desc limit 20`,
  'trial balance': `select counter_account, sum(amount) from entry group by counter_account`,
  'report of 90 days': `
    select at::date, kind, count(*), sum(amount) from entry where at > now() - interval '90 days' group by 1, 2`,
} as const;

/** Milliseconds each takes, the median of three. */
export const runPeers = async (pool: pg.Pool): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const [what, text] of Object.entries(peers)) {
    const times: number[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const startMs = performance.now();
      await pool.query(text);
      times.push(performance.now() - startMs);
    }
    found[what] = median(times);
  }
  return found;
};
