// Shows what the house pushes and opens its page when it is tapped. It answers no request and keeps nothing.

/** What was pushed, as far as it can be read. */
const read = (data) => {
  try {
    const { title, body, link, id } = data.json();
    const text = (value) => (typeof value === 'string' ? value : undefined);
    return { title: text(title), body: text(body), link: text(link), id: text(id) };
  } catch {
    return {};
  }
};

self.addEventListener('push', (event) => {
  const { title = 'Touchline', body = '', link, id } = read(event.data);
  const options = {
    body,
    icon: 'icon.svg',
    tag: id,
    renotify: id !== undefined,
    dir: 'auto',
    data: { link },
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

/** The page of the app that a notice is about; without one, the notices. */
const pageOf = (link) =>
  /^\/(pages\/[a-z]+\/[a-z]+)?(\?[^#\s]*)?$/.test(link ?? '') ? link : '/pages/notify/notify';

const open = async (link) => {
  const url = new URL(`./#${pageOf(link)}`, self.registration.scope).href;
  const [known] = await self.clients.matchAll({ type: 'window' });
  if (known === undefined) return self.clients.openWindow(url);
  await known.focus();
  return known.navigate(url);
};

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});
