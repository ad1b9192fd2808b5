import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paths } from '@touchline/contract/paths';
import { describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string): string => readFileSync(resolve(repository, path), 'utf8');

/** The addresses the owner named. Those after them came with what the app can do beyond. */
const specified = [
  '/',
  '/pages/index/index',
  '/pages/login/login',
  '/pages/login/code',
  '/pages/login/signup',
  '/pages/invest/invest',
  '/pages/invest/eventsinfo',
  '/pages/investment/investment',
  '/pages/recharge/recharge',
  '/pages/recharge/rechargeinfo',
  '/pages/information/information',
  '/pages/information/editinfo',
  '/pages/information/team',
  '/pages/information/bank',
  '/pages/information/withdraw',
  '/pages/notify/notify',
  '/pages/activity/activity',
  '/pages/invitationcode/invitationcode',
  '/pages/traderecord/traderecord',
  '/pages/gamerecord/gamerecord',
  '/pages/help/help',
  '/pages/companyprofile/companyprofile',
  '/pages/lang/lang',
  '/pages/team/team',
  '/pages/team/myteam',
  '/pages/teamrules/teamrules',
  '/pages/mine/recharge',
];

/** Calls the owner named, and where each is made: on some page, or by the shell. */
const specifiedCalls = [
  'systemConfig',
  'home',
  'upload',
  'checkIn',
  'userInfo',
  'helpList',
  'inviteInfo',
  'updateRecharge',
  'rechargeList',
  'createWithdraw',
  'walletSave',
  'walletDetail',
  'walletList',
  'walletDel',
  'moneyLogList',
  'withdrawList',
  'createRecharge',
  'teamInfo',
  'teamList',
  'eventList',
  'orderList',
  'eventDetail',
  'orderAdd',
  'supportList',
  'levelList',
  'changePassword',
  'channelList',
  'refreshToken',
] as const;

/** The records of the table of pages, each with the file of its page. */
const routes = (): { path: string; file: string; access: string }[] => {
  const source = read('apps/member/src/app/pages.ts');
  const named = new Map(
    [...source.matchAll(/const (\w+) = lazyPage\(\s*async \(\) => \(await import\('\.\.\/([^']+)'\)/g)].map(
      ([, name = '', file = '']) => [name, file],
    ),
  );
  const record =
    /path: '([^']+)',\s*page: (?:lazyPage\(\s*async \(\) =>\s*\(await import\('\.\.\/([^']+)'\)\)\.\w+,?\s*\)|(\w+)),\s*access: '(\w+)'/g;
  return [...source.matchAll(record)].map(([, path = '', file, name = '', access = '']) => ({
    path,
    file: `apps/member/src/${file ?? named.get(name) ?? ''}`,
    access,
  }));
};

/** A page's own sources: what it imports of pages and features, at once or later. */
const sourcesOf = (file: string, seen = new Set<string>()): Set<string> => {
  const path = resolve(repository, file);
  if (seen.has(path) || !existsSync(path)) return seen;
  seen.add(path);
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const next = resolve(dirname(path), name);
    if (/src\/(pages|features)\//.test(next.replaceAll('\\', '/'))) sourcesOf(next, seen);
  }
  return seen;
};

const callsOf = (file: string): Set<string> =>
  new Set(
    [...sourcesOf(file)].flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\w\(\s*'(\w+)'|queryKey: \['(\w+)'/g)]
        .map(([, called, key]) => called ?? key ?? '')
        .filter((name) => Object.hasOwn(paths, name)),
    ),
  );

const letters = { members: 'M', visitors: 'V', public: 'P', all: 'A' } as const;
const isAccess = (access: string): access is keyof typeof letters => Object.hasOwn(letters, access);

const table = read('docs/member-app.md')
  .split('\n')
  .filter((line) => line.startsWith('| `/'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, route = '', screen = '', access = '', calls = '']) => ({
    path: route.replaceAll('`', ''),
    screen,
    access,
    calls: [...calls.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }));

describe('the screens of the app', () => {
  it('are at every address the owner named', () => {
    const known = routes().map(({ path }) => path);
    expect(specified.filter((path) => !known.includes(path))).toEqual([]);
  });

  it('are all listed in docs/member-app.md, with their audience', () => {
    const letterOf = (access: string) => (isAccess(access) ? letters[access] : access);
    const records = read('apps/member/src/app/pages.ts').match(/\bpath: '/g) ?? [];
    expect(routes()).toHaveLength(records.length);
    const wanted = routes().map(({ path, access }) => `${path} ${letterOf(access)}`);
    expect(table.map(({ path, access }) => `${path} ${access}`).toSorted()).toEqual(wanted.toSorted());
    expect(table.filter(({ screen }) => screen === '')).toEqual([]);
  });

  it.each(routes())('$path makes the calls its row names', ({ path, file }) => {
    const made = callsOf(file);
    const named = table.find((row) => row.path === path)?.calls ?? [];
    expect(named.filter((name) => !made.has(name))).toEqual([]);
  });

  it('make every call the owner named', () => {
    const shell = read('docs/member-app.md').match(/^- \*\*shell\*\*: (.*)$/m)?.[1] ?? '';
    const uploads = [...sourcesOf('apps/member/src/pages/recharge/rechargeinfo.tsx')].some((path) =>
      path.endsWith('image-field.tsx'),
    );
    const known = [
      ...table.flatMap(({ calls }) => calls),
      ...[...shell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      ...(uploads ? ['upload'] : []),
    ];
    expect(specifiedCalls.filter((name) => !known.includes(name))).toEqual([]);
  });
});
