import type { Content } from '@touchline/contract/shapes/inbox';
import { expect, test } from 'vitest';
import { formOf, isSame, saveOf } from './form.ts';

const banner: Content = {
  id: 'b1',
  kind: 'banner',
  version: 3,
  draft: false,
  removed: false,
  state: 'planned',
  published: 3,
  texts: { en: { title: 'Cup', body: 'Now', alt: 'A cup' }, ar: { title: 'كأس', body: '' } },
  from: '2026-06-11T16:30:00.000Z',
  until: '2026-07-01T10:00:00.000Z',
  image: 'p1',
  tone: 'night',
  link: '/pages/help/help',
  order: 4,
  savedAt: '2026-06-01T00:00:00.000Z',
  savedBy: { id: 'o1', account: 'ann' },
};
const berlin = 'Europe/Berlin';

test('what is saved again unchanged is the same', () => {
  const form = formOf(banner, berlin);
  expect(form).toMatchObject({ from: '2026-06-11T18:30', until: '2026-07-01T12:00', order: '4' });
  const { texts, from, until, image, link, tone, order } = banner;
  expect(saveOf('banner', form, berlin)).toEqual({
    kind: 'banner',
    texts,
    from,
    until,
    image,
    link,
    tone,
    order,
  });
});

test('only fields of the kind are sent', () => {
  const form = { ...formOf(banner, berlin), section: 'betting', value: 'x' };
  const sent = Object.entries(saveOf('help', form, berlin)).filter(([, value]) => value !== undefined);
  expect(sent.map(([name]) => name).toSorted()).toEqual(['from', 'kind', 'order', 'section', 'texts']);
  const support = { ...form, value: 'a@b.c', hours: { days: [1], from: '09:00', to: '17:00' } };
  expect(saveOf('support', support, berlin)).toMatchObject({
    value: 'a@b.c',
    supportKind: 'email',
    hours: { days: [1] },
  });
});

test('what is new begins with nothing, and at once', () => {
  const form = formOf(undefined, berlin);
  expect(saveOf('notice', form, berlin)).toEqual({ kind: 'notice', texts: {}, order: 0 });
  expect(isSame('notice', form, { ...form, tone: 'amber' })).toBe(true);
  expect(isSame('notice', form, { ...form, link: '/x' })).toBe(false);
});
