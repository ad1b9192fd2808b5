import type { Ask } from './ask.ts';
import { find } from './find.ts';
import { dayBefore, read, type Read } from './read.ts';

const generations = [1, 2, 3] as const;

/** What is read about teams, commission and rewards: the biggest team, and the leader a closing has most for. */
export const growthReads = async (ask: Ask): Promise<Read[]> => {
  const leader = find((await ask('officeTeamList', {})).data, 'list', 0, 'member', 'id');
  const run = find((await ask('officeCommissionRuns', {})).data, 'list', 0, 'day');
  const { data: statements } = await ask('officeCommissionList', { run });
  const most = {
    member: find(statements, 'list', 0, 'leader', 'id'),
    id: find(statements, 'list', 0, 'id'),
  };
  const days = { from: dayBefore(30), to: dayBefore(0) };
  return [
    read('biggest teams', 'officeTeamList'),
    read('biggest teams, page 20', 'officeTeamList', { page: 20 }),
    read('teams by a name', 'officeTeamList', { q: 'load005' }),
    read('the biggest team', 'officeTeamDetail', { member: leader }),
    ...generations.map((generation) =>
      read(`its generation ${generation}`, 'officeTeamMembers', { member: leader, generation }),
    ),
    read('rules of teams', 'officeTeamRules'),
    read('proposed rules of teams', 'officeTeamRulesChanges'),
    read('closings', 'officeCommissionRuns'),
    read('a closing by leader', 'officeCommissionList', { run }),
    read('a closing, page 20', 'officeCommissionList', { run, page: 20 }),
    read("a leader's day", 'officeCommissionDetail', most),
    ...generations.map((generation) =>
      read(`its sources, generation ${generation}`, 'officeCommissionSources', { ...most, generation }),
    ),
    read('rewards', 'officeRewardOverview', days),
    read('rules of rewards', 'officeRewardRules'),
    read('proposed rules of rewards', 'officeRewardRulesChanges'),
  ];
};
