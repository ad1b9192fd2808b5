/**
 * The grade of a leg as it counts now, as SQL: joins `graded` as `g` to a leg `l` of a bet `b`. There is none while the leg
 * is open. Which rulings there were before does not matter: `standing` names the one that counts.
 */
export const gradeJoin = `left join (standing s join graded g on g.event_id = s.event_id and g.version = s.graded)
    on g.event_id = l.event_id and g.market = l.market and g.line = l.line and g.selection = l.selection
      and g.since = l.since and g.struck_from <= b.placed_at and g.struck_until > b.placed_at`;
