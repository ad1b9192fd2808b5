import { afterAll, beforeAll, expect, test } from 'vitest';
import { testInbox } from './testing/inbox.ts';

let site: Awaited<ReturnType<typeof testInbox>>;
beforeAll(async () => {
  site = await testInbox();
});
afterAll(() => site.close());

const video = 'https://video.example/final.mp4';

test('a video is shown for as long as its host is one of the site, and the activity stays without it', async () => {
  await site.inbox.contents.save(
    { kind: 'activity', texts: { en: { title: 'The final', body: 'Once more.' } }, video },
    site.by,
  );
  expect(await site.inbox.shown.activities('en')).toMatchObject([{ title: 'The final', video }]);

  // The site as it starts again, with other hosts.
  const later = await testInbox({ env: { VIDEO_HOSTS: 'other.example' } }, site);
  const [without] = await later.inbox.shown.activities('en');
  expect(without).toMatchObject({ title: 'The final', body: 'Once more.' });
  expect(without).not.toHaveProperty('video');
  await later.close();

  const back = await testInbox({ env: { VIDEO_HOSTS: 'other.example,video.example' } }, site);
  expect(await back.inbox.shown.activities('en')).toMatchObject([{ video }]);
  await back.close();
});
