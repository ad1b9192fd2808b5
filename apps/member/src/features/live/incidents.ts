import type { Event, EventDetail } from '@touchline/contract/shapes/football';
import type { LiveMessages } from '@touchline/contract/shapes/live';

type Incident = NonNullable<EventDetail['history']>[number];
type Goals = Incident['score'];

const none: Goals = { home: 0, away: 0 };

/**
 * What happened between the match as known and a message about it, so that its history moves without asking
 * the server again. A cancelled goal or a missed start is not derived here: the next full answer has it.
 * @param now time of the message
 */
export function incidentsOf(before: Event, message: LiveMessages['event'], now: string): Incident[] {
  const was = before.score?.ft ?? none;
  const score = message.score?.ft ?? was;
  const minute = message.minute === undefined ? {} : { minute: message.minute };
  return [
    ...goals(was, score).map(({ side, score }) => ({
      kind: 'goal' as const,
      ...minute,
      at: now,
      side,
      score,
    })),
    ...turns(before.state, message.state).map((kind) => ({ kind, at: now, score })),
  ];
}

/** The goals that lead from one score to the next; the order of two at once is not known, home comes first. */
function goals(was: Goals, now: Goals): { side: 'home' | 'away'; score: Goals }[] {
  const home = Array.from({ length: Math.max(0, now.home - was.home) }, (_, at) => ({
    side: 'home' as const,
    score: { home: was.home + at + 1, away: was.away },
  }));
  const away = Array.from({ length: Math.max(0, now.away - was.away) }, (_, at) => ({
    side: 'away' as const,
    score: { home: now.home, away: was.away + at + 1 },
  }));
  return [...home, ...away];
}

function turns(was: Event['state'], now: Event['state']): Exclude<Incident['kind'], 'goal'>[] {
  if (was === now) return [];
  if (was === 'scheduled' && now === 'live') return ['kick_off'];
  if (now === 'half_time') return ['half_time'];
  if (was === 'half_time' && now === 'live') return ['second_half'];
  return now === 'finished' ? ['full_time'] : [];
}
