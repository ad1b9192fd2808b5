import { describe, expect, it } from 'vitest';
import { reconcileGoals, shownMinute, type RecordedGoal } from './goals.ts';
import { parseTournament } from './recorded-match.ts';

const match = (over: object) => ({
  name: 'Cup',
  matches: [
    {
      round: 'Matchday 1',
      group: 'Group A',
      date: '2026-06-11',
      time: '13:00 UTC-6',
      team1: 'Mexico',
      team2: 'South Africa',
      score: { ft: [0, 0] },
      goals1: [],
      goals2: [],
      ...over,
    },
  ],
});
const parsed = (over: object) => parseTournament(match(over)).matches[0];
const minutes = (goals: readonly RecordedGoal[] | undefined) =>
  goals?.map((goal) => `${goal.side} ${goal.half} ${shownMinute(goal)}`);

describe('a recorded match', () => {
  it('kicks off in UTC', () => {
    expect(parsed({})?.kickOff.toISOString()).toBe('2026-06-11T19:00:00.000Z');
    expect(parsed({ time: '19:00' })?.kickOff.toISOString()).toBe('2026-06-11T19:00:00.000Z');
    expect(parsed({ time: '20:00 UTC+3' })?.kickOff.toISOString()).toBe('2026-06-11T17:00:00.000Z');
  });

  it('without a half-time score was 0-0 at half time if it ended so; otherwise it is unknown', () => {
    expect(parsed({})?.ht).toEqual({ home: 0, away: 0 });
    expect(parsed({ score: { ft: [1, 0] }, goals1: [{ minute: 50 }] })?.ht).toBeUndefined();
  });

  it('reads minutes with stoppage time in both spellings', () => {
    const score = { ft: [2, 1], ht: [1, 0] };
    const goals1 = [{ minute: '45+3' }, { minute: 90, offset: 4 }];
    expect(minutes(parsed({ score, goals1, goals2: [{ minute: '46' }] })?.goals)).toEqual([
      'home 1 45+3',
      'away 2 46',
      'home 2 90+4',
    ]);
  });

  it('leaves extra time out, but takes minute 92 of a match without it as stoppage time', () => {
    const late = { goals1: [{ minute: '92' }] };
    const played = parsed({ ...late, score: { ft: [0, 0], ht: [0, 0], et: [1, 0] } });
    expect([played?.ft, played?.goals]).toEqual([{ home: 0, away: 0 }, []]);
    expect(minutes(parsed({ ...late, score: { ft: [1, 0], ht: [0, 0] } })?.goals)).toEqual(['home 2 90+2']);
  });

  it('is refused when it is malformed', () => {
    expect(() => parsed({ score: { ft: [-1, 0] } })).toThrow(Error);
    expect(() => parsed({ goals1: [{ minute: 'late' }] })).toThrow(Error);
    expect(() => parseTournament({ matches: [] })).toThrow(Error);
  });
});

describe('goals that disagree with the score', () => {
  const goal = (minute: number, stoppage = 0): RecordedGoal => ({
    side: 'home',
    minute,
    stoppage,
    half: minute <= 45 ? 1 : 2,
  });
  const reconciled = (goals: RecordedGoal[], ht: number, ft: number) =>
    reconcileGoals(goals, { ht: { home: ht, away: 0 }, ft: { home: ft, away: 0 } });

  it('change halves across the break', () => {
    const { goals, corrections } = reconciled([goal(31), goal(45, 1)], 1, 2);
    expect(minutes(goals)).toEqual(['home 1 31', 'home 2 46']);
    expect(corrections).toEqual(['goal of home at 45+1 replayed in minute 46']);
    expect(minutes(reconciled([goal(59)], 1, 1).goals)).toEqual(['home 1 45']);
  });

  it('are left out from the end, or added in the middle', () => {
    expect(minutes(reconciled([goal(50), goal(60)], 0, 1).goals)).toEqual(['home 2 50']);
    expect(minutes(reconciled([], 1, 2).goals)).toEqual(['home 1 23', 'home 2 68']);
  });

  it('stay unchanged otherwise', () => {
    expect(reconciled([goal(10), goal(70)], 1, 2).corrections).toEqual([]);
  });
});
