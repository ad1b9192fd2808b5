import { dayMs } from '@touchline/contract/durations';
import type { Output } from '@touchline/contract/routes';
import { settle } from './look.ts';
import { altered, asIfAnswered, at, cutOff, go, press, waiting, type Screen, type Stage } from './stage.ts';

const checkInPath = '/pages/checkin/checkin';
const levelsPath = '/pages/information/levels';

type Info = Output<'checkInInfo'>;
const today = (): string => new Date().toISOString().slice(0, 10);

/** What the calendar may answer: the days of this month up to today, of which every fifth was missed. */
const info = (change: Partial<Info> = {}): Info => {
  const days = Array.from({ length: Number(today().slice(8)) }, (_, i) => i + 1)
    .filter((day) => day % 5 !== 0)
    .map((day) => ({
      day: `${today().slice(0, 8)}${String(day).padStart(2, '0')}`,
      reward: `${(day % 4) + 1}.25`,
    }))
    .filter(({ day }) => day < today());
  return {
    today: false,
    streak: 3,
    open: true,
    next: 3,
    month: today().slice(0, 7),
    days,
    date: today(),
    scale: ['1.25', '1.25', '2.50', '2.50', '3.75', '3.75', '6.25'],
    nextAt: `${new Date(Date.now() + dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`,
    ...change,
  };
};

const checkIn =
  (change: Partial<Info> = {}) =>
  async (stage: Stage): Promise<void> => {
    await asIfAnswered(stage.page, 'checkInInfo', info(change));
    await go(stage, checkInPath);
  };

/** Changes what the levels say of the member. */
const levels =
  (current: number, progress: Output<'levelList'>['progress']) =>
  async (stage: Stage): Promise<void> => {
    await altered(stage.page, 'levelList', (answer) => ({ ...answer, current, progress }));
    await go(stage, levelsPath);
  };

/** The daily check-in and the VIP levels in their states. */
export const rewardScreens: readonly Screen[] = [
  { name: 'check-in-first', as: 'beginner', open: at(checkInPath) },
  { name: 'check-in', as: 'beginner', open: checkIn() },
  {
    name: 'check-in-taken',
    as: 'beginner',
    open: checkIn({
      today: true,
      streak: 7,
      next: 0,
      days: [...info().days, { day: today(), reward: '6.25' }],
    }),
  },
  { name: 'check-in-dear', as: 'beginner', open: checkIn({ scale: Array(7).fill('12500.00') }) },
  { name: 'check-in-closed', as: 'beginner', open: checkIn({ open: false, scale: [] }) },
  { name: 'check-in-paused', as: 'beginner', open: checkIn({ open: false }) },
  { name: 'check-in-waiting', as: 'beginner', open: waiting(checkInPath, 'checkInInfo') },
  {
    name: 'check-in-unreachable',
    as: 'beginner',
    open: async (stage) => {
      await cutOff(stage.page, 'checkInInfo');
      await go(stage, checkInPath);
    },
  },
  {
    name: 'check-in-month-before',
    as: 'beginner',
    open: async (stage) => {
      const { page, t } = stage;
      const registeredAt = '2026-01-01T00:00:00.000Z';
      await altered(page, 'userInfo', (user) => ({ ...user, registeredAt }));
      await go(stage, checkInPath);
      await press(page, t('rewards.monthBefore'));
      await settle(page);
    },
  },
  { name: 'levels-first', as: 'beginner', open: at(levelsPath) },
  {
    name: 'levels',
    as: 'beginner',
    open: levels(3, { turnover: '124500.00', next: 4, left: '125500.00', percent: 37 }),
  },
  { name: 'levels-top', as: 'beginner', open: levels(5, { turnover: '1250000.00', percent: 100 }) },
  { name: 'levels-waiting', as: 'beginner', open: waiting(levelsPath, 'levelList') },
];
