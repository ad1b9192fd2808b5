import { cutOff, go, asIfAnswered, at, hold, waiting, type Screen, type Stage } from './stage.ts';
import * as samples from './team-samples.ts';

const paths = {
  team: '/pages/team/team',
  members: '/pages/team/myteam',
  day: '/pages/team/commission?id=c3',
  invitation: '/pages/invitationcode/invitationcode',
  info: '/pages/information/team',
  rules: '/pages/teamrules/teamrules',
} as const;

const none = { list: [], total: 0, page: 1, limit: 20 };

const grown = (path: string) => async (stage: Stage) => {
  const { page } = stage;
  await asIfAnswered(page, 'teamInfo', samples.info);
  await asIfAnswered(page, 'commissionList', samples.commissions);
  await asIfAnswered(page, 'commissionDetail', samples.statement);
  await asIfAnswered(page, 'teamRules', samples.rules);
  await asIfAnswered(page, 'teamList', samples.members);
  await asIfAnswered(page, 'inviteInfo', samples.invite(stage.url));
  await go(stage, path);
};

const unreachable = (path: string, call: Parameters<typeof cutOff>[1]) => async (stage: Stage) => {
  await cutOff(stage.page, call);
  await go(stage, path);
};

const fresh = (path: string) => async (stage: Stage) => {
  const { page } = stage;
  await asIfAnswered(page, 'teamInfo', {
    revenue: '0.00',
    people: 0,
    recharge: '0.00',
    level: 1,
    conditions: samples.info.conditions.map((condition) => ({ ...condition, have: 0, met: false })),
    levels: samples.info.levels.map((level) => ({ ...level, people: 0, recharge: '0.00', revenue: '0.00' })),
  });
  await asIfAnswered(page, 'commissionList', none);
  await asIfAnswered(page, 'teamList', none);
  await asIfAnswered(page, 'teamRules', samples.rules);
  await go(stage, path);
};

/** The team: its totals and people, its commission, and the way into it. */
export const teamScreens: readonly Screen[] = [
  { name: 'team', as: 'beginner', open: grown(paths.team) },
  { name: 'team-fresh', as: 'beginner', open: fresh(paths.team) },
  { name: 'team-real', as: 'player', open: at(paths.team) },
  { name: 'team-waiting', as: 'beginner', open: waiting(paths.team, 'teamInfo') },
  { name: 'team-unreachable', as: 'beginner', open: unreachable(paths.team, 'teamInfo') },
  { name: 'team-members', as: 'beginner', open: grown(paths.members) },
  { name: 'team-members-none', as: 'beginner', open: fresh(`${paths.members}?level=2`) },
  { name: 'team-members-waiting', as: 'beginner', open: waiting(paths.members, 'teamList') },
  { name: 'team-members-unreachable', as: 'beginner', open: unreachable(paths.members, 'teamList') },
  { name: 'team-commission', as: 'beginner', open: grown(paths.day) },
  { name: 'team-commission-none', as: 'beginner', open: at('/pages/team/commission') },
  { name: 'team-commission-waiting', as: 'beginner', open: waiting(paths.day, 'commissionDetail') },
  { name: 'team-invitation', as: 'beginner', open: grown(paths.invitation) },
  {
    name: 'team-invitation-closed',
    as: 'beginner',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'inviteInfo', { ...samples.invite(stage.url), open: false });
      await go(stage, paths.invitation);
    },
  },
  {
    name: 'team-invitation-waiting',
    as: 'beginner',
    open: async (stage) => {
      await hold(stage.page, 'userInfo');
      await waiting(paths.invitation, 'inviteInfo')(stage);
    },
  },
  { name: 'team-invitation-unreachable', as: 'beginner', open: unreachable(paths.invitation, 'inviteInfo') },
  { name: 'team-info', as: 'beginner', open: grown(paths.info) },
  { name: 'team-info-fresh', as: 'beginner', open: fresh(paths.info) },
  { name: 'team-rules', as: 'beginner', open: grown(paths.rules) },
  { name: 'team-rules-waiting', as: 'beginner', open: waiting(paths.rules, 'teamRules') },
];
