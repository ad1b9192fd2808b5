/**
 * Rows of the traders' stops that cover a market: its own, that of its match, that of everything.
 * @param market alias with the columns event_id, market, line
 */
export const stopsOf = (market: string): string => `select from trading_stop s
  where s.opened_at is null and (s.event_id is null or (s.event_id = ${market}.event_id
    and (s.market is null or (s.market = ${market}.market and s.line = ${market}.line))))`;

/**
 * The competition of a match, where an operator has turned it off before the kick-off, so that members are
 * not offered the match.
 * @param event alias with the columns competition_id, kick_off
 */
export const withheldBy = (event: string): string =>
  `select from competition c where c.id = ${event}.competition_id and c.off_at < ${event}.kick_off`;
