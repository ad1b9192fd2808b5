import { afterAll, beforeAll, expect, test } from 'vitest';
import { testInbox } from './testing/inbox.ts';

let room: Awaited<ReturnType<typeof testInbox>>;
beforeAll(async () => {
  room = await testInbox();
});
afterAll(() => room.close());

const video = 'https://video.example/final.mp4';

test('a video is shown for as long as its host is one of the site, and the activity stays without it', async () => {
  await room.inbox.contents.save(
    { kind: 'activity', texts: { en: { title: 'The final', body: 'Once more.' } }, video },
    room.by,
  );
  expect(await room.inbox.shown.activities('en')).toMatchObject([{ title: 'The final', video }]);

  // The site as it starts again, with other hosts.
  const site = {
    name: 'Touchline',
    timeZone: 'Europe/Berlin',
    currency: 'PLAY',
    contact: undefined,
    operator: undefined,
    helpStandsIn: true,
  };
  const later = await testInbox({ site: { ...site, videoHosts: ['other.example'] } }, room);
  const [without] = await later.inbox.shown.activities('en');
  expect(without).toMatchObject({ title: 'The final', body: 'Once more.' });
  expect(without).not.toHaveProperty('video');
  await later.close();

  const back = await testInbox({ site: { ...site, videoHosts: ['other.example', 'video.example'] } }, room);
  expect(await back.inbox.shown.activities('en')).toMatchObject([{ video }]);
  await back.close();
});
