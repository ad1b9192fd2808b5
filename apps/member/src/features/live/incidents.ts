import type { Event, EventDetail } from '@touchline/contract/shapes/football';
import type { LiveMessages } from '@touchline/contract/shapes/live';
import { isNewer } from '../../lib/newest-events.ts';
import { patchEvent } from './event-patch.ts';

type Incident = NonNullable<EventDetail['history']>[number];
type Goals = Incident['score'];

const none: Goals = { home: 0, away: 0 };

/** A match with its markets after a message about it; what the message implies joins its history. */
export function patchDetail(detail: EventDetail, message: LiveMessages['event'], now: string): EventDetail {
  if (detail.id !== message.id || isNewer(detail, message)) return detail;
  const news = incidentsOf(detail, message, now);
  const next = patchEvent(detail, message);
  return news.length === 0 ? next : { ...next, history: [...(detail.history ?? []), ...news] };
}

/**
 * What happened between the match as known and a message about it, so that its history moves without asking
 * the server again. The history of an answer may be ahead of its score. A cancelled goal, one after it at the same score, or a
 * missed start is not derived here: the next full answer has it.
 * @param now time of the message
 */
export function incidentsOf(
  { state, score: known, history = [] }: Event & Pick<EventDetail, 'history'>,
  message: LiveMessages['event'],
  now: string,
): Incident[] {
  const [ft, last] = [known?.ft ?? none, history.at(-1)?.score ?? none];
  const was = { home: Math.max(ft.home, last.home), away: Math.max(ft.away, last.away) };
  const score = message.score?.ft ?? ft;
  const minute = message.minute === undefined ? {} : { minute: message.minute };
  return [
    ...goals(was, score).map((goal) => ({ kind: 'goal' as const, ...minute, at: now, ...goal })),
    ...turns(state, message.state)
      .filter((kind) => !history.some((one) => one.kind === kind))
      .map((kind) => ({ kind, at: now, score })),
  ];
}

/** The goals that lead from one score to the next; the order of two at once is not known, home comes first. */
function goals(was: Goals, now: Goals): { side: 'home' | 'away'; score: Goals }[] {
  const scored: ReturnType<typeof goals> = [];
  for (let home = was.home + 1; home <= now.home; home += 1) {
    scored.push({ side: 'home', score: { home, away: was.away } });
  }
  for (let away = was.away + 1; away <= now.away; away += 1) {
    scored.push({ side: 'away', score: { home: now.home, away } });
  }
  return scored;
}

function turns(was: Event['state'], now: Event['state']): Exclude<Incident['kind'], 'goal'>[] {
  if (was === now) return [];
  if (was === 'scheduled' && now === 'live') return ['kick_off'];
  if (now === 'half_time') return ['half_time'];
  if (was === 'half_time' && now === 'live') return ['second_half'];
  return now === 'finished' ? ['full_time'] : [];
}
