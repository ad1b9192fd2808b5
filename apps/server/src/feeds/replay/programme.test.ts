import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRatings } from '@touchline/football/strengths';
import type { NationalTeams } from '../../catalogue/football/national-teams.ts';
import { Programme } from './programme.ts';
import { changeSpeed, minuteAt, momentOf } from './replay-clock.ts';
import { worldCup2026 } from './service.ts';
import { stateAt, timelineOf } from './timeline.ts';

const programme = (await worldCup2026())('touchline');
const teams: NationalTeams = {
  byName: new Map(programme.teams.map((team) => [team.name, team])),
  allByName: new Map(),
  confederationOf: () => 'all',
};
const { calendar } = programme;
const performances = [0, 1, 2].flatMap((run) => programme.run(run));

describe('the World Cup as shipped', () => {
  it('has every match and every team', () => {
    expect(calendar.plans).toHaveLength(104);
    expect(programme.teams).toHaveLength(48);
    expect(new Set(programme.run(0).map(({ feedRef }) => feedRef)).size).toBe(104);
    expect(new Set(programme.teams.map(({ id, flag }) => `${id} ${flag}`)).size).toBe(48);
  });

  it('needed one correction', () => {
    expect(programme.corrections).toEqual(['Mexico – Ecuador: goal of home at 45+1 replayed in minute 46']);
  });
});

describe('the calendar', () => {
  it('keeps the original order', () => {
    const kickOffs = calendar.plans.map(({ kickOffAt }) => kickOffAt);
    expect(kickOffs).toEqual(kickOffs.toSorted((a, b) => a - b));
    const recorded = calendar.plans.map(({ match }) => match.kickOff.getTime());
    expect(recorded).toEqual(recorded.toSorted((a, b) => a - b));
  });

  it('always has something on or about to begin, and at least six matches to bet on', () => {
    for (let minute = programme.firstMinute; minute < 2 * calendar.length; minute++) {
      const live = performances.filter(({ kickOffAt, endAt }) => kickOffAt <= minute && minute < endAt);
      const open = performances.filter(({ shownAt, kickOffAt }) => shownAt <= minute && minute < kickOffAt);
      const wait = Math.min(...open.map(({ kickOffAt }) => kickOffAt - minute));
      expect(live.length > 0 || wait <= 36).toBe(true);
      expect(open.length).toBeGreaterThanOrEqual(6);
    }
  });

  it('shows a knock-out match only when the matches that decide its teams are over', () => {
    for (const { match, shownAt, kickOffAt } of calendar.plans.filter((plan) => !plan.match.group)) {
      for (const team of [match.home, match.away]) {
        const before = calendar.plans.filter((other) => other.kickOffAt < kickOffAt);
        const last = before.findLast(({ match: { home, away } }) => home === team || away === team);
        expect(shownAt).toBeGreaterThanOrEqual(last?.endAt ?? Number.POSITIVE_INFINITY);
      }
      expect(kickOffAt - shownAt).toBeGreaterThanOrEqual(30);
    }
  });

  it('waits for all groups before it shows who is third', () => {
    const groupsEnd = Math.max(
      ...calendar.plans.filter(({ match }) => match.group).map(({ endAt }) => endAt),
    );
    const germany = calendar.plans.find(({ match }) => match.no === 74);
    expect(germany?.shownAt).toBe(groupsEnd);
  });

  it('restarts when the final is over', () => {
    const [first, second] = [programme.run(0), programme.run(1)];
    expect(second[0]?.kickOffAt).toBeGreaterThan(first.at(-1)?.endAt ?? 0);
  });
});

describe('a match on its timeline', () => {
  const anyPlan = fc.constantFrom(...calendar.plans);
  const anyMinute = fc.double({ min: -5, max: 130, noNaN: true });

  it('never takes a goal back, and ends as recorded', () => {
    fc.assert(
      fc.property(anyPlan, anyMinute, anyMinute, ({ timeline, match }, one, other) => {
        const [before, after] = [Math.min(one, other), Math.max(one, other)].map((at) =>
          stateAt(timeline, at, 1),
        );
        expect(after?.score?.home ?? 0).toBeGreaterThanOrEqual(before?.score?.home ?? 0);
        expect(after?.score?.away ?? 0).toBeGreaterThanOrEqual(before?.score?.away ?? 0);
        const end = stateAt(timeline, timeline.endAt, 1);
        expect(end).toMatchObject({ state: 'finished', score: match.ft, ht: match.ht });
        expect(stateAt(timeline, timeline.halfTimeAt, 1)).toMatchObject({
          state: 'half_time',
          score: match.ht,
        });
      }),
    );
  });

  it('shows each goal in its recorded minute', () => {
    for (const { timeline, match } of calendar.plans) {
      expect(timeline.goals.map(({ side }) => side).toSorted()).toEqual(
        match.goals.map(({ side }) => side).toSorted(),
      );
      for (const goal of timeline.goals) expect(stateAt(timeline, goal.at, 1).minute).toBe(goal.minute);
    }
  });

  it('depends on seed and match only', () => {
    for (const { match, timeline } of calendar.plans) {
      expect(timelineOf(match, 'touchline')).toEqual(timeline);
    }
    expect(
      calendar.plans.some(({ match, timeline }) => timelineOf(match, 'x').endAt !== timeline.endAt),
    ).toBe(true);
  });
});

