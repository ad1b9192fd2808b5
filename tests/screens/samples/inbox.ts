import { hourMs } from '@touchline/contract/durations';
import type { Output } from '@touchline/contract/routes';
import type { Activity, Banner, HelpEntry, Notice, SupportEntry } from '@touchline/contract/shapes/inbox';
import { ago, pageOf } from './common.ts';

// What the house may say, long and short, for states that take an operator or a day to reach.

const hoursAgo = (hours: number): string => ago(hours * hourMs);

const long =
  'The withdrawal desk pays from Monday to Friday, and what is asked for on Friday evening arrives on Monday.';

export const banners: Banner[] = [
  {
    id: 'b1',
    title: 'The round of 16 begins',
    body: 'Eight matches in four days.',
    tone: 'pitch',
    link: '/pages/invest/invest',
  },
  { id: 'b2', title: 'Every price with its margin, every bet with a receipt one can check', tone: 'night' },
  { id: 'b3', title: 'Withdrawals on Monday', body: long, tone: 'amber', link: '/pages/help/help' },
];

export const titles: Output<'home'>['notices'] = [
  { id: 'n1', title: 'Withdrawals asked for on Friday evening arrive on Monday, as every week' },
  { id: 'n2', title: 'New rules' },
];

export const notices: Notice[] = [
  {
    id: 'n1',
    title: titles[0]?.title ?? '',
    body: `${long}\nNothing else has changed.`,
    at: hoursAgo(0.2),
    read: false,
    link: '/pages/information/withdraw',
  },
  { id: 'n2', title: 'New rules', body: long, at: hoursAgo(30), read: false },
  { id: 'n3', title: 'Maintenance tonight', body: long, at: hoursAgo(200), read: true },
];

export const noticePage = (...list: Notice[]): Output<'noticeList'> => ({
  ...pageOf(...list),
  unread: { system: list.filter(({ read }) => !read).length, letter: 12 },
});

const entry = (id: string, section: string, title: string): HelpEntry => ({
  id,
  section,
  sectionTitle: section,
  title,
  body: `${long}\nA fee of 1 % is shown before you confirm.`,
  version: '3',
  updatedAt: '2026-11-20',
});
export const help: HelpEntry[] = [
  entry('h1', 'Money', 'How long does a withdrawal take?'),
  entry(
    'h2',
    'Money',
    'What is turnover, why is some of it left, and where do I see which of my bets counted?',
  ),
  entry('h3', 'Betting', 'How is a bet settled?'),
  entry('h4', 'Account', 'I forgot my password'),
];

export const support: SupportEntry[] = [
  {
    id: 's1',
    kind: 'email',
    name: 'Members’ desk',
    value: 'help@touchline.example',
    hours: 'Always',
    open: true,
    priority: false,
  },
  {
    id: 's2',
    kind: 'phone',
    name: 'Telephone',
    value: '+49 30 1234567',
    hours: 'Mon–Fri, 09:00–18:00 (Europe/Berlin)',
    open: false,
    priority: true,
  },
  {
    id: 's3',
    kind: 'chat',
    name: 'Chat',
    value: 'https://chat.touchline.example/a-rather-long-address',
    hours: 'Every day, 08:00–22:00',
    open: true,
    priority: false,
  },
];

export const activities: Activity[] = [
  {
    id: 'a1',
    title: 'Predict the bracket',
    body: long,
    from: hoursAgo(48),
    until: hoursAgo(-240),
    link: '/pages/invest/invest',
  },
  { id: 'a2', title: 'A quiet week', body: long, from: hoursAgo(-48) },
];

export const sections = ['Who we are', 'How we are paid', 'Where your money is'].map((title, at) => ({
  id: `c${at}`,
  title,
  body: `${long}\n${long}`,
}));

export const terms: Output<'terms'> = {
  version: '2',
  publishedAt: '2026-11-20',
  sections,
  house: [],
  coming: [],
  versions: [
    { version: '2', publishedAt: '2026-11-20' },
    { version: '1', publishedAt: '2026-01-01' },
  ],
};