describe('expected goals', () => {
  /** The same tournament with other results from its 41st match on. */
  const otherwise = new Programme({
    tournament: {
      name: 'other',
      matches: calendar.plans.map(({ match }, index) =>
        index < 40 ? match : { ...match, ft: { home: match.ft.home + 5, away: match.ft.away } },
      ),
    },
    known: createRatings(),
    countOf: () => 7,
    teams,
    seed: 'touchline',
    prefix: 'other',
  });
  const asItWas = new Programme({
    tournament: { name: 'as it was', matches: calendar.plans.map(({ match }) => match) },
    known: createRatings(),
    countOf: () => 7,
    teams,
    seed: 'touchline',
    prefix: 'other',
  });
  const means = (of: Programme, index: number, minute: number) => {
    const performance = of.run(0)[index];
    return performance === undefined ? undefined : of.meansAt(performance, minute);
  };

  it('ignore later results, at any time', () => {
    for (const index of [0, 20, 40]) {
      const known = means(asItWas, index, calendar.length);
      expect(known).toBeDefined();
      expect(means(otherwise, index, calendar.length)).toEqual(known);
    }
    expect(means(otherwise, 60, calendar.length)).not.toEqual(means(asItWas, 60, calendar.length));
  });

  it('rest on the results of the team with fewer: those before, and those the replay has shown', () => {
    const last = asItWas.run(0).at(-1);
    const [first] = asItWas.run(0);
    expect(first && asItWas.basisAt(first, 0)).toEqual({ kind: 'results', results: 7 });
    expect(last && asItWas.basisAt(last, last.kickOffAt)).toEqual({ kind: 'results', results: 14 });
  });

  it('ignore results that the replay has not shown yet', () => {
    const early = calendar.plans[30]?.kickOffAt ?? 0;
    expect(means(otherwise, 60, early)).toEqual(means(asItWas, 60, early));
  });

  it('make the stronger side the favourite', () => {
    for (const favourite of ['Spain', 'Argentina', 'France']) {
      const index = calendar.plans.findIndex(({ match }) => match.home === favourite);
      const { homeMean = 0, awayMean = 0 } = means(programme, index, 0) ?? {};
      expect(homeMean).toBeGreaterThan(awayMean * 1.3);
    }
  });

  it('give hosts the advantage of home, also where they are named second', () => {
    const ratioOf = (host: string, other: string) => {
      const index = calendar.plans.findIndex(({ match }) =>
        [match.home, match.away].every((team) => [host, other].includes(team)),
      );
      const plan = calendar.plans[index];
      const { homeMean = 0, awayMean = 0 } = means(programme, index, 0) ?? {};
      return plan?.match.home === host ? homeMean / awayMean : awayMean / homeMean;
    };
    expect(ratioOf('USA', 'Australia')).toBeGreaterThan(1.1);
    expect(ratioOf('Mexico', 'Czech Republic')).toBeGreaterThan(1.5);
  });
});

describe('the clock of the replay', () => {
  const clock = { atMs: 1_700_000_000_000, minute: 468, speed: 6 };

  it('runs at its speed, both ways', () => {
    expect(minuteAt(clock, clock.atMs + 60_000)).toBe(474);
    expect(momentOf(clock, 480)).toBe(clock.atMs + 120_000);
  });

  it('does not jump when the speed changes', () => {
    const now = clock.atMs + 90_000;
    const faster = changeSpeed(clock, now, 60);
    expect(minuteAt(faster, now)).toBe(minuteAt(clock, now));
    expect(minuteAt(faster, now + 60_000)).toBe(minuteAt(clock, now) + 60);
    expect(changeSpeed(clock, now, 6)).toBe(clock);
  });
});
